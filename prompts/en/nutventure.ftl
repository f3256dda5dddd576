# Nutventure.
#
# Kinds, limits, `.short` and `.long` as in hazelnut.ftl, "lesson" as in go-nuts.ftl; a "chain", for what the villains
# do, has 16 words.  Outside help, lessons, options, parts, the reminder of a turn and the long wording of its prompt,
# no message uses a word that players say to command the table, but for the directions in the question for a step.
#
# $seat (name of a player), $seats (names), $square (a square, or all about it), $colour, $colours, $face (what a die
# shows), $first ... $fourth (the four dice), $direction, $ways (exits), $target (what a way leads to), $store, $stores
# (a store, stores, or how many), $stops (places within reach), $moves (of the villains), $scared (squirrels),
# $owl, $fox, $hour (hours), $nuts, $total, $unused (dice), $steps, $number, $times, $round, $rounds (whole numbers),
# $burden, $empty, $there, $everyone, $scores (parts and lists of them)

## Places, colours and other parts

nutventure-place-top = top { $hour }
nutventure-place-middle = middle { $hour }
nutventure-place-bottom = bottom { $hour }
nutventure-crown = the Crown
nutventure-target-nest = nest
nutventure-target-hive = hive
nutventure-target-fern = fern
nutventure-target-mushroom = mushroom
nutventure-target-nut = a nut
nutventure-target-crown = the Crown
nutventure-colour-red = red
nutventure-colour-yellow = yellow
nutventure-colour-green = green
nutventure-colour-blue = blue
nutventure-ladder = ladder
nutventure-nuts = { $nuts ->
        [one] { $nuts } nut
       *[other] { $nuts } nuts
    }
nutventure-direction-left = left
nutventure-direction-right = right
nutventure-direction-up = up
nutventure-direction-down = down
nutventure-exit = { $direction } { $colour }
nutventure-exit-with = { $direction } { $colour } with { $there }
nutventure-exit-owl = { $direction } owl
nutventure-exit-fox = { $direction } fox
nutventure-seat-at = { $seat } { $square } carrying { $nuts }
nutventure-seat-at-bare = { $seat } { $square }
nutventure-owl-at = owl { $hour }
nutventure-fox-at = fox { $hour }
nutventure-seat-score = { $seat } { $total } in { $stores ->
        [one] { $stores } store
       *[other] { $stores } stores
    }
nutventure-target-at = { $target } at { $square }
nutventure-carrying = You carry { $nuts }
nutventure-carrying-nothing = You carry nothing
nutventure-empty-all = All stores empty
nutventure-empty-none = All stores full
nutventure-empty-some = Empty: { $stores }
nutventure-stop-store = { $target } { $unused ->
        [0] with all dice
        [one] leaving one die
       *[other] leaving { $unused } dice
    }
nutventure-stop-nuts = { $square } for { $nuts } { $unused ->
        [0] with all dice
        [one] leaving one die
       *[other] leaving { $unused } dice
    }
nutventure-owl-moves = owl to { $owl }
nutventure-fox-moves = fox to { $fox }
nutventure-both-move = owl to { $owl }, fox to { $fox }
nutventure-none-moves = { $times ->
        [one] nobody moves
       *[other] nobody moves, { $times } times
    }
nutventure-scared-drops = { $seat } drops { $nuts }
nutventure-scared-bare = { $seat }

## Opening

nutventure-opening = Nutventure. Fill nest, hive, fern and mushroom with nuts.
    .kind = prompt
    .short = Nutventure. Four stores to fill.
nutventure-villains-at = Owl at middle { $owl }, fox at bottom { $fox }.
    .kind = event

## Prompts: the question comes last

nutventure-prompt-ready = { $seat }'s turn.
    .long = { $seat }'s turn. Say roll, then go step by step. Or say help.
    .kind = prompt
nutventure-prompt-last = { $seat }'s last turn.
    .kind = prompt
nutventure-nudge-ready = { $seat }, the dice are waiting: say roll.
    .kind = prompt
nutventure-prompt-report = { $seat }, what does die { $number } show?
    .short = { $seat }, die { $number }?
    .kind = prompt
nutventure-prompt-next = { $face }. Die { $number }?
    .kind = prompt
