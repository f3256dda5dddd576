"""Bot minds: they learn from what can be heard, and from nothing else."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

import pytest

from voicenuts.lab.hazelnut_mind import GUESS_S, Mind
from voicenuts.values import Arg, Cue, Effect, Listing, Name, Open, Ref, Say, Secret, Window


def said(message: str, **args: Arg) -> Say:
    return Say(None, message, tuple(args.items()))


def prompt(seat: int, *places: str) -> Say:
    return said(
        "prompt-move", seat=Name(seat), paws=1, places=Listing(tuple(Ref(f"place-{p}") for p in places))
    )


def arrive(seat: int, place: str) -> Say:
    return said("arrive", seat=Name(seat), place=Ref(f"place-{place}"))


def told(mind: Mind, *effects: Effect) -> Mind:
    for effect in effects:
        mind.hears(effect)
    return mind


def looked(mind: Mind, thief: str = "lynx", seat: int | None = None) -> Mind:
    """The mind's own player has looked at a thief on tree one, and it went back."""
    return told(
        mind,
        prompt(mind.seat, "tree-1", "tree-8"),
        arrive(mind.seat, "tree-1"),
        Secret(mind.seat if seat is None else seat, f"card-{thief}"),
        said("card-back"),
    )


def calls(minds: list[Mind], place: str = "tree-1") -> list[str | None]:
    """What each mind calls when seat 0 draws from the place."""
    return [told(mind, arrive(0, place)).calls() for mind in minds]


def test_a_thief_once_seen_is_called() -> None:
    minds = [looked(Mind(1, 3, seed)) for seed in range(400)]
    heard = calls(minds)
    assert heard.count("thief.lynx") / 400 == pytest.approx(0.967, abs=0.03)
    assert None not in heard


def test_memory_fades_by_three_per_cent_a_turn() -> None:
    minds = [looked(Mind(1, 3, seed)) for seed in range(1000)]
    for mind in minds:
        told(mind, *[prompt(0, "tree-8", "tree-2")] * 10)
    assert calls(minds).count(None) / 1000 == pytest.approx(1 - 0.97**10, abs=0.04)


def test_another_seats_secret_is_not_heard() -> None:
    minds = [looked(Mind(1, 3, seed), seat=2) for seed in range(50)]
    assert calls(minds) == [None] * 50


def test_words_into_another_ear_are_not_heard() -> None:
    mind = told(Mind(1, 3, 0), said("opening", goal=18))
    assert told(mind, replace(said("opening", goal=5), to=2)).goal == 18
    assert told(mind, replace(said("opening", goal=5), to=1)).goal == 5


def test_the_decisive_phrases_of_a_window_are_not_looked_at() -> None:
    peek = Open(Window(1, 0, 9, frozenset({1}), frozenset({"thief.fox"}), frozenset({"thief.fox"})))
    minds = [told(Mind(1, 3, seed), arrive(0, "tree-1"), peek, Cue("drawn-1")) for seed in range(50)]
    assert [mind.calls() for mind in minds] == [None] * 50


def test_the_drawer_never_calls() -> None:
    mind = looked(Mind(1, 3, 4))
    assert told(mind, arrive(1, "tree-1")).calls() is None


@pytest.mark.parametrize("gone", ["nut", "right-call"])
def test_a_card_that_is_gone_is_no_longer_called(gone: str) -> None:
    minds = [looked(Mind(1, 3, seed)) for seed in range(50)]
    args: dict[str, Arg] = {"nuts": 1} if gone == "nut" else {"thief": Ref("thief-lynx"), "total": 2}
    for mind in minds:
        told(mind, prompt(0, "tree-1", "tree-8"), arrive(0, "tree-1"), said(gone, seat=Name(0), **args))
    assert calls(minds) == [None] * 50


def test_a_named_thief_is_known_to_all() -> None:
    minds = [
        told(Mind(1, 3, seed), arrive(2, "tree-1"), said("card-named-back", thief=Ref("thief-fox")))
        for seed in range(40)
    ]
    assert calls(minds).count("thief.fox") >= 34


def test_a_guess_is_dared_only_at_a_loaded_rival_and_takes_longer() -> None:
    minds = [Mind(1, 3, seed) for seed in range(600)]
    for mind in minds:
        told(mind, prompt(2, "tree-1", "tree-8"), arrive(2, "tree-1"), said("card-back"))
    assert calls(minds) == [None] * 600
    for mind in minds:
        told(mind, prompt(0, "tree-2", "tree-8"), arrive(0, "tree-2"), said("nut", seat=Name(0), nuts=3))
    told_again = calls(minds)
    bold = [mind for mind in minds if mind.calls()]
    assert len(bold) / 600 == pytest.approx(0.15, abs=0.05)
    assert len({call for call in told_again if call}) == 3
    assert median(mind.reaction() for mind in bold) == pytest.approx(GUESS_S, rel=0.25)


def test_reactions_are_around_a_second() -> None:
    mind = Mind(0, 2, 1)
    times = [mind.reaction() for _ in range(500)]
    assert median(times) == pytest.approx(0.9, rel=0.1)
    assert min(times) > 0


def test_offered_places_are_those_of_the_newest_prompt() -> None:
    mind = told(Mind(1, 3, 0), prompt(0, "tree-1", "old-oak"))
    assert mind.active == 0
    assert mind.offered == ("place.tree-1", "place.old-oak")


def test_many_nuts_are_carried_home_and_the_winning_hide_is_taken() -> None:
    for seed in range(30):
        mind = told(Mind(1, 3, seed), said("opening", goal=18), said("nut", seat=Name(1), nuts=4))
        assert mind.choose(("place.old-oak", "place.tree-3")) == "place.old-oak"
        mind = told(Mind(1, 3, seed), said("opening", goal=3), said("nut", seat=Name(1), nuts=1))
        told(mind, said("wrong-call", seat=Name(1), total=2))
        assert mind.choose(("place.tree-3", "place.hollow-log")) == "place.hollow-log"


def test_without_nuts_a_tree_is_better_than_a_hide_and_a_known_thief_is_avoided() -> None:
    for seed in range(30):
        mind = told(Mind(1, 3, seed), said("opening", goal=18))
        assert mind.choose(("place.old-oak", "place.tree-3")) == "place.tree-3"
        told(mind, prompt(2, "tree-3", "tree-8"), arrive(2, "tree-3"), said("card-back"))
        assert mind.choose(("place.tree-4", "place.tree-3")) == "place.tree-4"


def test_hiding_makes_the_points_known_and_the_paws_empty() -> None:
    mind = told(Mind(1, 3, 0), said("opening", goal=18), said("nut", seat=Name(1), nuts=4))
    told(mind, said("bank", seat=Name(1), nuts=4, gain=10, total=10))
    assert mind.choose(("place.old-oak", "place.tree-3")) == "place.tree-3"


def test_a_right_call_empties_the_drawers_paws() -> None:
    mind = told(Mind(1, 3, 0), said("opening", goal=18), said("nut", seat=Name(1), nuts=4))
    told(mind, prompt(1, "tree-1", "tree-8"), arrive(1, "tree-1"))
    told(mind, said("right-call", thief=Ref("thief-fox"), seat=Name(0), total=2))
    assert mind.choose(("place.old-oak", "place.tree-3")) == "place.tree-3"


def test_a_real_die_shows_every_face() -> None:
    mind = Mind(0, 2, 1)
    assert {mind.throws() for _ in range(60)} == {"paws.one", "paws.two", "paws.three"}
