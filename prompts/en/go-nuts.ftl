# Go Nuts!
#
# Kinds and their limits as in hazelnut.ftl; a "lesson" explains something the first time it comes, in 25 words
# at the most, and may name the words to say.  Questions to decide name them, too: prompt-choice and which.
# While the drum beats nothing is said to all; what may be asked meanwhile never has the word that calls a dog.
#
# $seat (name of a player), $seats (names), $faces (what the dice of a throw show), $flyers (birds or cars),
# $points (nuts of this turn), $nuts, $total, $goal, $left, $most, $dice, $count, $beats (whole numbers)

## Parts

nuts-nuts = { $count ->
        [one] { $count } nut
       *[other] { $count } nuts
    }
nuts-squirrels = { $count ->
        [one] { $count } squirrel
       *[other] { $count } squirrels
    }
nuts-birds = { $count ->
        [one] { $count } bird
       *[other] { $count } birds
    }
nuts-cars = { $count ->
        [one] { $count } car
       *[other] { $count } cars
    }
nuts-word-birds = birds
nuts-word-cars = cars

## Opening

nuts-opening = Go Nuts! { $goal } nuts end the game.
    .long = Go Nuts! Gather nuts and keep them safe. { $goal } end the game.
    .kind = prompt

## Explained once

nuts-first-ready = { $seat }, you begin. Say roll, and your five dice fall. Say help to know more.
    .kind = lesson
nuts-first-ready-real = { $seat }, you begin. Throw your five dice, then say what they show, such as two nuts. Say help to know more.
    .kind = lesson
nuts-first-report = { $seat }, what do they show? Say two nuts, for example; squirrels are the rest. If there is nothing else, all squirrels.
    .kind = lesson
nuts-first-choice = { $points ->
        [0] Nothing
       *[other] { $points }
    } this turn, { $dice ->
        [one] { $dice } die
       *[other] { $dice } dice
    } left. Say again to go on and risk your nuts, or hide to keep them.
    .kind = lesson
nuts-first-frenzy = Frenzy! On every beat { $seat } wins nuts, until all others have called back their dogs. When your dog barks, answer woof.
    .kind = lesson
nuts-first-frenzy-real = Frenzy! One throw a beat. { $seat } counts nuts. The others throw for their dog, keep it and shout woof.
    .kind = lesson
nuts-first-frenzy-free = Frenzy! Throw as fast as you like. { $seat } counts nuts. The others throw for their dog, keep it and shout woof.
    .kind = lesson
nuts-first-pace = If you all want to throw as fast as you like, somebody says go wild. The clock brings back the drum.
    .kind = lesson
nuts-first-birds = Every bird takes its die away.
    .kind = event
nuts-first-knock = The knock was a woof before its bark. That dog missed a beat.
    .kind = lesson
nuts-first-cars = Every car takes its die away.
    .kind = event

## Prompts: the question comes last

nuts-prompt-ready = { $seat }'s turn.
    .long = { $seat }'s turn. Say roll.
    .kind = prompt
nuts-prompt-ready-real = { $seat }'s turn.
    .long = { $seat }'s turn. Throw your dice, and say what they show.
    .kind = prompt
nuts-prompt-report = { $seat }, what do they show?
    .kind = prompt
nuts-prompt-choice = { $points ->
        [0] Nothing
       *[other] { $points }
    } this turn, { $dice ->
        [one] { $dice } die
       *[other] { $dice } dice
    }. Again or hide?
    .short = { $points ->
        [0] Nothing
       *[other] { $points }
    }, { $dice ->
        [one] { $dice } die
       *[other] { $dice } dice
    }?
    .kind = prompt
nuts-prompt-countdown = { $seat }, shout go nuts!
    .kind = prompt
nuts-prompt-total = { $seat }, how many nuts did you count?
    .short = { $seat }, how many nuts?
    .kind = prompt
nuts-pace-ask = { $seat } wants no drum in a frenzy. Do all others agree?
    .kind = prompt
nuts-which-birds = All squirrels, or all birds?
    .kind = prompt
nuts-which-cars = All squirrels, or all cars?
    .kind = prompt
nuts-nudge-ready = { $seat }, your dice are waiting: say roll.
    .kind = prompt
nuts-nudge-ready-real = { $seat }, your dice are waiting.
    .kind = prompt
nuts-nudge-report = { $seat }, what did you get?
    .kind = prompt
nuts-nudge-choice = { $seat }, again or hide?
    .kind = prompt

## Events

nuts-throw = { $faces }.
    .kind = event
nuts-only-birds = { $points ->
        [0] Only birds! The turn is over.
       *[other] Only birds! { $seat } loses { $points }.
    }
    .kind = event
