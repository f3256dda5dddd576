# Knights of the Hazelnut.
#
# Every message has a kind, which limits its words: event 8, prompt 12, result 12, status 12, where 15,
# score, answer and options 20, everyone 24, help and lesson 25; "secret" is one word, "part" stands inside other messages.
# Outside help, options, place names, the two that ask for an ear, the reminders of a turn and the long wording of its prompt, no
# message uses a word that players say to command the table.
# `.short` is said to those who asked for less, `.long` to those who asked for more; key words stay.
#
# $seat, $next (name of a player), $seats, $others (names), $place (a square), $places, $exits (squares),
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
    .long = Knights of the Hazelnut. Hide nuts, remember thieves. First to { $goal } wins.
    .kind = prompt
opening-two = Knights of the Hazelnut, best with three or four. { $goal } wins.
    .kind = prompt
positions = { $places }.
    .kind = score

## Prompts: the question comes last

prompt-ready = { $seat }'s turn.
    .long = { $seat }'s turn. Say roll, then choose a tree. Or say help.
    .kind = prompt
prompt-report = { $seat }, how many paws?
    .short = { $seat }, how many?
    .kind = prompt
prompt-move = { $seat }. { $paws ->
        [one] { $paws } paw
       *[other] { $paws } paws
    }. { $places }?
    .short = { $seat }, { $paws }: { $places }?
    .kind = prompt
prompt-where = { $seat }. { $places }?
    .short = { $places }?
    .kind = prompt
prompt-ear = { $seat }, hold me to your ear and say ready.
    .kind = prompt
nudge-ear = { $seat }, your ear, please. Then say ready.
    .kind = prompt
nudge-ready = { $seat }, the die is waiting: say roll.
    .kind = prompt
nudge-report = { $seat }, how many paws did you get?
    .kind = prompt
nudge-move = Still { $seat }: { $places }?
    .short = { $seat }: { $places }?
    .kind = prompt
nudge-back = { $seat }, call the thief, or say roll.
    .kind = prompt

## Events

report-heard = { $paws ->
        [one] { $paws } paw
       *[other] { $paws } paws
    }.
    .short = { $paws }.
    .kind = event
out-of-reach = Out of reach: { $place }.
    .long = Out of reach: { $place }. Count the paws.
    .kind = event
not-your-turn = It is { $seat }'s turn.
    .kind = event
arrive = { $seat }: { $place }.
    .short = { $place }.
    .kind = event
on-table = On the table.
    .kind = event
no-cards = No cards here.
    .short = No cards.
    .long = No cards here, so the turn ends.
    .kind = event
bank = { $seat } hides { $nuts } for { $gain }. { $seat } { $total }.
    .short = { $seat } hides { $nuts }. { $seat } { $total }.
    .kind = event
nothing-to-hide = { $seat } has nothing to hide.
    .short = Nothing to hide.
    .kind = event
nut = Hazelnut! { $seat } holds { $nuts }.
    .short = Hazelnut! { $nuts }.
    .kind = event
card-back = The card goes back.
    .long = A thief goes back. Who knows it? Call!
    .kind = event
card-named-back = { $thief }! The card goes back.
    .short = { $thief } goes back.
    .long = { $thief }! The card stays on top.
    .kind = event
near-goal = Last stretch! { $seat } needs only { $left }.
    .short = { $seat } needs { $left }.
    .kind = event
near-end = { $place } is empty. One more ends it.
    .short = { $place } is empty.
    .kind = event

## What happens for the first time is explained

lesson-calls = { $seat } alone hears what the card is: a hazelnut, or a thief by name. After the rustle, whoever remembers the thief shouts his name.
    .kind = lesson
lesson-calls-open = Nobody sees the card yet. After the rustle, whoever remembers which thief lies there shouts his name.
    .kind = lesson

## A call is settled

right-call = { $thief }! { $seat } was first. { $seat } { $total }.
    .short = { $thief }! { $seat } { $total }.
    .long = { $thief }! { $seat } was first and wins two. { $seat } { $total }.
    .kind = result
dead-heat = Dead heat! { $seats }.
    .kind = result
right-tied = { $thief }! It goes to { $seat }. { $seat } { $total }.
    .short = { $thief }! { $seat } { $total }.
    .kind = result
loses = { $seat } loses { $nuts }.
    .long = { $seat } loses all open nuts: { $nuts }.
    .kind = result
wrong-call = Wrong, { $seat }. { $seat } { $total }.
    .short = Wrong. { $seat } { $total }.
    .long = Wrong, { $seat }: a wrong call costs two. { $seat } { $total }.
    .kind = result

## End of the game

quit = The game ends here.
    .kind = result
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
    .short = { $seat }'s turn.
    .kind = status
status-report = { $seat } has the die. How many paws?
    .short = { $seat } has the die.
    .kind = status
status-move = { $seat } goes { $paws ->
        [one] { $paws } paw
       *[other] { $paws } paws
    } and has to choose a tree.
    .short = { $seat }, { $paws }, choosing.
    .kind = status
