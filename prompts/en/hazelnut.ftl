# Knights of the Hazelnut.
#
# Every message has a kind, which limits its words: event 8, prompt 12, result 12, status 12, where 15,
# score 20, help 25; "secret" is one word, "part" stands inside other messages.
# Outside help and place names, no message uses a word that players say to command the table.
#
# $seat, $next (name of a player), $seats, $others (names), $place (a square), $places (squares),
# $thief (a thief), $paws, $nuts, $gain, $total, $goal, $left, $cards (whole numbers)

## Places, thieves and other parts

place-tree-1 = tree one
place-tree-2 = tree two
place-tree-3 = tree three
place-tree-4 = tree four
place-tree-5 = tree five
place-tree-6 = tree six
place-tree-7 = tree seven
place-tree-8 = tree eight
place-old-oak = Old Oak
place-hollow-log = Hollow Log
thief-marten = Max the Marten
thief-lynx = Leo the Lynx
thief-fox = Fritz the Fox
seat-at = { $seat } { $place }
seat-score = { $seat } { $total } holding { $nuts }
seat-score-bare = { $seat } { $total }

## Secrets: one word for one ear

card-hazelnut = Hazelnut
    .kind = secret
card-marten = Max
    .kind = secret
card-lynx = Leo
    .kind = secret
card-fox = Fritz
    .kind = secret

## Opening

opening = Knights of the Hazelnut. First to { $goal } wins.
    .kind = prompt
opening-two = Knights of the Hazelnut, best with three or four. { $goal } wins.
    .kind = prompt
positions = { $places }.
    .kind = score

## Prompts: the question comes last

prompt-ready = { $seat }'s turn.
    .kind = prompt
prompt-report = { $seat }, how many paws?
    .kind = prompt
prompt-move = { $seat }. { $paws ->
        [one] { $paws } paw
       *[other] { $paws } paws
    }. { $places }?
    .kind = prompt
prompt-where = { $seat }. { $places }?
    .kind = prompt
nudge-ready = { $seat }, everybody is listening.
    .kind = prompt
nudge-report = { $seat }, how many paws did you get?
    .kind = prompt
nudge-move = Still { $seat }: { $places }?
    .kind = prompt
nudge-back = { $seat }, everybody is listening.
    .kind = prompt

## Events

report-heard = { $paws ->
        [one] { $paws } paw
       *[other] { $paws } paws
    }.
    .kind = event
out-of-reach = Out of reach.
    .kind = event
not-your-turn = It is { $seat }'s turn.
    .kind = event
arrive = { $seat }: { $place }.
    .kind = event
no-cards = No cards here.
    .kind = event
bank = { $seat } hides { $nuts } for { $gain }. { $seat } { $total }.
    .kind = event
nothing-to-hide = { $seat } has nothing to hide.
    .kind = event
nut = Hazelnut! { $seat } holds { $nuts }.
    .kind = event
card-back = The card goes back.
    .kind = event
card-named-back = { $thief }! The card goes back.
    .kind = event
near-goal = Last stretch! { $seat } needs only { $left }.
    .kind = event
near-end = { $place } is empty. One more ends it.
    .kind = event

## A call is settled

right-call = { $thief }! { $seat } was first. { $seat } { $total }.
    .kind = result
dead-heat = Dead heat! { $seats }.
    .kind = result
right-tied = { $thief }! It goes to { $seat }. { $seat } { $total }.
    .kind = result
loses = { $seat } loses { $nuts }.
    .kind = result
wrong-call = Wrong, { $seat }. { $seat } { $total }.
    .kind = result

## End of the game

trees-out = Two trees are empty. The game is over.
    .kind = result
wins = { $seat } wins with { $total }!
    .kind = result
wins-nuts = { $seat } wins with { $total }, holding more nuts: { $nuts }.
    .kind = result
shared-win = { $seats } share the win with { $total }!
    .kind = result
final-scores = { $scores }.
    .kind = score

## Answers to questions

answer-score = { $scores }.
    .kind = score
status-setup = The game is about to start.
    .kind = status
status-ready = It is { $seat }'s turn. The die is in { $seat }'s paws.
    .kind = status
status-report = { $seat } has the die. How many paws?
    .kind = status
status-move = { $seat } goes { $paws ->
        [one] { $paws } paw
       *[other] { $paws } paws
    } and has to choose a tree.
    .kind = status
status-draw = { $seat } takes a card.
    .kind = status
status-hush = { $seat } has a hidden card. The others may call.
    .kind = status
status-back = { $seat }'s card goes back. Others may call. { $next } is next.
    .kind = status
status-over = The game is over. { $seats } won.
    .kind = status
where-tree = You are at { $place }, { $cards ->
        [0] with no cards
        [one] with { $cards } card
       *[other] with { $cards } cards
    }.
    .kind = where
where-tree-with = { $place }, { $cards ->
        [0] no cards
        [one] { $cards } card
       *[other] { $cards } cards
    }. { $others } here too.
    .kind = where
where-hide = You are at { $place }, a hide.
    .kind = where
where-hide-with = You are at { $place }, with { $others }.
    .kind = where

## Help: these may name the words to say

help-setup = Collect hazelnuts from the trees, bring them to a hide, and remember where the thieves are. The game starts in a moment.
    .kind = help
help-ready = It is your turn. Say roll. Then choose a tree, or a hide to bank your nuts.
    .kind = help
help-report = Tell how many paws your die shows: one, two or three.
    .kind = help
help-move = Choose where to go: { $places }. Old Oak and Hollow Log are hides.
    .kind = help
help-move-die = Choose where to go: { $places }. Wrong number heard? Say roll and tell it again.
    .kind = help
help-drawer = Your card is a secret. If nobody names the thief in time, you keep a nut, and a thief goes back.
    .kind = help
help-drawer-open = Nobody has seen your card. The others may name a thief now; then it is told to all.
    .kind = help
help-call = { $seat } has drawn. If you remember the thief, call its name. Right: plus two. Wrong: minus two.
    .kind = help
help-next = { $seat }'s card is a thief. Call its name, or say roll to start your turn.
    .kind = help
help-other = It is { $seat }'s turn. Listen where { $seat } goes. When a card is taken, you may call the thief you remember.
    .kind = help
help-over = The game is over. Ask for the score, or start again.
    .kind = help