nutventure-faces = { $first }. { $second }. { $third }. { $fourth }.
    .kind = prompt
nutventure-prompt-steps = { $seat } at { $square }: { $ways }?
    .short = { $square }: { $ways }?
    .kind = prompt
nutventure-prompt-way = { $target } in { $steps }, { $unused ->
        [0] with all dice
        [one] leaving one die
       *[other] leaving { $unused } dice
    }. Go there?
    .short = { $target } in { $steps }, leaving { $unused }?
    .kind = prompt
nutventure-prompt-villain = { $seat }, what does the villain die show?
    .short = { $seat }, the villain die?
    .kind = prompt

## Events

nutventure-not-your-turn = It is { $seat }'s turn.
    .kind = event
nutventure-face-impossible = No other die has { $face }.
    .kind = event
nutventure-step = { $square }. { $unused ->
        [0] No dice remain.
        [one] One die: { $colours }.
       *[other] { $unused } dice: { $colours }.
    }
    .short = { $square }. { $unused }.
    .kind = prompt
nutventure-stuck = No die fits any step: your turn ends.
    .short = No step fits.
    .kind = event
nutventure-no-ladder = No ladder here.
    .kind = event
nutventure-owl-near = Owl is near: not that way.
    .short = Owl is near.
    .kind = event
nutventure-fox-near = Fox is near: not that way.
    .short = Fox is near.
    .kind = event
nutventure-needs = Needs { $colour }: no die remains for it.
    .short = Needs { $colour }.
    .kind = event
nutventure-no-way = Your dice do not reach { $target } now.
    .short = No way to { $target } now.
    .kind = event
nutventure-keeps = { $seat } stores nothing this turn.
    .kind = event
nutventure-leaves = { $seat } takes nothing this turn.
    .kind = event
nutventure-stored = { $store } filled: { $nuts }.
    .kind = event
nutventure-takes = { $seat } takes { $nuts }.
    .kind = event
nutventure-villains = { $moves }.
    .kind = chain
nutventure-scared = Scared: { $scared }. To the Crown!
    .kind = chain
nutventure-snow-near = First snow in { $rounds } rounds ends the game.
    .kind = event

## What happens for the first time is explained

nutventure-lesson-tree = The tree has three floors: top, middle and bottom, each a ring of twelve hours. You start at the Crown, top twelve.
    .kind = lesson
nutventure-lesson-branch = A nut lies here. End your steps here, and you take it.
    .kind = lesson
nutventure-lesson-steps = Each step uses a die with the colour of the next square. Say right, left, up or down, or all done to end.
    .kind = lesson
nutventure-lesson-go = Or say go nut, go hive and so on, and I find the way.
    .kind = lesson
nutventure-lesson-nut = Carry it to any empty store: nest, hive, fern or mushroom. Passing through is enough.
    .kind = lesson
nutventure-lesson-store = Each store takes one nut or two at once. Fill all four.
    .kind = lesson
nutventure-lesson-villains = Unused dice move owl on the middle floor, fox at the bottom, or nobody. Whoever they come next to drops the nut and flees.
    .kind = lesson

## End of the game

nutventure-last-turns = { $seat } has four full stores! One last turn for others.
    .short = { $seat } has all four! Last turns.
    .kind = result
nutventure-snow = First snow! The game is over.
    .kind = result
nutventure-quit = The game ends here.
    .kind = result
nutventure-wins = { $seat } wins with { $total }!
    .kind = result
nutventure-wins-stores = { $seat } wins with { $total }, in more stores: { $stores }.
    .kind = result
nutventure-wins-carrying = { $seat } wins with { $total }, still carrying { $nuts }.
    .kind = result
nutventure-shared-win = { $seats } share the win with { $total }!
    .kind = result
nutventure-final-scores = { $scores }.
    .kind = score

## Answers to questions

nutventure-answer-score = { $scores }.
    .kind = score
nutventure-answer-everyone = { $everyone }.
    .kind = everyone
nutventure-answer-around = { $ways }.
    .long = Around you: { $ways }.
    .kind = answer
nutventure-where = { $square }. { $burden }. { $empty }.
    .kind = where
nutventure-status-setup = The game is about to start.
    .kind = status
