"""The verb of a button, and the description by which its arguments are packed and read.

A button's data is its verb and its arguments, separated by colons: `k:K7QF/1#2:more:score`.
`Button` refuses data that is too long. Buttons that were sent stay in chats, so an argument never
changes its place or its meaning; a new one comes last and has a default.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from enum import Enum, StrEnum
from functools import cached_property
from inspect import signature
from types import NoneType
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

YES: Final = "yes"
"""A confirmation, and the text of a true argument; a false one is empty."""
_LONGEST_NUMBER: Final = 18
"""Every number of so many digits fits in a column of the database."""
_LONGEST_PAGE: Final = 3
_LONGEST_INSTANT: Final = 11
"""Digits of Unix time in whole seconds."""


PageNumber = Annotated[int, "page"]
"""The number of a page, from 0; a number that the bot never wrote means the first page."""


class Verb(Generic[P, Arguments]):
    """A verb with the form of its arguments: a `NamedTuple` of texts, numbers, choices and times.

    Only the last argument may contain colons.
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

        Raises:
            ValueError: there is a colon before the last argument, or a negative number.
        """
        names = [*self._readers]
        written = [_written(each) for each in self._form(*args, **more)]
        if any(":" in text for text in written[:-1]):
            raise ValueError(f"{self.name}: a colon within {written}")
        given = max([len(args), *(names.index(name) + 1 for name in more)])
        return ":".join(written[:given])

    def read(self, text: str) -> Arguments:
        """Return the arguments of a button.

        Raises:
            GameStateError: `button_unknown`, the bot never wrote this.
        """
        parts = text.split(":", len(self._readers) - 1)
        try:
            read_parts = zip(self._readers.values(), parts, strict=False)  # the last have defaults
            arguments = [read(part) for read, part in read_parts]
        except ValueError:  # one is no number or choice
            raise GameStateError(Fault("button_unknown")) from None
        if len(arguments) < self._required:
            raise GameStateError(Fault("button_unknown"))
        return self._form(*arguments)  # type: ignore[call-arg]  # the form tells their types

    @cached_property
    def _readers(self) -> dict[str, Callable[[str], Any]]:
        """How the text of each argument is read, by the argument's name."""
        hints = get_type_hints(self._form, include_extras=True)
        return {name: _reader_of(hint) for name, hint in hints.items()}

    @cached_property
    def _required(self) -> int:
        """The number of arguments without a default."""
        parameters = signature(self._form).parameters.values()
        return sum(parameter.default is parameter.empty for parameter in parameters)


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

    YES = YES
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
    number = number_in(text)
    if number is None:
        raise GameStateError(Fault("button_unknown"))
    return PersonId(number)


def cut_to(text: str, most_bytes: int) -> str:
    """Return as much of the text as fits into so many bytes of a button's data."""
    return text.encode()[:most_bytes].decode(errors="ignore").strip()


def page_in(text: str) -> int:
    """Return the page that a button names, from 0; the first where the bot never wrote it."""
    return number_in(text, _LONGEST_PAGE) or 0


def number_in(text: str, longest: int = _LONGEST_NUMBER) -> int | None:
    """Return a number of at most so many digits; None if the bot never wrote it."""
    return int(text) if text.isdecimal() and len(text) <= longest else None


def _written(argument: object) -> str:
    """Return an argument as it stands in the data of a button.

    Raises:
        ValueError: it is a negative number, which no button holds.
    """
    if isinstance(argument, bool):
        return YES if argument else ""
    if isinstance(argument, datetime):
        argument = int(argument.timestamp())
    if isinstance(argument, date):
        return f"{argument:%Y%m%d}"  # hyphens would leave no room for a code after four days
    if isinstance(argument, int) and argument < 0:
        raise ValueError(f"a negative number in a button: {argument}")
    if argument is None:
        return ""
    return str(argument.value) if isinstance(argument, Enum) else str(argument)


def _reader_of(hint: Any) -> Callable[[str], Any]:
    """Return how the text of an argument of that type is read.

    Such a reader raises ValueError for a text that is no number or choice of the type.

    Raises:
        TypeError: buttons have no arguments of that type.
    """
    if hint == PageNumber:
        return page_in
    options = get_args(hint)
    if len(options) == 2 and options[1] is NoneType:
        read = _reader_of(options[0])
        return lambda text: read(text) if text else None
    kind = getattr(hint, "__supertype__", hint)
    if kind in _READERS:
        return _READERS[kind]
    if not (isinstance(kind, type) and issubclass(kind, Enum)):
        raise TypeError(f"no button holds {hint}")
    return kind


def _whole_number(text: str, longest: int = _LONGEST_NUMBER) -> int:
    number = number_in(text, longest)
    if number is None:
        raise ValueError(text)
    return number


def _instant(text: str) -> datetime:
    return datetime.fromtimestamp(_whole_number(text, _LONGEST_INSTANT), UTC)


_READERS: Final[Mapping[Any, Callable[[str], Any]]] = {
    str: str,
    bool: lambda text: text == YES,
    date: date.fromisoformat,
    datetime: _instant,
    int: _whole_number,
}
