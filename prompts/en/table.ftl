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
table-microphone-lost = { $seat }'s microphone is gone. We stop here.
    .kind = event
table-microphone-back = All microphones are back. Going on.
    .kind = event
table-welcome-back = Welcome back. We go on where we stopped.
    .kind = event
table-goodbye = Goodbye. Thank you for playing.
    .kind = event
