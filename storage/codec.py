"""The events of each kind of stream as JSON text.

A class may be renamed or moved freely; its wire name and version identify the stored form. A stored
version is never edited: an upcaster lifts its payload, one version at a time, when it is read. A
changed event gets its new version and its upcaster here.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache
from typing import Any

from cattrs import Converter

from engine.cases.events import CASE_EVENTS
from engine.competitions.events import ActLifted, ImportTakenBack, PlayerLeaveChanged
from engine.competitions.fold import COMPETITION_EVENTS
from engine.games.fold import EVENTS
from engine.matches.fold import MATCH_EVENTS
from engine.person_events import PERSON_EVENTS
from storage.errors import UnknownEvent
from storage.streams import CASES, COMPETITIONS, GAMES, MATCHES, PEOPLE

Payload = dict[str, Any]
"""The members of an event's JSON object."""
Upcaster = Callable[[Payload], Payload]
"""Converts the payload of one version to the next."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """An event in its stored form: `payload` is JSON text with sorted keys and no white space."""

    name: str
    version: int
    payload: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Codec:
    """Converts the events of a registry to text and back."""

    registry: Mapping[str, type]
    """Wire name → class of the event."""
    versions: Mapping[str, int] = field(default_factory=dict)
    """Wire name → present version, of each event that is no longer at version 1."""
    upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)
    """Wire name and version → the step to the next version."""
    replaced: Mapping[str, tuple[str, Upcaster]] = field(default_factory=dict)
    """Wire name of an event that is no longer made → the name of the event as which all its
    versions are read, and the step to that."""
    _names: dict[type, str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        names = {kind: name for name, kind in self.registry.items()}
        object.__setattr__(self, "_names", names)

    def name_of(self, kind: type) -> str:
        """Return the wire name of a class of events.

        Raises:
            TypeError: the class is not in the registry.
        """
        if kind not in self._names:
            msg = f"no wire name is registered for {kind.__qualname__}"
            raise TypeError(msg)
        return self._names[kind]

    def encode(self, event: object) -> Encoded:
        """Return the event's stored form.

        Raises:
            TypeError: the event's class is not in the registry.
            ValueError: it contains an instant without a time zone.
        """
        kind = type(event)
        name = self.name_of(kind)
        payload = _converter().unstructure(event, kind)
        return Encoded(name, self.versions.get(name, 1), _text(payload))

    def decode(self, name: str, version: int, payload: str) -> Any:
        """Return the stored event in its present version.

        Raises:
            UnknownEvent: the name or the version is unknown, or the payload does not fit.
        """
        present_name, replaced = self.replaced.get(name, (name, None))
        kind = self.registry.get(present_name)
        if kind is None:
            raise UnknownEvent(name, version, "no such event is known to this program")
        try:
            members: Payload = json.loads(payload)
            present = self.versions.get(name, 1)
            if replaced is not None:
                members = replaced(members)
            elif version != present:
                members = self._lifted(name, version, present, members)
            return _converter().structure(members, kind)
        except UnknownEvent:
            raise
        except Exception as error:
            # The error names the event, because any payload may be invalid.
            reason = f"unreadable: {type(error).__name__}: {error}"
            raise UnknownEvent(name, version, reason) from error

    def _lifted(self, name: str, version: int, present: int, members: Payload) -> Payload:
        """Return the payload of that version in the form of the present version."""
        if not 1 <= version <= present:
            raise UnknownEvent(name, version, f"versions 1 to {present} are known")
        for step in range(version, present):
            if (name, step) not in self.upcasters:
                raise UnknownEvent(name, version, f"no upcaster from version {step}")
            members = self.upcasters[name, step](members)
        return members


def _text(value: object) -> str:
    """Return the canonical JSON text of a value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@cache
def _converter() -> Converter:
    """Build the converter: strict about unknown fields, exact for figures and instants."""
    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    converter.register_unstructure_hook(Decimal, str)
    converter.register_structure_hook(Decimal, lambda value, _: Decimal(value))
    converter.register_unstructure_hook(date, date.isoformat)
    converter.register_structure_hook(date, lambda value, _: date.fromisoformat(value))
    converter.register_unstructure_hook(datetime, _instant_text)
    converter.register_structure_hook(datetime, lambda value, _: datetime.fromisoformat(value))
    return converter


def _instant_text(value: datetime) -> str:
    """Return the instant in UTC, to the microsecond."""
    if value.utcoffset() is None:
        msg = f"an instant needs its time zone: {value!r}"
        raise ValueError(msg)
    return value.astimezone(UTC).isoformat(timespec="microseconds")


def _older_ruling(payload: Payload) -> Payload:
    """Return a stored ruling in which a game reopened, or moves restored, is an act taken back."""
    ruling = payload["ruling"]
    if ruling["kind"] in {"restored", "reopened", "earlier_end"}:
        payload = {**payload, "ruling": {**ruling, "kind": "lifted"}}
    return payload