nuts-only-cars = { $points ->
        [0] Only cars! The turn is over.
       *[other] Only cars! { $seat } loses { $points }.
    }
    .kind = event
nuts-only-dice = { $dice ->
        [one] Only { $dice } die was thrown.
       *[other] Only { $dice } dice were thrown.
    }
    .kind = event
nuts-rescue = The last nut brings five dice back.
    .kind = event
nuts-hides = { $points ->
        [0] { $seat } hides nothing. { $seat } { $total }.
       *[other] { $seat } hides { $points }. { $seat } { $total }.
    }
    .kind = event
nuts-last-turns = The goal! The others finish this round.
    .kind = event
nuts-round = { $scores }.
    .kind = score
nuts-playoff = { $seats } are level: one more turn each.
    .kind = result

nuts-pace-free = No drum: as fast as you like.
    .kind = event
nuts-pace-drum = The drum beats, as before.
    .kind = event

## The frenzy

nuts-all-squirrels = { $points ->
        [0] All squirrels!
       *[other] All squirrels! { $seat } loses { $points }.
    }
    .kind = event
nuts-your-dog = { $seat }'s dog:
    .kind = event
nuts-frenzy-over = Stop! { $nuts ->
        [one] { $nuts } nut
       *[other] { $nuts } nuts
    }. { $seat } { $total }.
    .kind = result
nuts-late = { $beats ->
        [one] { $beats } beat came too late: minus { $nuts }.
       *[other] { $beats } beats came too late: minus { $nuts }.
    }
    .kind = event
nuts-late-real = { $beats ->
        [one] Do not count the last beat.
       *[other] Do not count the last { $beats } beats.
    }
    .kind = event
nuts-too-many = There cannot be more than { $most }.
    .kind = event

## Answers to questions

nuts-status-ready = It is { $seat }'s turn. All five dice are waiting.
    .short = { $seat }'s turn.
    .kind = status
nuts-status-report = { $seat } has to tell what { $dice } dice show.
    .kind = status
nuts-status-choice = { $seat } has { $points ->
        [0] nothing
       *[other] { $points }
    } this turn and { $dice ->
        [one] { $dice } die
       *[other] { $dice } dice
    } left.
    .short = { $seat }: { $points }, { $dice ->
        [one] { $dice } die
       *[other] { $dice } dice
    }.
    .kind = status
nuts-status-countdown = Only squirrels: { $seat } may start the frenzy.
    .kind = status
nuts-status-frenzy = { $seat }'s frenzy. Dogs still out: { $seats }.
    .short = Dogs still out: { $seats }.
    .kind = status
nuts-status-total = The frenzy is over. { $seat } counts nuts.
    .kind = status
nuts-where = You have { $total }. { $left } more to the goal.
    .short = { $total }, { $left } to go.
    .kind = where
nuts-where-there = You have { $total }. The goal is { $goal }.
    .kind = where

## What can be done now: these may name the words to say

nuts-options-ready = Say roll, and your five dice fall.
    .short = Roll.
    .kind = options
nuts-options-ready-real = Throw your five dice and say what they show, such as two nuts.
    .short = Throw, and say what they show.
    .kind = options
nuts-options-report = Say how many nuts and { $flyers } there are; squirrels are the rest. Or all squirrels, or all { $flyers }.
    .kind = options
nuts-options-choice = Say again to go on with { $dice ->
        [one] { $dice } die
       *[other] { $dice } dice
    }, or hide to keep your nuts.
    .short = Again or hide.
    .kind = options
nuts-options-countdown = Shout go nuts, and the drum begins.
    .kind = options
nuts-options-dog = The drum is coming. Answer your own dog's bark with woof.
    .kind = options
nuts-options-dog-real = The drum is coming. Throw your dog's die on every beat; when it shows the dog, shout woof.
    .kind = options
nuts-options-dog-free = There is no drum. Throw your dog's die as fast as you like; when it shows the dog, shout woof.
    .kind = options
nuts-options-drum = Nothing now: all nuts are yours until every dog is back.
    .kind = options
nuts-options-drum-real = One throw on every beat. Count your nuts.
    .kind = options
nuts-options-drum-free = Throw as fast as you like. Count your nuts.
    .kind = options
nuts-options-bark = Answer your own dog as soon as it barks.
    .kind = options
nuts-options-bark-real = One throw on every beat. When you have the dog, call it.
    .kind = options
nuts-options-bark-free = Throw as fast as you like. When you have the dog, call it.
    .kind = options
nuts-options-back = Nothing more: your dog is back.
    .kind = options
nuts-options-total = Say how many nuts you counted, { $most } at most.
    .kind = options

