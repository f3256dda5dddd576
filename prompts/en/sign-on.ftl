# Signing on: how many, who, and whether everybody hears and is heard.
#
# $name (a player's name), $names (names), $number (which player, or a number to be said again),
# $numbers (numbers of players), $thief (what is to be said)
# Messages of the kind "question" name what is to be answered.

same-ask = The same table again: { $names }?
    .kind = question
same-again = Do { $names } sit here again?
    .kind = question
count-ask = How many players: { $numbers }?
    .kind = question
count-again = How many are you: { $numbers }?
    .kind = question
name-ask = Player { $number }, your name: { $names }?
    .short = Player { $number }: { $names }?
    .kind = question
name-again = I cannot hear player { $number }. Is the microphone on?
    .kind = question
ear-ask = { $name }, which number is in your ear?
    .kind = question
ear-again = Once more, { $name }: which number?
    .kind = question
ear-number = { $number }
    .kind = secret
ear-none = No private ear for { $name }.
    .kind = event
word-ask = { $name }, say: { $thief }.
    .kind = question
word-again = I cannot hear { $name }. Once more: { $thief }.
    .kind = question
word-quiet = Closer to the microphone, { $name }: { $thief }.
    .kind = question
word-loud = Farther from the microphone, { $name }: { $thief }.
    .kind = question
word-later = Never mind, { $name }. We go on.
    .kind = event
secret-ask = Not everybody has an earphone. Shall I whisper the cards?
    .kind = question
secret-again = Shall the cards be whispered to one ear?
    .kind = question
begin-known = { $name } begins.
    .kind = event
begin-you = Then you begin.
    .kind = event
names-first = One microphone: always begin with your name.
    .kind = event
sign-on-done = { $names }: have fun!
    .kind = event
sign-on-quit = Then another time.
    .kind = event
sign-on-status = Player { $number } is signing on.
    .kind = status
sign-on-waits = The game has not begun yet.
    .kind = status
sign-on-options = Say I start to begin the game. Say physical dice if you throw your own, virtual dice if I do.
    .kind = options
sign-on-help-setup = In a moment you are asked who plays.
    .kind = help
sign-on-help-same = Yes, and you sit as you did last time. No, and everybody signs on again. At your own microphone, say I start to begin.
    .kind = help
sign-on-help-count = Say how many play: { $numbers }. Then everybody is asked for a name.
    .kind = help
sign-on-help-name = Player { $number }, speak into your own microphone and take a name. The others listen. Who says I start begins the game.
    .kind = help
sign-on-help-ear = { $name }, a number is told to your ear alone. Say which. If there is none, say no.
    .kind = help
sign-on-help-word = { $name }, say { $thief }, as loud as in the game. Do you want to begin? Say I start.
    .kind = help
sign-on-help-secret = Yes: whoever draws a card holds me to the ear. No: nobody sees a card before all do.
    .kind = help
sign-on-help-over = The game begins in a moment.
    .kind = help

# What everybody says to be tried out, if it is no name: Go Nuts, Nutventure.
nuts-go-nuts = go nuts
go-mushroom = go mushroom