def _without(payload: Payload, *derived: str) -> Payload:
    """Return a stored event without the fields that now follow from other events."""
    return {key: value for key, value in payload.items() if key not in derived}


def _older_end(payload: Payload) -> Payload:
    """Return a stored end of a game with the acts that it stands for.

    A loss as a sanction stored the end beneath it, and all players who had lost by one.
    """
    payload = {"silent": [], **payload}
    last_end = _without(payload, "was", "was_by", "was_silent", "losses")
    if payload.get("was") is None:
        return last_end
    silent = payload.get("was_silent")
    silent = payload["silent"] if silent is None else silent
    end_beneath = {"ending": payload["was"], "by": payload.get("was_by"), "silent": silent}
    losers = payload.get("losses") or [payload["by"]]
    losses = [{"ending": "forfeited", "by": seat} for seat in losers]
    return {**last_end, "acts": [end_beneath, *losses]}


def _older_lifting(payload: Payload, ruled: str) -> Payload:
    """Return a stored game resumed, or moves restored, as an act that was taken back.

    `ruled` is the instant of the act.
    """
    same = {key: payload[key] for key in ("at", "arbiter", "article", "reason")}
    ruling = payload.get("ruling", "")
    return {**same, "ruling": ruling, "case": "", "ruled": ruled, "restarts": True}


def _older_reopening(payload: Payload) -> Payload:
    """Return a stored game resumed as an act that was taken back."""
    lifting = _older_lifting(payload, payload["at"])
    return {**lifting, "closed": payload.get("until"), "days": payload.get("days", 0)}


def _older_restoration(payload: Payload) -> Payload:
    """Return stored moves restored as an act that was taken back."""
    return {**_older_lifting(payload, payload["voided"]), "move": payload["keep"]}


def _older_game_end(payload: Payload) -> Payload:
    """Return a stored end without what follows from the game's match and its last placement."""
    return _without(_older_end(payload), "untaken", "if_accepted")


def _older_correction(payload: Payload) -> Payload:
    """Return a stored correction of an end with the acts that the end stands for."""
    return {**payload, "ended": _older_end(payload["ended"])}


def _older_leave(payload: Payload) -> Payload:
    """Return stored leave with all the announced days; those that count follow from the dates."""
    leave = _without(payload, "asked", "counts", "period")
    return {**leave, "announced": payload.get("asked") or payload["period"]}


def _older_withdrawn_leave(payload: Payload) -> Payload:
    """Return stored leave that was given up; that some days no longer count follows from dates."""
    leave = _without(payload, "is_asked_still", "period")
    return leave if payload.get("is_asked_still") else {**leave, "withdrawn": payload["period"]}


CODECS = {
    GAMES: Codec(
        registry=EVENTS,
        versions={"game.ended": 2, "game.moves_annulled": 2},
        upcasters={
            ("game.ended", 1): _older_game_end,
            ("game.moves_annulled", 1): lambda payload: _without(payload, "returnable", "received"),
        },
        replaced={
            "game.reopened": ("game.ruling_lifted", _older_reopening),
            "game.moves_restored": ("game.ruling_lifted", _older_restoration),
        },
    ),
    MATCHES: Codec(
        registry=MATCH_EVENTS,
        versions={"match.leg_ended": 2, "match.leg_corrected": 2},
        upcasters={
            ("match.leg_ended", 1): _older_end,
            ("match.leg_corrected", 1): _older_correction,
        },
    ),
    COMPETITIONS: Codec(
        # Older logs have events of their own for some acts that another event now states. They come
        # first, because of two names for one class the last is written.
        registry={
            "competition.leave_withdrawn": PlayerLeaveChanged,
            "competition.withdrawal_lifted": ActLifted,
            "competition.import_restored": ImportTakenBack,
            **COMPETITION_EVENTS,
        },
        versions={
            "competition.advanced": 2,
            "competition.leave": 2,
            "competition.leave_withdrawn": 2,
            "competition.withdrawal_lifted": 2,
            "competition.import_restored": 2,
        },
        upcasters={
            ("competition.advanced", 1): lambda payload: _without(payload, "reserves"),
            ("competition.leave", 1): _older_leave,
            ("competition.leave_withdrawn", 1): _older_withdrawn_leave,
            ("competition.withdrawal_lifted", 1): lambda payload: {**payload, "act": "withdrawal"},
            ("competition.import_restored", 1): lambda payload: {**payload, "restored": True},
        },
    ),
    CASES: Codec(
        registry=CASE_EVENTS,
        versions={"case.ruled": 3},
        upcasters={
            ("case.ruled", 1): _older_ruling,
            ("case.ruled", 2): lambda payload: _without(payload, "main"),
        },
    ),
    PEOPLE: Codec(registry=PERSON_EVENTS),
}
"""Stream prefix → the codec of its events."""


def codec_of(stream: str) -> Codec:
    """Return the codec of the stream's events.

    Raises:
        KeyError: there is no such kind of stream.
    """
    kind, slash, _ = stream.partition("/")
    return CODECS[kind + slash]