nutventure-status-ready = It is { $seat }'s turn, in round { $round }.
    .short = { $seat }'s turn.
    .kind = status
nutventure-status-report = { $seat } has the dice. What do they show?
    .short = { $seat } has the dice.
    .kind = status
nutventure-status-steps = { $seat } may use { $unused ->
        [one] one die
       *[other] { $unused } dice
    }: { $colours }.
    .short = { $seat }, { $unused }: { $colours }.
    .kind = status
nutventure-status-way = { $seat } is shown a way to { $target }.
    .kind = status
nutventure-status-villain = { $seat } has the villain die.
    .kind = status
nutventure-status-over = The game is over. { $seats } won.
    .kind = status
nutventure-status-quit = The game has ended early. Nobody won.
    .kind = status

## What can be done now: these may name the words to say

nutventure-options-wait = Ask what you like; nobody has to move now.
    .kind = options
nutventure-options-other = Listen: it is { $seat }'s turn. You may ask anything.
    .kind = options
    .short = Listen: { $seat }'s turn.
nutventure-options-ready = Say roll. It is your turn.
    .kind = options
    .short = Roll.
nutventure-options-report = Say what one die shows, such as red, or green blue.
    .kind = options
nutventure-options-reach = Go { $stops }.
    .kind = options
nutventure-options-steps = Say right, left, up, down or all done. Your dice take { $colours }.
    .kind = options
    .short = Right, left, up, down or all done.
nutventure-options-way = Say yes to go there, no to stay, or take one step.
    .kind = options
    .short = Yes, no, or one step.
nutventure-options-villain = Say the number on the villain die, one to eight.
    .kind = options
    .short = One to eight.

## Help: these may name the words to say

nutventure-help-setup = Carry nuts through the tree to your four stores, and keep away from owl and fox. The game starts in a moment. More?
    .kind = help
nutventure-help-ready = It is your turn. Say roll. Then walk step by step to a nut, or with a nut to a store. More?
    .kind = help
nutventure-help-report = Throw your four dice. Tell me the colours of one after the other. Wrong? Say roll and begin again. More?
    .kind = help
nutventure-help-steps = Say right, left, up, down or all done. Around me tells what is near, status your colours, what can I do good places. More?
    .kind = help
nutventure-help-way = I have found a way. Say yes, and you go it. Say no, and you go step by step. More?
    .kind = help
nutventure-help-villain = Each die you did not use is one throw of the villain die. Say its number, one to eight. More?
    .kind = help
nutventure-help-other = It is { $seat }'s turn. Where am I tells what you have, around me what is near, where is everyone the rest. More?
    .kind = help
nutventure-help-over = The game is over. Ask for the score, or start again. More?
    .kind = help

## The rules, breath by breath: these may name the words to say

nutventure-topic-topics = Topics one to eight: the tree, colours, dice, nuts, stores, villains, ways, winning. Say topic and its number. More?
    .kind = help
nutventure-topic-tree = Three floors of twelve hours, each a ring. Right is the next hour. Ladders: top twelve, four, eight; middle two, six, ten. More?
    .kind = help
nutventure-topic-colours = Going right, colours run red, yellow, green, blue. Nests are yellow, hives and mushrooms red, ferns blue. All repeats every four hours. More?
    .kind = help
nutventure-topic-dice = Each step takes one die with the colour of the square you enter. I choose the dice for you, in any order. More?
    .kind = help
nutventure-topic-nuts = Where your steps end, you take a nut if your paws are empty. Say leave it before, and it stays. More?
    .kind = help
nutventure-topic-stores = Enter an empty nest, hive, fern or mushroom, and your nut is stored. Say keep it before, and you keep it. More?
    .kind = help
nutventure-topic-villains = Every die you do not use moves owl or fox. Whoever it comes next to drops the nut and runs to the Crown. More?
    .kind = help
nutventure-topic-ways = Say go nest, go nut, or a square such as middle seven: I find the way that uses most dice. More?
    .kind = help
nutventure-topic-ways-alone = At this table everybody finds the way alone. Around me tells what is next to you. More?
    .kind = help
nutventure-topic-winning = Who first has four full stores gives the others one last turn. Most stored nuts win. Snow ends all after { $rounds } rounds. That is all.
    .kind = help
