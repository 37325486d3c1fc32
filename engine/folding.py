"""Helpers for every fold of events: recorded events, changed copies, and the table of stages."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Generic, TypeVar

from engine.errors import BrokenLog

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_Event = TypeVar("_Event")
_First = TypeVar("_First")
_Item = TypeVar("_Item")
_Key = TypeVar("_Key")
_Stage = TypeVar("_Stage")
_Value = TypeVar("_Value", bound="DataclassInstance")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded(Generic[_Event]):
    """An event with the instant at which the program recorded it.

    An event may be dated earlier: a paper sheet that is entered late, or a word that is accepted
    weeks after the question. The instant of recording never is.
    """

    event: _Event
    at: datetime


def opening(
    events: Iterable[_Event], kinds: type[_First] | tuple[type[_First], ...], otherwise: str
) -> tuple[_First, Iterator[_Event]]:
    """Return the first event of a log, which must be of one of these kinds, and the other events.

    Raises:
        BrokenLog: the log is empty or begins with another event; `otherwise` is the message.
    """
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, kinds):
        raise BrokenLog(otherwise)
    return first, log


def changed(value: _Value, **changes: object) -> _Value:
    """Return a copy of a frozen dataclass value with these fields changed.

    This works like `dataclasses.replace`, but copies the fields in one step, without the
    constructor: eight times as fast for a game, which matters in a replay. So the class has no
    slots.

    Raises:
        AttributeError: the class has no such field, or the value has cached a property, which would
            be copied.
    """
    new = object.__new__(type(value))
    state = new.__dict__
    state.update(value.__dict__)
    state.update(changes)
    if len(state) != len(value.__dataclass_fields__):
        raise AttributeError(", ".join(state.keys() - value.__dataclass_fields__.keys()))
    return new


def stage_after(
    transitions: Mapping[tuple[_Stage, type[_Event]], _Stage], stage: _Stage, event: _Event
) -> _Stage:
    """Return the stage after the event; the table lists every allowed transition.

    Raises:
        BrokenLog: the transition is not in the table, so this program did not write the log.
    """
    after = transitions.get((stage, type(event)))
    if after is None:
        raise BrokenLog(f"{type(event).__name__} cannot happen at {stage}")
    return after


def without(values: Mapping[_Key, _Item], key: _Key) -> dict[_Key, _Item]:
    """Return a copy of the mapping without that key, if it has it."""
    return {other: value for other, value in values.items() if other != key}
