# What the table itself has to say.
# $seat (name of a player)

table-paused = Paused.
    .kind = event
table-resumed = Going on.
    .kind = event
table-nothing-yet = Nothing has been said yet.
    .kind = event
table-not-heard = Sorry, once more, please.
    .kind = event
table-too-early = Too early: first the rustle, then once more.
    .kind = event
table-name-first = Please begin with your name.
    .kind = event
table-name-then-rest = First your name, then all else, please.
    .kind = event
table-microphone-lost = { $seat }'s microphone is gone. We stop here.
    .kind = event
table-microphone-back = All microphones are back. Going on.
    .kind = event
table-welcome-back = Welcome back. We go on where we stopped.
    .kind = event
table-goodbye = Goodbye. Thank you for playing.
    .kind = event

# Written, never said: what a shared screen shows of a word for one ear.
table-secret = (a secret)
    .kind = event

# Before a doubtful call costs anything. $thief, $other (what it may have been)
ask-back = { $seat }: { $thief } or { $other }?
    .kind = prompt
ask-back-which = { $seat }, which one was it?
    .kind = prompt

# Second thoughts. $calls (list of call-first, call-later and call-close), $thief (a thief's name),
# $hundredths (hundredths of a second after the first call)
undone = Taken back.
    .kind = event
undo-nothing = There is nothing you can take back.
    .kind = event
undo-secret = A card has been seen; too late.
    .kind = event
undo-ask = { $seat } wants this turn back. Do all others agree?
    .kind = prompt
vote-dropped = Then it stays as it is.
    .kind = event
challenge-answer = { $calls }.
    .kind = status
call-first = { $seat }, { $thief }
call-later = { $seat }, { $thief }, { $hundredths } hundredths later
call-close = { $seat }, { $thief }, about { $hundredths } hundredths later
not-me-ask = { $seat } says: not my call. Does somebody agree?
    .kind = prompt
call-void = { $seat }'s call does not count.
    .kind = event
calls-void = No call counts in this round.
    .kind = event

# How it is spoken: said in the new manner, without the words that ask for it.
level-1 = Brief.
    .kind = setting
level-2 = Normal.
    .kind = setting
level-3 = Detailed.
    .kind = setting
as-wished = Okay.
    .kind = setting
most-shorter = Briefest already.
    .kind = setting
most-longer = Fullest already.
    .kind = setting
most-faster = Fastest.
    .kind = setting
most-slower = Slowest.
    .kind = setting
most-louder = Loudest.
    .kind = setting
most-quieter = Softest.
    .kind = setting

# Ending the game early.
quit-ask = End the game? Two must confirm.
    .kind = asking
quit-dropped = Then we play on.
    .kind = asking
