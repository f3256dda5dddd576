"""A recorded player does what it says: answers, waits, tries again, gives up, shouts and takes breaks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from voicenuts.errors import PlainError
from voicenuts.hearing.phrasebook import PhraseBook
from voicenuts.lab.hazelnut_player import HazelnutPlayer
from voicenuts.lab.manners import TALK, Manners, Whims
from voicenuts.lab.player import GIVES_UP, Player
from voicenuts.lab.script import Utterance
from voicenuts.lab.voices import Voice
from voicenuts.speaking.pcm import ready
from voicenuts.speaking.script import Clip, Played
from voicenuts.table.clock import Paused, Resumed
from voicenuts.values import BLOCK, RATE, Earcon, Listing, Name, Open, Rank, Ref, Say, Secret, Window

SURE = Whims(undoes=0, challenges=0, denies=0, agrees=0, mumbles=0)
PLAIN = Manners(asks=0, murmurs=0, interrupts=0, dawdles=0, errs=0, pauses=0, whims=SURE)
"""Says what is asked for and nothing else."""

PLACES = Listing((Ref("place-tree-1"), Ref("place-tree-3"), Ref("place-old-oak")))
THIEVES = frozenset({"thief.marten", "thief.lynx", "thief.fox"})

Sit = Callable[..., "Chair"]


class Chair:
    """A player at a table that is only told of; `at` is the sample it has come to."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.at = 0
        self.said: list[Utterance] = []

    def tell(self, *what: Any) -> Chair:
        for one in what:
            self.player.tell(self.at, one)
        return self

    def wait(self, seconds: float, *, quiet: bool = True, others: bool = False) -> Chair:
        """Let time go by, with the narrator silent or speaking, and others talking or not."""
        for _ in range(round(seconds * RATE / BLOCK)):
            spoken = self.player.think(self.at, quiet, others)
            if spoken is not None:
                self.said.append(spoken)
            self.at += BLOCK
        return self

    @property
    def phrases(self) -> list[str | None]:
        return [spoken.phrase for spoken in self.said]


@pytest.fixture
def sit(book: PhraseBook, players: dict[str, Voice]) -> Sit:
    def sit(seat: int = 0, seed: int = 1, manners: Manners = PLAIN) -> Chair:
        return Chair(HazelnutPlayer(seat, 3, players["bm_lewis"], book, seed, manners))

    return sit


def ask(message: str, seat: int, rank: Rank = Rank.PROMPT, **args: Any) -> Say:
    return Say(None, message, (("seat", Name(seat)), *args.items()), rank)


def move(seat: int = 0) -> Say:
    return ask("prompt-move", seat, paws=2, places=PLACES)


def line(message: str, start: int) -> Played:
    sound = ready(np.zeros(3 * RATE, np.int16))
    return Played(0, "Where to?", message, Rank.PROMPT, start, start + 3 * RATE, Clip(sound, "Where to?"))


# ---------------------------------------------------------------- answers


def test_a_turn_is_begun_by_whose_turn_it_is_alone(sit: Sit) -> None:
    mine, other = (sit(seat).tell(ask("prompt-ready", 0)).wait(2) for seat in (0, 1))
    assert mine.phrases == ["turn.roll"]
    assert other.phrases == []


def test_the_voice_says_what_it_says_it_does(sit: Sit, book: PhraseBook) -> None:
    chair = sit().tell(ask("prompt-ready", 0)).wait(2)
    (spoken,) = chair.said
    assert spoken.seat == 0
    assert spoken.text in book.phrases["turn.roll"].forms
    chair = sit().tell(ask("prompt-ready", 0))
    heard = np.zeros(0, np.float32)
    while not chair.said:
        chair.wait(0.03)
        heard = np.concatenate([heard, chair.player.mouth.block(chair.at - BLOCK)])
    onset, end = chair.said[0].onset, chair.said[0].end
    for at in range(chair.at, end + RATE, BLOCK):
        heard = np.concatenate([heard, chair.player.mouth.block(at)])
    assert np.abs(heard[: onset - 320]).max() < np.abs(heard[onset:end]).max() / 20


def test_the_player_lets_the_narrator_finish_and_then_thinks_a_moment(sit: Sit) -> None:
    chair = sit().tell(ask("prompt-ready", 0)).wait(10, quiet=False)
    assert not chair.said
    silent = chair.at
    chair.wait(3)
    low, high = PLAIN.answer_s
    assert silent + low * RATE <= chair.said[0].onset <= silent + (high + 0.3) * RATE


def test_the_player_lets_others_finish_too(sit: Sit) -> None:
    chair = sit().tell(ask("prompt-ready", 0)).wait(10, others=True)
    assert not chair.said
    assert chair.wait(1).phrases == ["turn.roll"]