status-ear = { $seat } has a card to hear in secret.
    .kind = status
status-draw = { $seat } takes a card.
    .kind = status
status-hush = { $seat } has a hidden card. The others may call.
    .short = Others may call.
    .kind = status
status-back = { $seat }'s card goes back. Others may call. { $next } is next.
    .short = Others may call. { $next } is next.
    .kind = status
status-over = The game is over. { $seats } won.
    .kind = status
where-tree = You are at { $place }. It has { $cards ->
        [0] no cards
        [one] { $cards } card
       *[other] { $cards } cards
    }.
    .short = { $place }, { $cards }.
    .kind = where
where-tree-with = { $place }, { $cards ->
        [0] no cards
        [one] { $cards } card
       *[other] { $cards } cards
    }. { $others } here too.
    .kind = where
where-hide = You are at { $place }, a hide.
    .short = { $place }.
    .kind = where
where-hide-with = You are at { $place }, with { $others }.
    .kind = where

status-quit = The game has ended early. Nobody won.
    .kind = status
answer-around = Around you: { $exits }.
    .kind = answer
    .short = { $exits }.
exit-tree = { $place }, { $cards ->
        [0] no cards
        [one] { $cards } card
       *[other] { $cards } cards
    }
exit-tree-with = { $place }, { $cards ->
        [0] no cards
        [one] { $cards } card
       *[other] { $cards } cards
    }, { $others }
exit-hide = { $place }
exit-hide-with = { $place }, { $others }
answer-everyone = { $places }.
    .kind = everyone

## What can be done now: these may name the words to say

options-wait = Ask what you like; nobody has to move now.
    .kind = options
options-ready = Say roll. It is your turn.
    .kind = options
    .short = Roll.
options-report = Say what your die shows: one, two or three.
    .kind = options
    .short = One, two or three.
options-move = Choose { $places }.
    .kind = options
    .short = { $places }.
options-ear = Hold me to your ear and say ready.
    .kind = options
options-drawer = Nothing now: the others may call a thief.
    .kind = options
options-call = Call a thief by its name if you remember one.
    .kind = options
    .short = Call a thief.
options-next = Call the thief by its name, or start your turn.
    .kind = options
    .short = Call the thief, or start your turn.
options-other = Listen: it is { $seat }'s turn. You may ask anything.
    .kind = options
    .short = Listen: { $seat }'s turn.

## Help: these may name the words to say

help-setup = Collect hazelnuts from the trees, bring them to a hide, and remember where the thieves are. The game starts in a moment. More?
    .kind = help
help-ready = It is your turn. Say roll. Then choose a tree, or a hide to bank your nuts. More?
    .kind = help
help-report = Tell how many paws your die shows: one, two or three. More?
    .kind = help
help-move = Choose where to go: { $places }. Old Oak and Hollow Log are hides. More?
    .kind = help
help-move-die = Choose where to go: { $places }. Wrong number heard? Say roll and tell it again. More?
    .kind = help
help-ear = Hold me to your ear and say ready: I whisper your card. Say repeat to hear it again, back when you know it. More?
    .kind = help
help-drawer = Your card is a secret. If nobody names the thief in time, you keep a nut, and a thief goes back. More?
    .kind = help
help-drawer-open = Nobody has seen your card. The others may name a thief now; then it is told to all. More?
    .kind = help
help-call = { $seat } has drawn. If you remember the thief, call its name. Right: plus two. Wrong: minus two. More?
    .kind = help
help-next = { $seat }'s card is a thief. Call its name, or say roll to start your turn. More?
    .kind = help
help-other = It is { $seat }'s turn. Listen where { $seat } goes. When a card is taken, you may call the thief you remember. More?
    .kind = help
help-over = The game is over. Ask for the score, or start again. More?
    .kind = help

## The rules, breath by breath: these may name the words to say

topic-topics = Topics one to seven: turns, cards, thieves, calls, doubts, hides, winning. Say topic and its number. More?
    .kind = help
topic-turn = On your turn the die shows one to three paws. Go as far, along the ring or the plank, never straight back. More?
    .kind = help
topic-cards = Where you end at a tree, you get its top card, and only you hear what it is. A hazelnut is yours. More?
    .kind = help
topic-cards-open = Where you end at a tree, you get its top card. Callers guess first, then all hear it. A hazelnut is yours. More?
    .kind = help
topic-thieves = A thief goes back on top of its tree. So remember which thief you heard, and where. More?
    .kind = help
topic-calls = Who first calls a thief by its name wins two, and the holder loses all nuts. A wrong call costs two. More?
    .kind = help
topic-doubts = Is a decision wrong? Challenge, and hear who called when. Not me takes your call back, if one other says agree. More?
    .kind = help
topic-hides = Old Oak and Hollow Log are hides. One, two, three or four nuts bring one, three, six or ten there. More?
    .kind = help
topic-winning = Who first gets { $goal } wins. If two trees are empty before, the leader wins. That is all.
    .kind = help
