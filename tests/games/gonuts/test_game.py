"""A turn of Go Nuts!: throws, choices, what is lost and kept, how rounds and games end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.gonuts.play import Play, everywhere
from voicenuts.games.gonuts import game as gonuts
from voicenuts.games.gonuts.events import GoNuts, Hide, ReportAll, Roll, Total, command
from voicenuts.games.gonuts.game import Options, Phase
from voicenuts.games.gonuts.state import T_HINT, T_NUDGE
from voicenuts.table.history import History
from voicenuts.values import Cue, Cued, Earcon, Heard, Lapsed, Listing, Name, Rank, Ref, Say, Undone


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        (1, Options(), "2 to 4 seats, not 1"),
        (5, Options(), "2 to 4 seats, not 5"),
        (3, Options(goal=0), "at least 1, not 0"),
        (3, Options(faces="cats"), "birds or cars, not cats"),  # type: ignore[arg-type]  # wrong on purpose
        (3, Options(start_seat=3), "start seat 3"),
    ],
)
def test_what_no_table_can_have(seats: int, options: Options, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        gonuts.new(seats, options, 1)


def test_somebody_is_drawn_to_begin_unless_it_was_agreed() -> None:
    assert {gonuts.new(3, Options(), seed).active for seed in range(30)} == {0, 1, 2}
    state = gonuts.new(4, Options(start_seat=2), 1)
    assert (state.active, state.round, state.goal) == (2, (2, 3, 0, 1), 50)


def test_the_start_explains_and_waits() -> None:
    play = Play()
    assert play.said == ["nuts-opening", "nuts-first-ready"]
    assert play.effects[-1] == Cue("hint-1-1", T_HINT)
    assert play.state.phase is Phase.READY


# ---------------------------------------------------------------- throws


def test_g01_five_squirrels_are_a_frenzy_with_nothing_to_lose() -> None:
    play = Play().throw(squirrels=5)
    assert play.state.phase is Phase.COUNTDOWN
    assert play.drum.dice == 5
    assert play.args("nuts-all-squirrels")["points"] == 0


def test_g01_five_birds_end_the_turn() -> None:
    play = Play().throw(birds=5)
    assert play.args("nuts-only-birds")["points"] == 0
    assert (play.state.active, play.state.phase, play.state.score) == (1, Phase.READY, (0, 0, 0))


def test_g01_five_nuts_are_a_choice_with_all_dice() -> None:
    play = Play().throw(nuts=5)
    assert (play.state.phase, play.state.points, play.state.dice) == (Phase.CHOICE, 5, 5)


@pytest.mark.parametrize(("rescue", "dice"), [(False, 1), (True, 5)])
def test_g02_the_last_die(rescue: bool, dice: int) -> None:
    def one() -> Play:
        return Play(rescue=rescue).throw(nuts=1, birds=4)

    frenzy, bust, choice = one().throw(squirrels=1), one().throw(birds=1), one().throw(nuts=1)
    assert (frenzy.state.phase, frenzy.drum.dice, frenzy.state.points) == (Phase.COUNTDOWN, 1, 0)
    assert (bust.state.active, bust.args("nuts-only-birds")["points"]) == (1, 1)
    assert (choice.state.phase, choice.state.points, choice.state.dice) == (Phase.CHOICE, 2, dice)
    assert ("nuts-rescue" in choice.said) == rescue


def test_birds_leave_and_nuts_add_up() -> None:
    play = Play().throw(2, 2, 1)
    assert (play.state.points, play.state.dice) == (2, 4)
    assert play.args("nuts-throw")["faces"] == Listing(
        tuple(
            Ref(f"nuts-{face}", (("count", n),)) for face, n in (("nuts", 2), ("birds", 1), ("squirrels", 2))
        ),
        "then",
    )
    play.throw(1, 1, 2)
    assert (play.state.points, play.state.dice, play.state.turn) == (3, 2, 1)


def test_a_table_with_cars_hears_of_cars() -> None:
    play = Play(faces="cars").throw(2, 2, 1)
    assert "nuts-cars" in repr(play.effects)
    assert "nuts-first-cars" in play.said
    assert play.throw(birds=4).args("nuts-only-cars")["points"] == 2


def test_what_has_been_explained_is_only_asked() -> None:
    play = Play().throw(2, 2, 1)
    assert play.said == ["nuts-throw", "nuts-first-birds", "nuts-first-choice"]
    assert play.throw(1, 2, 1).said == ["nuts-throw", "nuts-prompt-choice"]
    assert play.hide().said == ["nuts-hides", "nuts-prompt-ready"]


def test_who_knows_the_game_is_only_asked_and_hears_which_dog_is_whose() -> None:
    play = Play(known=True)
    assert play.said == ["nuts-opening", "nuts-prompt-ready"]
    assert play.throw(2, 2, 1).said == ["nuts-throw", "nuts-prompt-choice"]
    dogs = ["nuts-your-dog"] * 2
    assert play.throw(squirrels=4).said == ["nuts-all-squirrels", *dogs, "nuts-prompt-countdown"]


# ---------------------------------------------------------------- choices


def test_hidden_nuts_are_safe_and_the_next_seat_plays() -> None:
    play = Play(score=(4, 0, 0)).throw(5).hide()
    assert (play.state.score, play.state.active, play.state.points) == ((9, 0, 0), 1, 0)
    assert play.args("nuts-hides") == {"seat": Name(0), "points": 5, "total": 9}
    play.throw(birds=5)
    assert play.state.score == (9, 0, 0)


def test_the_scores_are_told_once_a_round() -> None:
    play = Play(2).throw(5).hide()
    assert "nuts-round" not in play.said
    assert "nuts-round" in play.throw(5).hide().said
    assert play.state.round == (0, 1)


@pytest.mark.parametrize("where", ["setup", "ready", "report", "choice", "countdown", "total", "over"])
def test_commands_out_of_place_change_nothing(where: str) -> None:
    state = everywhere()[where]
    legal = {
        "ready": (Roll,),
        "choice": (Roll, Hide),
        "countdown": (GoNuts,),
        "total": (Total,),
    }.get(where, ())
    for event in (Roll(0, 5), Hide(0, 5), GoNuts(0, 5), Total(0, 1, 5)):
        after, effects = gonuts.step(state, event)
        if type(event) in legal:
            assert after != state
        else:
            assert (after, effects) == (state, (Earcon("no", to=0),))


def test_who_is_not_on_turn_hears_whose_turn_it_is() -> None:
    play = Play()
    before = play.state
    play.roll(2)
    assert play.effects == (Earcon("no", to=2), Say(2, "not-your-turn", (("seat", Name(0)),)))
    assert play.state == before
    assert gonuts.step(before, Hide(7, 5)) == (before, ())


def test_events_of_other_games_are_nothing() -> None:
    state = Play().state
    assert gonuts.step(state, Lapsed(3, 5)) == (state, ())
    assert gonuts.step(state, Cued("drawn-1", 5)) == (state, ())


# ---------------------------------------------------------------- silence


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("ready", "nuts-nudge-ready"),
        ("report", "nuts-nudge-report"),
        ("choice", "nuts-nudge-choice"),
        ("total", "nuts-prompt-total"),
    ],
)
def test_one_motif_and_one_reminder(where: str, message: str) -> None:
    state = everywhere()[where]
    waiting = f"{state.turn}-{state.asked}"
    state, effects = gonuts.step(state, Cued(f"hint-{waiting}", 5))
    assert effects == (Earcon("your-turn-1"), Cue(f"nudge-{waiting}", T_NUDGE - T_HINT))
    state, effects = gonuts.step(state, Cued(f"nudge-{waiting}", 5))
    (say,) = effects
    assert isinstance(say, Say)
    assert (say.message, say.rank) == (message, Rank.PROMPT)
    for id in (f"hint-{waiting}", f"nudge-{waiting}"):
        assert gonuts.step(state, Cued(id, 9)) == (state, ())


def test_a_prompt_that_was_answered_needs_no_reminder() -> None:
    play = Play().throw(2, 3)
    stale = f"hint-{play.state.turn}-{play.state.asked}"
    play.throw(2, 3)
    assert play.tell(Cued(stale, 5)).effects == ()
    over = Play(2, goal=3).throw(5).hide().throw(5, 0)
    stale = f"hint-{over.state.turn}-{over.state.asked}"
    assert over.hide().state.phase is Phase.READY
    over.throw(birds=5).throw(birds=5)
    assert over.tell(Cued(stale, 5)).effects == ()


# ---------------------------------------------------------------- real dice


def test_g07_more_than_the_dice_can_show_is_refused() -> None:
    play = Play(dice="physical").report(1, 1)
    assert play.state.dice == 4
    before = play.roll().state
    play.report(3, 2)
    assert play.state == before
    assert play.earcons == ["no"]
    assert play.args("nuts-only-dice") == {"dice": 4}


@pytest.mark.parametrize("dice", ["physical", "mixed"])
def test_real_dice_are_told_and_repeated(dice: str) -> None:
    play = Play(dice=dice).roll()
    assert (play.state.phase, play.said) == (Phase.REPORT, ["nuts-first-report"])
    play.report(2, 1)
    assert (play.state.points, play.state.dice, play.state.phase) == (2, 4, Phase.CHOICE)
    assert play.said[0] == "nuts-throw"
    assert play.roll().said == ["nuts-prompt-report"]
    play.report_all("birds")
    assert (play.state.active, play.state.score) == (1, (0, 0, 0))
    assert play.report_all("squirrels").state.phase is Phase.COUNTDOWN


def test_who_throws_before_saying_so_just_tells_the_dice() -> None:
    play = Play(dice="physical").report(2, 1)
    assert (play.state.points, play.state.dice) == (2, 4)


def test_nothing_might_mean_two_things() -> None:
    play = Play(dice="physical").roll()
    before = play.state
    assert play.report_all("nothing").said == ["nuts-which-birds"]
    assert play.state == before


def test_after_a_throw_has_been_told_another_may_be_a_new_one_or_a_better_reading() -> None:
    play = Play(dice="physical").report(2, 1)
    before = play.state
    assert play.report(3, 1).state == before
    assert play.earcons == ["no"]


def test_a_misheard_report_can_be_taken_back() -> None:
    """Nothing is drawn when dice are real, so the table lets their reader take back even a lost turn."""
    play = Play(dice="physical").roll()
    history = History(gonuts, play.state)
    history.step(ReportAll(0, "birds", 5))
    assert history.state.active == 1
    told = history.own_choice(0)
    assert told == 0
    history.step(Undone(told, 9))
    assert history.state == play.state


def test_virtual_dice_take_no_reports() -> None:
    play = Play()
    before = play.state
    assert play.report(5, 0).state == before
    assert play.earcons == ["no"]


# ---------------------------------------------------------------- the end


def test_g06_the_round_is_played_out_and_the_best_wins() -> None:
    play = Play(score=(47, 50 - 2, 0)).throw(nuts=3, squirrels=2).hide()
    assert "nuts-last-turns" in play.said
    assert not play.state.over
    assert "nuts-last-turns" not in play.throw(nuts=5).hide().said
    play.throw(birds=5)
    assert play.state.over
    assert (play.state.winners, play.state.score) == ((1,), (50, 53, 0))
    assert play.said[-2:] == ["wins", "final-scores"]


def tie() -> Play:
    """Seats 0 and 1 are level at 52."""
    return Play(score=(50, 50, 9)).throw(2, 3).hide().throw(2, 3).hide().throw(birds=5)


def test_g06_level_seats_play_one_more_turn_each() -> None:
    play = tie()
    assert play.said[-2:] == ["nuts-playoff", "nuts-prompt-ready"]
    assert (play.state.round, play.state.active, play.state.playoffs) == ((0, 1), 0, 1)
    play.throw(1, 4).hide().throw(2, 3).hide()
    assert (play.state.winners, play.state.score) == ((1,), (53, 54, 9))


def test_g06_after_three_more_rounds_they_share_the_win() -> None:
    play = tie()
    for _ in range(3):
        assert not play.state.over
        play.throw(1, 4).hide().throw(1, 4).hide()
    assert play.state.winners == (0, 1)
    assert play.args("shared-win")["total"] == 55


def test_nobody_else_takes_part_in_a_play_off_but_all_dogs_do() -> None:
    play = tie().frenzy()
    assert play.state.others == (1, 2)
    play.beat(3, 1, 2).woof(1).woof(2)
    assert play.state.score == (55, 52, 9)


def test_the_start_seat_decides_who_has_the_last_turn() -> None:
    play = Play(start_seat=2, goal=3, score=(2, 2, 2)).throw(5).hide()
    assert (play.state.active, play.state.over) == (0, False)
    play.throw(birds=5).throw(birds=5)
    assert play.state.winners == (2,)


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("phrase", "event"),
    [
        ("turn.roll", "Roll(seat=1, at=7)"),
        ("nuts.again", "Roll(seat=1, at=7)"),
        ("nuts.hide", "Hide(seat=1, at=7)"),
        ("nuts.go-nuts", "GoNuts(seat=1, at=7)"),
        ("bark.woof", "Woof(seat=1, at=7)"),
        ("thrown.nothing", "ReportAll(seat=1, face='nothing', at=7)"),
        ("thrown.all-birds", "ReportAll(seat=1, face='birds', at=7)"),
        ("thrown.birds-3", "Report(seat=1, nuts=0, birds=3, at=7)"),
        ("thrown.nuts-2", "Report(seat=1, nuts=2, birds=0, at=7)"),
        ("total.23", "Total(seat=1, nuts=23, at=7)"),
        ("thrown.owls-2", "None"),
        ("thrown.nuts", "None"),
        ("thrown.nuts-x", "None"),
        ("place.tree-1", "None"),
    ],
)
def test_phrases_are_commands(phrase: str, event: str) -> None:
    assert repr(command(Heard(1, phrase, 7, 99, 1.0))) == event


def test_only_who_may_speak_is_listened_to() -> None:
    states = everywhere()
    active = {where: set(gonuts.listening(state)[0]) for where, state in states.items()}
    assert active["ready"] == {"turn.roll"}
    assert active["choice"] == {"turn.roll", "nuts.again", "nuts.hide"}
    assert active["countdown"] == {"nuts.go-nuts"}
    assert active["report"] == {"thrown", "pace"}
    assert active["total"] == {"total", "pace"}
    assert not any(active[where] for where in ("setup", "frenzy", "over", "quit"))
    for where, state in states.items():
        calls = tuple(bool(heard - {"pace"}) for heard in gonuts.listening(state)[1:])
        drumming = {"frenzy": (True, True), "real drum": (True, True), "back": (False, True)}
        assert calls == drumming.get(where, (False, False))


def test_real_dice_may_be_told_unasked() -> None:
    for where, told in (("ready", True), ("choice", False), ("countdown", False)):
        state = everywhere()[where]
        state = state._replace(options=replace(state.options, dice="mixed"))
        assert ("thrown" in gonuts.listening(state)[0]) == told


def test_phrases_by_onset_are_words_of_the_drum_alone() -> None:
    for state in everywhere().values():
        heard = frozenset[str]().union(*gonuts.listening(state))
        assert (heard & gonuts.BY_ONSET != frozenset()) == state.at_ear
