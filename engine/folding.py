"""What every fold of events does: look how the log begins, and what can follow at each stage."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, TypeVar

from engine.errors import BrokenLog

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_Event = TypeVar("_Event")
_First = TypeVar("_First")
_Stage = TypeVar("_Stage")
_Value = TypeVar("_Value", bound="DataclassInstance")
_set: Final = object.__setattr__


def opening(
    events: Iterable[_Event], kinds: type[_First] | tuple[type[_First], ...], otherwise: str
) -> tuple[_First, Iterator[_Event]]:
    """Return the first event of a log, which is of one of these kinds, and those that follow it.

    Raises:
        BrokenLog: the log is empty, or begins with something else; `otherwise` says what is wrong.
    """
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, kinds):
        raise BrokenLog(otherwise)
    return first, log


def changed(value: _Value, **changes: object) -> _Value:
    """Return the value, of a frozen class, with these fields changed.

    As `dataclasses.replace` would, but nothing is checked that a fold has made, and it takes half
    the time: a replay is little else. What the value has worked out of itself stays behind.

    Raises:
        AttributeError: a class with slots has no such field.
    """
    new = object.__new__(type(value))
    for name in value.__dataclass_fields__:
        _set(new, name, getattr(value, name))
    for name, fact in changes.items():
        _set(new, name, fact)
    return new


def stage_after(
    transitions: Mapping[tuple[_Stage, type[_Event]], _Stage], stage: _Stage, event: _Event
) -> _Stage:
    """Return the stage that the event leads to; the table holds every transition there is.

    Raises:
        BrokenLog: no such transition exists; the log is not one this program wrote.
    """
    after = transitions.get((stage, type(event)))
    if after is None:
        raise BrokenLog(f"{type(event).__name__} cannot happen at {stage}")
    return after