def test_a_hurried_player_talks_into_the_prompt(sit: Sit) -> None:
    chair = sit(manners=replace(PLAIN, interrupts=1.0)).tell(move())
    chair.wait(0.9, quiet=False).tell(line("prompt-move", chair.at)).wait(2, quiet=False)
    (spoken,) = chair.said
    assert spoken.phrase in {"place.tree-1", "place.tree-3", "place.old-oak"}


def test_a_dawdler_takes_three_seconds_more(sit: Sit) -> None:
    quick = sit().tell(ask("prompt-ready", 0)).wait(8)
    slow = sit(manners=replace(PLAIN, dawdles=1.0)).tell(ask("prompt-ready", 0)).wait(8)
    assert slow.said[0].onset - quick.said[0].onset == pytest.approx(3 * RATE, abs=RATE // 2)


# ---------------------------------------------------------------- not understood


def test_what_nobody_heard_is_said_again_in_other_words(sit: Sit) -> None:
    chair = sit().tell(ask("prompt-ready", 0)).wait(15)
    assert set(chair.phrases) == {"turn.roll"}
    assert len(chair.said) >= 3
    assert {spoken.text for spoken in chair.said} == {"roll", "throw"}
    low, high = PLAIN.patience_s
    for first, again in zip(chair.said, chair.said[1:], strict=False):
        assert low * RATE <= again.onset - first.end <= (high + 1.5) * RATE


def test_what_was_understood_is_not_said_again(sit: Sit) -> None:
    chair = sit().tell(ask("prompt-ready", 0)).wait(2)
    chair.tell(move()).wait(2.5)
    chair.tell(ask("arrive", 0, place=Ref("place-tree-3")), ask("prompt-ready", 1)).wait(20)
    assert len(chair.said) == 2
    assert str(chair.said[1].phrase).startswith("place.")


def test_who_is_never_understood_goes_somewhere_else(sit: Sit) -> None:
    chair = sit().tell(move()).wait(40)
    assert len(set(chair.phrases[:GIVES_UP])) == 1
    assert len(set(chair.phrases)) >= 2


def test_an_error_is_put_right_when_it_is_told(sit: Sit) -> None:
    manners = replace(PLAIN, errs=1.0)
    offered = {"place.tree-1", "place.tree-3", "place.old-oak"}
    chairs = [sit(seed=seed, manners=manners).tell(move()).wait(3) for seed in range(1, 30)]
    astray = [chair for chair in chairs if chair.phrases[0] not in offered]
    assert astray
    for chair in astray:
        chair.tell(Say(None, "out-of-reach")).wait(5)
        assert chair.phrases[1] in offered


# ---------------------------------------------------------------- shouts


def seen(chair: Chair, thief: str) -> Chair:
    """The player has looked at the thief on tree three, which then went back; another comes there now."""
    chair.tell(move(), ask("arrive", 0, place=Ref("place-tree-3")))
    chair.tell(Secret(0, f"card-{thief}"), Say(None, "card-back"), ask("prompt-ready", 1))
    chair.tell(move(1), ask("arrive", 1, place=Ref("place-tree-3")))
    return chair


def window(id: int, at: int) -> Open:
    return Open(Window(id, at, at + 3 * RATE, frozenset({0, 2}), THIEVES, frozenset({"thief.lynx"})))


def test_a_thief_that_is_remembered_is_called_and_nothing_waited_for(sit: Sit) -> None:
    called = []
    for seed in range(1, 40):
        chair = seen(sit(seed=seed), "lynx")
        chair.tell(window(7, chair.at)).wait(2.9, quiet=False, others=True)
        called += chair.phrases
    assert len(called) >= 25
    assert called.count("thief.lynx") > 0.8 * len(called)
    assert set(called) <= THIEVES


def test_a_call_is_dropped_with_its_window(sit: Sit) -> None:
    for seed in range(1, 20):
        chair = seen(sit(seed=seed), "lynx")
        chair.tell(window(7, chair.at), ask("prompt-ready", 2)).wait(5)
        assert not chair.said


def test_the_next_player_ends_the_put_back_and_nobody_else(sit: Sit) -> None:
    for seat, said in ((1, ["turn.roll"]), (2, [])):
        chair = sit(seat).tell(move(0), window(7, 0), Say(None, "card-back")).wait(7)
        assert chair.phrases[:1] == said
        assert all(spoken.onset > 3 * RATE for spoken in chair.said)


# ---------------------------------------------------------------- asides and breaks


def aside(sit: Sit, seed: int = 1, **manners: Any) -> Chair:
    """Some aside is sure to come, beside nothing else, for it is another's turn."""
    return sit(seed=seed, manners=replace(PLAIN, **manners)).tell(move(1))


def test_a_question_is_given_up_after_some_time(sit: Sit) -> None:
    chair = aside(sit, asks=1.0).wait(60)
    assert len(chair.said) == GIVES_UP
    assert len(set(chair.phrases)) == 1
    assert str(chair.phrases[0]).startswith("command.")


def test_an_answered_question_is_not_asked_again(sit: Sit) -> None:
    chair = aside(sit, asks=1.0)
    while not chair.said:
        chair.wait(0.03)
    assert len(chair.tell(Earcon("ok", 0, at_once=True)).wait(20).said) == 1


def test_questions_are_of_many_kinds_and_can_all_be_said(sit: Sit, book: PhraseBook) -> None:
    asked = {aside(sit, seed, asks=1.0).wait(8).phrases[0] for seed in range(1, 60)}
    assert len(asked) >= 5
    assert asked <= book.phrases.keys()


def test_talk_is_no_phrase_and_is_said_once(sit: Sit) -> None:
    (spoken,) = aside(sit, murmurs=1.0).wait(20).said
    assert spoken.text in TALK
    assert spoken.phrase is None


def test_nobody_asks_or_murmurs_in_a_shout_window(sit: Sit) -> None:
    chair = aside(sit, asks=1.0).tell(window(7, 0)).wait(20)
    assert not chair.said


def test_who_pauses_is_silent_and_goes_on_some_seconds_later(sit: Sit) -> None:
    chair = aside(sit, pauses=1.0)
    while not chair.said:
        chair.wait(0.03)
    assert chair.phrases == ["command.pause"]
    chair.wait(1).tell(Paused(chair.at))
    paused = chair.at
    chair.tell(ask("prompt-ready", 0)).wait(6)
    assert len(chair.said) == 1
    while len(chair.said) == 1:
        chair.wait(0.03)
    assert chair.phrases[1] == "command.resume"
    assert 6 * RATE < chair.said[1].onset - paused < 9 * RATE
    chair.tell(Resumed(chair.at)).wait(5)
    assert chair.phrases[2:] == ["turn.roll"] * len(chair.said[2:])
    assert len(chair.said) > 2


def test_somebody_ends_every_break(sit: Sit) -> None:
    for seat in (1, 2):
        chair = sit(seat).tell(Paused(0)).wait(15)
        assert chair.phrases[0] == "command.resume"
    # Resuming is never given up.
    assert len(sit(0).tell(Paused(0)).wait(60).said) > GIVES_UP


def test_the_same_seed_is_the_same_player(sit: Sit) -> None:
    one, same = (sit(manners=Manners()).tell(move()).wait(30) for _ in range(2))
    assert one.said == same.said


# ---------------------------------------------------------------- a shared microphone


def test_who_shares_a_microphone_begins_with_the_name(book: PhraseBook, players: dict[str, Voice]) -> None:
    voice = players["bm_lewis"]
    chair = (
        Chair(HazelnutPlayer(0, 3, voice, book, 1, PLAIN, name="Amber")).tell(ask("prompt-ready", 0)).wait(2)
    )
    (spoken,) = chair.said
    assert spoken.phrase == "turn.roll"
    assert spoken.text in {"amber, roll", "amber, throw"}
    rest = voice.clips[spoken.text.removeprefix("amber, ")]
    name = voice.clips["amber"]
    pause = (spoken.end - spoken.onset) - (name.end - name.onset) - (rest.end - rest.onset)
    assert 0.06 * RATE <= pause <= 0.15 * RATE


def test_a_name_that_was_not_recorded_is_one_sentence(book: PhraseBook, players: dict[str, Voice]) -> None:
    with pytest.raises(PlainError, match="cannot say the name 'Ola'"):
        HazelnutPlayer(0, 3, players["bm_lewis"], book, 1, name="Ola")


# ---------------------------------------------------------------- a loudspeaker at the ear


def test_is_ready_for_a_whisper_and_gives_the_loudspeaker_back(sit: Sit) -> None:
    chair = sit().tell(ask("prompt-ear", 0)).wait(2.2)
    assert chair.phrases == ["turn.ready"]
    chair.tell(Secret(0, "card-lynx")).wait(1.5, quiet=False).wait(6)
    assert chair.phrases[:2] == ["turn.ready", "turn.back"]
    said = len(chair.tell(Say(None, "on-table")).said)
    assert len(chair.wait(10).said) == said


def test_is_reminded_and_leaves_anothers_loudspeaker_alone(sit: Sit) -> None:
    chair = sit().tell(ask("prompt-ear", 1), Secret(1, "card-lynx")).wait(8)
    assert chair.phrases == []
    assert chair.tell(ask("nudge-ear", 0)).wait(2.2).phrases == ["turn.ready"]


def test_a_secret_in_a_private_ear_is_not_answered(sit: Sit) -> None:
    assert sit().tell(Secret(0, "card-lynx")).wait(8).phrases == []
