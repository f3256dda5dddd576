from __future__ import annotations

from voicenuts.speaking.delivery import Delivery
from voicenuts.table.deliveries import Deliveries
from voicenuts.table.preferences import TABLE, Preferences
from voicenuts.values import Say

NAMES = ("Amber", "Dusty", "Ginger")


class Told:
    """Remembers how everybody is to be spoken to."""

    def __init__(self, ears: int) -> None:
        self.ears = ears
        self.now: dict[int | None, Delivery] = {}

    def deliver(self, seat: int | None, delivery: Delivery) -> None:
        self.now[seat] = delivery


def test_a_wish_changes_the_own_ear_and_a_share_of_the_loudspeaker() -> None:
    narrator, kept = Told(3), Preferences()
    deliveries = Deliveries(narrator, NAMES, kept)
    assert deliveries.wish(1, "command.faster") == Say(1, "as-wished")
    assert narrator.now[1] == Delivery(rate=210) == kept.of("Dusty")
    assert narrator.now[0] == narrator.now[2] == Delivery()
    assert narrator.now[None] == Delivery(rate=190)


def test_the_loudspeaker_says_less_when_most_want_less() -> None:
    narrator = Told(3)
    deliveries = Deliveries(narrator, NAMES)
    levels = []
    for seat in range(3):
        assert deliveries.wish(seat, "command.shorter") == Say(seat, "level-1")
        levels.append(narrator.now[None].level)
    assert levels == [2, 1, 1]


def test_without_ears_a_wish_is_for_all_and_remembered_for_the_table() -> None:
    narrator, kept = Told(0), Preferences()
    Deliveries(narrator, NAMES, kept).wish(2, "command.louder")
    assert narrator.now == {None: Delivery(gain_db=3)}
    assert kept.of(TABLE) == Delivery(gain_db=3)
    assert kept.of("Ginger") == Delivery()


def test_the_end_of_the_scale_is_told() -> None:
    deliveries = Deliveries(Told(3), NAMES)
    answers = [deliveries.wish(0, "command.longer").message for _ in range(2)]
    assert answers == ["level-3", "most-longer"]


def test_a_new_game_begins_as_the_last_one_ended() -> None:
    kept = Preferences()
    Deliveries(Told(3), NAMES, kept).wish(0, "command.slower")
    narrator = Told(2)
    Deliveries(narrator, ("Pepper", "Amber"), kept)
    assert narrator.now[0] == Delivery()
    assert narrator.now[1] == Delivery(rate=150)