## Help: these may name the words to say

nuts-help-setup = Collect nuts with your dice and hide them before they are lost. The game starts in a moment. More?
    .kind = help
nuts-help-ready = It is your turn: say roll. You collect nuts, and after every throw you go on or keep them. More?
    .kind = help
nuts-help-ready-real = It is your turn: throw your five dice, then say what they show, such as two nuts. More?
    .kind = help
nuts-help-report = Say how many nuts and { $flyers } there are, or all squirrels, or all { $flyers }. Heard wrong? Say undo. More?
    .kind = help
nuts-help-choice = Say again to throw { $dice ->
        [one] { $dice } die
       *[other] { $dice } dice
    }, or hide to keep your nuts. If only { $flyers } or only squirrels come, they are lost. More?
    .kind = help
nuts-help-countdown = Shout go nuts: the drum starts, and on every beat you win nuts, until all dogs are back. More?
    .kind = help
nuts-help-dog = The drum is coming. When your own dog barks, answer woof; the last woof stops { $seat }'s nuts. More?
    .kind = help
nuts-help-dog-real = The drum is coming. One throw of your dog's die a beat; the dog? Shout woof. The last woof stops { $seat }. More?
    .kind = help
nuts-help-dog-free = Throw your dog's die as fast as you like after the ticks; the dog? Shout woof. The last woof stops { $seat }. More?
    .kind = help
nuts-help-drum = Your dice fall by themselves on every beat. All nuts are yours until every dog is back. More?
    .kind = help
nuts-help-drum-real = One throw of your dice on every beat; count the nuts. When the gong sounds, say how many. More?
    .kind = help
nuts-help-drum-free = Throw your dice as fast as you like; count the nuts. When the gong sounds, say how many. More?
    .kind = help
nuts-help-bark = Wait until your own dog barks, then bark back at once. Too early, and your dog misses a beat. More?
    .kind = help
nuts-help-bark-real = One throw of your dog's die on every beat. When it shows the dog, leave it and bark. More?
    .kind = help
nuts-help-bark-free = Throw your dog's die as fast as you like. When it shows the dog, leave it and bark. More?
    .kind = help
nuts-help-back = Your dog is back. The frenzy ends when all are. More?
    .kind = help
nuts-help-total = Say how many nuts you counted in the frenzy, { $most } at most. More?
    .kind = help
nuts-help-other = It is { $seat }'s turn. When only squirrels come, a frenzy begins, and you will have to answer your dog. More?
    .kind = help

## The rules, breath by breath: these may name the words to say

nuts-topic-topics = Topics one to six: a turn, losing dice, the frenzy, the dogs, hiding, winning. Say topic and its number. More?
    .kind = help
nuts-topic-turn = On your turn five dice fall, with squirrels and nuts. Every nut counts one. Then go on, or hide them. More?
    .kind = help
nuts-topic-turn-real = Throw your five dice and say how many nuts there are. Every nut counts one. Then go on, or hide them. More?
    .kind = help
nuts-topic-birds = Every bird takes its die out of your turn. Only birds in a throw: your turn ends with nothing. More?
    .kind = help
nuts-topic-cars = Every car takes its die out of your turn. Only cars in a throw: your turn ends with nothing. More?
    .kind = help
nuts-topic-frenzy = Only squirrels lose this turn's nuts, but start a frenzy: your dice fall on every beat, and all those nuts are yours. More?
    .kind = help
nuts-topic-frenzy-real = Only squirrels lose this turn's nuts, but start a frenzy: throw once a beat, count the nuts, stop at the gong. More?
    .kind = help
nuts-topic-frenzy-free = Only squirrels lose this turn's nuts, but start a frenzy: throw as fast as you like, count, stop at the gong. More?
    .kind = help
nuts-topic-dogs = In a frenzy all others have a dog. When yours barks, shout woof. The last woof ends it; too early costs a beat. More?
    .kind = help
nuts-topic-dogs-real = In a frenzy all others throw a dog's die once a beat. Got the dog? Shout woof. The last woof ends it. More?
    .kind = help
nuts-topic-dogs-free = In a frenzy all others throw a dog's die. Got the dog? Shout woof. The last woof ends it. More?
    .kind = help
nuts-topic-hiding = Hidden nuts are safe for good, but hiding ends your turn. Nuts of a frenzy are hidden at once. More?
    .kind = help
nuts-topic-hiding-rescue = Hidden nuts are safe, but hiding ends your turn. Frenzy nuts are hidden at once. One last nut brings five dice back. More?
    .kind = help
nuts-topic-winning = Who has { $goal } ends the game with that round. Most nuts win; if level, one more turn each. That is all.
    .kind = help
