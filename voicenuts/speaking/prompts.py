"""Message ids and arguments to words, in Fluent: one folder of .ftl files for each language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast
from fluent.syntax.serializer import serialize_pattern

from voicenuts.errors import PlainError
from voicenuts.values import Arg, Listing, Name, Ref

Args = Sequence[tuple[str, Arg]]

JOINERS: dict[str, Literal["or", "standard"]] = {"or": "or", "and": "standard"}
"""Joiner of a Listing to the list style of the language; any other joiner is a plain sequence."""

_TIDY = (
    (re.compile(r"\s+"), " "),
    (re.compile(r" ([,.;:!?])"), r"\1"),
    (re.compile(r"([.!?,])[.,]+"), r"\1"),
)
_NUMBER = re.compile(r"([-−]?)(\d+)")
_SENTENCE = re.compile(r"(?:^|[.!?] )\w")

USUAL = 2
VARIANTS = {1: "short", 3: "long"}
"""The attribute in which a message has other words for a level of detail; without it all levels are alike."""


class Prompts:
    """The words of one language.  Raises PlainError when a file is missing, broken or incomplete.

    A whole number is spoken as the message `number-N` if the language has one (`number-minus` wraps
    the negative ones), else in digits; plural rules always see the number itself.
    """

    def __init__(self, folder: Path, language: str, names: Sequence[str]) -> None:
        self.language = language
        self._names = tuple(names)
        self._bundle = FluentBundle([language], use_isolating=False)
        self._kinds: dict[str, str] = {}
        self._variables: dict[str, frozenset[str]] = {}
        self._variants: set[tuple[str, str]] = set()
        try:
            self._locale = Locale.parse(language.replace("-", "_"))
        except (UnknownLocaleError, ValueError):
            raise PlainError(f"The language '{language}' is not known; use a code such as 'en'.") from None
        files = sorted((folder / language).glob("*.ftl"))
        if not files:
            raise PlainError(f"There are no prompts (*.ftl) for '{language}' in {folder / language}.")
        for file in files:
            self._read(file)

    @property
    def messages(self) -> tuple[str, ...]:
        """Every message id, in the order of the files."""
        return tuple(self._kinds)

    def kind(self, message: str) -> str:
        """The `.kind` of a message (prompt, event, ...: what limits its length); "part" without one."""
        return self._kinds[message]

    def variables(self, message: str) -> frozenset[str]:
        """The arguments a message takes, by name."""
        return self._variables[message]

    def render(self, message: str, args: Args = (), level: int = USUAL) -> str:
        """The words of `message`: single spaces, no doubled punctuation, capitals after a stop.

        `level` 1 asks for the short wording, 3 for the long one, where there is such a wording.
        """
        text = _NUMBER.sub(self._number, self._format(message, args, level))
        for pattern, better in _TIDY:
            text = pattern.sub(better, text)
        return _SENTENCE.sub(lambda start: start.group().upper(), text.strip())

    def _read(self, file: Path) -> None:
        try:
            resource = FluentResource(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as fault:
            raise PlainError(f"The prompt file {file} cannot be read: {fault}.") from None
        for entry in resource.body:
            if isinstance(entry, ast.Junk):
                line = (entry.content or "").strip().split("\n")[0]
                raise PlainError(f"The prompt file {file} is broken at '{line}'.")
            if isinstance(entry, ast.Message):
                self._learn(entry, file)
        self._bundle.add_resource(resource)

    def _learn(self, entry: ast.Message, file: Path) -> None:
        name = entry.id.name
        if name in self._kinds or entry.value is None:
            fault = "twice" if name in self._kinds else "without words"
            raise PlainError(f"The prompt file {file} has the message '{name}' {fault}.")
        kinds = [serialize_pattern(a.value).strip() for a in entry.attributes if a.id.name == "kind"]
        self._kinds[name] = kinds[0] if kinds else "part"
        self._variables[name] = frozenset(_variables(entry.value))
        self._variants |= {(name, a.id.name) for a in entry.attributes if a.id.name in VARIANTS.values()}

    def _format(self, message: str, args: Args, level: int = USUAL) -> str:
        if message not in self._kinds:
            raise PlainError(f"The prompts for '{self.language}' have no message '{message}'.")
        values = {name: self._value(arg, level) for name, arg in args}
        entry = self._bundle.get_message(message)
        variant = VARIANTS.get(level, "")
        pattern = entry.attributes[variant] if (message, variant) in self._variants else entry.value
        assert pattern is not None  # `_learn` refuses a message without words
        text, errors = self._bundle.format_pattern(pattern, values)
        if errors:
            raise PlainError(f"The message '{message}' in '{self.language}' cannot be said: {errors[0]}.")
        return str(text)

    def _value(self, arg: Arg, level: int) -> str | int:
        match arg:
            case Name(seat):
                return self._names[seat]
            case Ref(message, args):
                return self._format(message, args, level)
            case Listing(items, joiner):
                words = [str(self._value(item, level)) for item in items]
                style = JOINERS.get(joiner)
                return format_list(words, style, self._locale) if style else ", ".join(words)
            case _:
                return arg

    def _number(self, digits: re.Match[str]) -> str:
        """A whole number in words, as far as the language has messages for it."""
        minus, number = digits.groups()
        word = self._format(f"number-{number}", ()) if f"number-{number}" in self._kinds else number
        if minus and "number-minus" in self._kinds:
            return self._format("number-minus", (("number", word),))
        return minus + word


def _variables(node: Any) -> list[str]:
    """The names of all arguments used below `node` of the syntax tree."""
    if isinstance(node, ast.VariableReference):
        return [node.id.name]
    found = []
    for child in vars(node).values():
        for part in child if isinstance(child, list) else [child]:
            if isinstance(part, ast.BaseNode):
                found += _variables(part)
    return found
