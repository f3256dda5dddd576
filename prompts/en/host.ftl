# The host: which game is played, before, between and after games, and who won the last ones.
#
# $game (a game's name), $games (games' names, or how many of them), $names, $winners (names of players),
# $best (a player's name), $total (points)
# Messages of the kind "question" name what is to be answered.

game-hazelnut = Knights of the Hazelnut
game-go-nuts = Go Nuts
game-nutventure = Nutventure

menu-unfinished-ask = Unfinished: { $names }. Go on with that game?
    .kind = question
menu-unfinished-again = { $names } have not finished. Shall they play on?
    .kind = question
menu-game-ask = Voicenuts. Which game: { $games }?
    .short = Which game: { $games }?
    .kind = question
menu-game-again = What shall we play: { $games }?
    .kind = question
menu-again-ask = { $game } again, or a new game?
    .kind = question
menu-again-again = Say again, new game, or no.
    .kind = question
menu-chosen = { $game }!
    .kind = question
menu-waits = No game is being played now.
    .kind = status
menu-help-setup = In a moment you are asked what to play.
    .kind = help
menu-help-unfinished = A game was interrupted. Yes goes on with it, no begins another.
    .kind = help
menu-help-again = Again plays { $game } once more; the next player begins. New game chooses another one. No ends the evening.
    .kind = help
menu-help-game = Say which game you want: { $games }. Its rules are explained while you play.
    .kind = help
menu-help-over = The game begins in a moment.
    .kind = help

dice-virtual = The dice are mine.
    .kind = event
dice-real = The dice are yours: tell what they show.
    .kind = event
dice-all = All dice are yours, even in a frenzy.
    .kind = event

fame-none = Nobody has won here yet.
    .kind = status
fame-last = Last time { $winners } won { $game } with { $total }.
    .kind = answer
fame-last-and-most = Last time { $winners } won { $game } with { $total }. { $best } won most: { $games }.
    .kind = answer
