"""From the dice to the last step of a turn of Nutventure."""

from __future__ import annotations

from voicenuts.games.basics import put
from voicenuts.games.nutventure.board import EXITS, KINDS, STORES
from voicenuts.games.nutventure.dice import DICE, WILD_DICE, thrown
from voicenuts.games.nutventure.state import (
    Phase,
    State,
    danger,
    open_exits,
    payable,
    storing,
)
from voicenuts.games.nutventure.turn import Step, arrive, awaiting, lesson
from voicenuts.games.nutventure.way import way_to
from voicenuts.games.nutventure.words import (
    colour,
    colours,
    face,
    goal,
    part,
    place,
    say,
    square,
    target,
    ways,
)
from voicenuts.values import Earcon, Effect, Name, Rank

LONGEST_WALK = 3
"""So many taps at most are heard for a way, so that the sound stays short."""


def roll(state: State) -> Step:
    """The dice are thrown, by chance or by hand."""
    if state.options.dice == "physical":
        return await_faces(state)
    faces: list[str] = []
    chance = state.chance
    for die in WILD_DICE if state.options.wild else DICE:
        shown, chance = chance.pick(die)
        faces.append(shown)
    return _begin(state._replace(chance=chance, faces=tuple(faces)), Earcon("dice"))


def await_faces(state: State) -> Step:
    """Real dice are thrown, or their report was misheard and is told again."""
    state = state._replace(faces=(), way=(), target="")
    return awaiting(state, Phase.REPORT, Earcon("ok"), ask_face(state))


def ask_face(state: State) -> Effect:
    """The active seat is asked what the next real die shows."""
    return say("prompt-report", rank=Rank.PROMPT, seat=Name(state.active), number=len(state.faces) + 1)


def report(state: State, shown: str) -> Step:
    """One real die is told; after the fourth the steps begin."""
    faces = (*state.faces, shown)
    if not thrown(faces, wild=state.options.wild):
        return state, (Earcon("no"), say("face-impossible", face=face(shown)))
    state = state._replace(faces=faces)
    if len(faces) == len(DICE):
        return _begin(state)
    told = say("prompt-next", rank=Rank.PROMPT, face=face(shown), number=len(faces) + 1)
    return awaiting(state, Phase.REPORT, told)


def _begin(state: State, *sounds: Effect) -> Step:
    """All four dice are known: tell them, and where the first step can lead."""
    first, second, third, fourth = map(face, state.faces)
    state, taught = lesson(state, "go" if "steps" in state.taught and state.options.assist else "steps")
    effects = (*sounds, say("faces", first=first, second=second, third=third, fourth=fourth), *taught)
    if not open_exits(state):
        return arrive(state, (*effects, say("stuck")))
    return awaiting(state, Phase.STEPS, *effects, ask_step(state))


def ask_step(state: State) -> Effect:
    """The active seat is asked for a step."""
    return say(
        "prompt-steps",
        rank=Rank.PROMPT,
        seat=Name(state.active),
        square=place(state.here),
        ways=ways(state, state.active),
    )


def move(state: State, direction: str) -> Step:
    """One step, or the reason why not, at no cost."""
    entered = EXITS[state.here].get(direction)
    if entered is None:
        return state, (Earcon("bump"), say("no-ladder"))
    villain = danger(state, entered)
    if villain:
        return state, (Earcon("bump"), say(f"{villain}-near"))
    paint = KINDS[entered].colour
    if not payable(state, (paint,)):
        return state, (Earcon("bump"), say("needs", colour=colour(paint)))
    sound = f"climb-{direction}" if direction in ("up", "down") else "steps-1"
    return walk(state, (direction,), sound)


def walk(state: State, path: tuple[str, ...], sound: str = "") -> Step:
    """Legal steps, one after the other: stores are filled in passing, and the turn goes on or ends."""
    state = state._replace(way=(), target="")
    effects: tuple[Effect, ...] = (Earcon(sound or f"steps-{min(len(path), LONGEST_WALK)}"),)
    for direction in path:
        state, stored = _enter(state, EXITS[state.here][direction])
        effects += stored
    effects += (_stand(state),)
    if not state.unused:
        return arrive(state, effects)
    if not open_exits(state):
        return arrive(state, (*effects, say("stuck")))
    if state.tokens[state.here] and not state.carry[state.active]:
        state, taught = lesson(state, "branch")
        effects += taught
    return awaiting(state, Phase.STEPS, *effects)


def _stand(state: State) -> Effect:
    """Where the steps have led so far, and what the dice that are left allow."""
    return say("step", square=square(state, state.here), unused=state.unused, colours=colours(state))


def _enter(state: State, entered: int) -> Step:
    """The square is entered, and what is carried goes into an empty store there."""
    seat, store = state.active, storing(state, entered)
    state = state._replace(
        pos=put(state.pos, seat, entered), used=tuple(sorted((*state.used, KINDS[entered].colour)))
    )
    if store is None:
        return state, ()
    nuts = state.carry[seat]
    stores = put(state.stores, seat, put(state.stores[seat], store, nuts))
    state = state._replace(carry=put(state.carry, seat, 0), stores=stores)
    state, taught = lesson(state, "store")
    return state, (
        Earcon("bank"),
        say("stored", store=part(f"target-{STORES[store]}"), nuts=nuts),
        *taught,
    )


def look(state: State, wanted: str) -> Step:
    """A way to a target is proposed if there is one this turn."""
    way = way_to(state, wanted)
    if way is None:
        return state, (Earcon("bump"), say("no-way", target=target(wanted)))
    state = state._replace(way=way.path, target=wanted)
    return awaiting(state, Phase.WAY, ask_way(state))


def ask_way(state: State) -> Effect:
    """The active seat is asked whether to go the way that was found."""
    return say(
        "prompt-way",
        rank=Rank.PROMPT,
        target=goal(state),
        steps=len(state.way),
        unused=state.unused - len(state.way),
    )


def go_on(state: State) -> Step:
    """Back to single steps: where they can lead is told again."""
    state = state._replace(way=(), target="")
    return awaiting(state, Phase.STEPS, ask_step(state))
