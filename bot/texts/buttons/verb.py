"""The verb of a button, and the description by which its arguments are packed and read.

A button's data is its verb and its arguments, separated by colons: `k:K7QF/1#2:more:score`.
Telegram accepts `MOST_DATA_BYTES`. Buttons that were sent stay in chats, so an argument never
changes its place or its meaning; a new one comes last and has a default.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime
from enum import Enum, StrEnum
from functools import cached_property
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    NamedTuple,
    ParamSpec,
    TypeVar,
    get_args,
    get_type_hints,
)

from bot.texts.messages import Button, Text
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, GameId, MatchCode, PersonId

P = ParamSpec("P")
Arguments = TypeVar("Arguments", bound=tuple[Any, ...])

MOST_DATA_BYTES: Final = 64
"""The most bytes of a button's data."""
YES: Final = "yes"
"""The text of a true argument; a false one is empty."""
_LONGEST_NUMBER: Final = 18
_LONGEST_PAGE: Final = 3
_LONGEST_INSTANT: Final = 11
"""Digits of Unix time in whole seconds."""


PageNumber = Annotated[int, "page"]
"""The number of a page, from 0; a number that the bot never wrote means the first page."""


class Verb(Generic[P, Arguments]):
    """A verb with the form of its arguments, a `NamedTuple` of texts, numbers, choices and times.

    The last argument may contain colons.
    """

    def __init__(self, name: str, form: Callable[P, Arguments]) -> None:
        self.name = name
        self._form = form

    def button(self, label: Text, *args: P.args, **more: P.kwargs) -> Button:
        """Return the button with that label and these arguments."""
        return Button(label, self.data(*args, **more))

    def data(self, *args: P.args, **more: P.kwargs) -> str:
        """Return the data of a button with these arguments; without any, the verb alone."""
        return f"{self.name}:{self.about(*args, **more)}" if args or more else self.name

    def turns(self, *args: P.args, **more: P.kwargs) -> str:
        """Return the beginning of the data of buttons that turn pages; a number follows."""
        return f"{self.data(*args, **more)}:"

    def about(self, *args: P.args, **more: P.kwargs) -> str:
        """Return these arguments without the verb, as a handler gets and a question stores them.

        The arguments after the last given one are left out.
        """
        form, names = self._form(*args, **more), [*self._hints]
        given = max([len(args), *(names.index(name) + 1 for name in more)])
        return ":".join(_written(each) for each in form[:given])

    def read(self, text: str) -> Arguments:
        """Return the arguments of a button.

        Raises:
            GameStateError: `button_unknown`, the bot never wrote this.
        """
        parts = text.split(":", len(self._types) - 1)
        try:
            return self._form(*map(_read, self._types, parts))  # type: ignore[call-arg]
        except (TypeError, ValueError):  # an argument is missing, or is no number or choice
            raise GameStateError(Fault("button_unknown")) from None

    @cached_property
    def _hints(self) -> dict[str, Any]:
        """The type of each argument by its name."""
        return get_type_hints(self._form, include_extras=True)

    @property
    def _types(self) -> tuple[Any, ...]:
        return tuple(self._hints.values())


class Token(NamedTuple):
    """The random name of something stored."""

    token: str = ""


class OfGame(NamedTuple):
    """A game."""

    game: GameId


class OfMatch(NamedTuple):
    """A match."""

    match: MatchCode


class OfCompetition(NamedTuple):
    """A competition; empty for matches outside any."""

    competition: CompetitionCode


class Step(NamedTuple):
    """A step with a description of its own, and its arguments."""

    what: str
    rest: str = ""


class ListPage(NamedTuple):
    """A page of a list, from 0."""

    page: PageNumber = 0


class YesNo(StrEnum):
    """An answer to a question."""

    YES = "yes"
    NO = "no"


class NoArguments(NamedTuple):
    """No arguments; the verb alone names the action."""


def verb_of(data: str) -> tuple[str, str]:
    """Return the verb of a button's data, and its arguments."""
    verb, _, args = data.partition(":")
    return verb, args


def person_in(text: str) -> PersonId:
    """Return the person that a button names by their number.

    Raises:
        GameStateError: `button_unknown`, the bot never wrote this.
    """
    try:
        return PersonId(_number(text, _LONGEST_NUMBER))
    except ValueError:
        raise GameStateError(Fault("button_unknown")) from None


def page_in(text: str) -> int:
    """Return the page that a button names, from 0; the first where the bot never wrote it."""
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_PAGE else 0


def _written(value: object) -> str:
    """Return an argument as it stands in the data of a button."""
    if isinstance(value, bool):
        return YES if value else ""
    if isinstance(value, datetime):
        return f"{int(value.timestamp())}"
    if value is None:
        return ""
    return str(value.value) if isinstance(value, Enum) else str(value)


def _read(hint: Any, text: str) -> Any:
    """Return the value of one argument.

    Raises:
        ValueError: the text is no number or no choice of that kind.
    """
    if hint == PageNumber:
        return page_in(text)
    if options := get_args(hint):  # an argument that may be left out, before another or at the end
        return _read(options[0], text) if text else None
    kind = getattr(hint, "__supertype__", hint)
    if kind is bool:
        return text == YES
    if kind is date:
        return date.fromisoformat(text)
    if kind is datetime:
        return datetime.fromtimestamp(_number(text, _LONGEST_INSTANT), UTC)
    return _number(text, _LONGEST_NUMBER) if kind is int else kind(text)


def _number(text: str, longest: int) -> int:
    if not text.isdecimal() or len(text) > longest:
        raise ValueError(text)
    return int(text)
