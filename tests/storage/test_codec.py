"""Events as text: equal when read, under names and versions that outlast the code."""

import json
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.competitions.events import ActLifted, Liftable, PlayerLeaveChanged
from engine.competitions.fold import COMPETITION_EVENTS
from engine.games.events import EditionRef, EndAct, Ending, GameEnded
from engine.games.fold import EVENTS
from engine.games.ruling_events import RulingLifted
from engine.ids import NO_COMPETITION, Leg, MatchCode, PersonId, Seat
from engine.matches.events import MatchArranged
from engine.matches.fold import MATCH_EVENTS
from engine.matches.result_events import LegEnded
from engine.rulesets import NATIONAL_2025, Phase
from storage.codec import CODECS, Codec
from storage.errors import UnknownEvent
from storage.streams import COMPETITIONS, GAMES, MATCHES
from tests.examples import HALF

AT = datetime(2025, 5, 3, 8, 0, 0, 5, tzinfo=UTC)


class Colour(StrEnum):
    """Some closed set."""

    RED = "red"
    BLUE = "blue"


class Spot(NamedTuple):
    """Some small tuple."""

    row: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A value inside an event."""

    share: Decimal
    days: tuple[date, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An event with every kind of field."""

    at: datetime
    by: Colour | None
    spot: Spot
    words: tuple[str, ...]
    parts: tuple[Part, ...]
    points: int
    final: bool = False


EVENT = Happened(
    at=AT,
    by=Colour.RED,
    spot=Spot(7, 3),
    words=("CASĂ", "„ș”"),
    parts=(Part(share=Decimal("1.5300"), days=(date(2025, 5, 3),)),),
    points=-3,
)
CODEC = Codec(registry={"thing.happened": Happened})
MATCH_ARRANGED = MatchArranged(
    at=AT,
    match=MatchCode("K7QF"),
    arbiter=PersonId(3),
    phase=Phase.FINAL,
    rules=NATIONAL_2025,
    edition=EditionRef(name="test", sha256="0" * 64),
    first=PersonId(1),
    second=PersonId(2),
    start=AT.date(),
    home_seed="00" * 32,
    return_seed="11" * 32,
)


def test_an_event_is_written_in_one_way() -> None:
    """Keys are sorted, without white space, with exact figures and instants in UTC."""
    encoded = CODEC.encode(EVENT)

    assert (encoded.name, encoded.version) == ("thing.happened", 1)
    assert encoded.payload == (
        '{"at":"2025-05-03T08:00:00.000005+00:00","by":"red","final":false,'
        '"parts":[{"days":["2025-05-03"],"share":"1.5300"}],"points":-3,'
        '"spot":[7,3],"words":["CASĂ","„ș”"]}'
    )


def test_an_event_comes_back_equal() -> None:
    """A stored event is read back equal, also with an instant of another time zone."""
    elsewhere = Happened(
        at=AT.astimezone(timezone(timedelta(hours=3))),
        by=None,
        spot=Spot(0, 0),
        words=(),
        parts=(),
        points=0,
        final=True,
    )
    for event in (EVENT, elsewhere):
        encoded = CODEC.encode(event)
        assert CODEC.decode(encoded.name, encoded.version, encoded.payload) == event


def test_an_event_without_a_name_cannot_be_stored() -> None:
    """A class without registration is an error in the code."""
    with pytest.raises(TypeError, match="Part"):
        CODEC.encode(Part(share=Decimal(1)))


def test_an_instant_without_zone_cannot_be_stored() -> None:
    """An instant without a time zone, which could mean several instants, is refused."""
    naive = replace(EVENT, at=AT.replace(tzinfo=None))
    with pytest.raises(ValueError, match="time zone"):
        CODEC.encode(naive)


@pytest.mark.parametrize(
    ("name", "version", "change", "reason"),
    [
        ("thing.vanished", 1, {}, "no such event"),
        ("thing.happened", 2, {}, "versions 1 to 1 are known"),
        ("thing.happened", 0, {}, "versions 1 to 1 are known"),
        ("thing.happened", 1, {"mood": "sad"}, "mood"),
        ("thing.happened", 1, {"by": "green"}, "green"),
        ("thing.happened", 1, {"at": "soon"}, "soon"),
        ("thing.happened", 1, {"words": 7}, "unreadable"),
    ],
)
def test_what_cannot_be_read_says_which_event_and_why(
    name: str, version: int, change: dict[str, object], reason: str
) -> None:
    """Unknown names, versions, fields and values are refused, never guessed or dropped."""
    payload = json.loads(CODEC.encode(EVENT).payload) | change
    with pytest.raises(UnknownEvent, match=reason) as refused:
        CODEC.decode(name, version, json.dumps(payload))

    assert refused.value.name == name


@pytest.mark.parametrize("payload", ["", "{", "[]", "null", '{"points": 1}', "{} {}"])
def test_a_mutilated_payload_is_refused(payload: str) -> None:
    """Text that is no JSON, or not of an event, never becomes one."""
    with pytest.raises(UnknownEvent, match=r"thing\.happened"):
        CODEC.decode("thing.happened", 1, payload)


def test_old_versions_are_lifted_step_by_step() -> None:
    """An old event is read in the form of the present version."""

    def from_one(value: dict[str, Any]) -> dict[str, Any]:
        return {**value, "words": [value["word"]]} | {"word": None}

    def from_two(value: dict[str, Any]) -> dict[str, Any]:
        return {key: part for key, part in value.items() if key != "word"} | {"final": True}

    codec = Codec(
        registry={"thing.happened": Happened},
        versions={"thing.happened": 3},
        upcasters={("thing.happened", 1): from_one, ("thing.happened", 2): from_two},
    )
    old = json.loads(CODEC.encode(EVENT).payload)
    old["word"] = old.pop("words")[0]
    del old["final"]

    read = codec.decode("thing.happened", 1, json.dumps(old))

    assert (read.words, read.final) == (("CASĂ",), True)
    assert codec.encode(EVENT).version == 3
    with pytest.raises(UnknownEvent, match="no upcaster from version 1"):
        Codec(registry=codec.registry, versions=codec.versions).decode("thing.happened", 1, "{}")


def stored(kind: str, event: object, **older: object) -> str:
    """Return the payload of an event as an earlier version stored it, with these fields."""
    value = json.loads(CODECS[kind].encode(event).payload)
    del value["acts"]
    return json.dumps({**value, **older})


def test_a_loss_of_an_older_log_has_the_end_beneath_it() -> None:
    """A loss that stored the end beneath it is that end and each loss on top of it."""
    loss = GameEnded(
        at=AT, ending=Ending.FORFEITED, by=Seat.BLUE, red_adjustment=0, blue_adjustment=0
    )
    older: dict[str, object] = {"was": "both_time", "was_by": None, "was_silent": ["blue"]}
    older |= {"losses": ["red", "blue"], "untaken": [], "if_accepted": None}

    of_both = CODECS[GAMES].decode("game.ended", 1, stored(GAMES, loss, **older))
    older |= {"was_silent": None, "losses": []}
    of_one = CODECS[GAMES].decode("game.ended", 1, stored(GAMES, loss, **older))
    plain = CODECS[GAMES].decode("game.ended", 1, stored(GAMES, loss, was=None))

    base = EndAct(ending=Ending.BOTH_TIME, by=None, silent=(Seat.BLUE,))
    red, blue = (EndAct(ending=Ending.FORFEITED, by=seat) for seat in Seat)
    assert of_both == replace(loss, acts=(base, red, blue))
    assert of_one == replace(loss, acts=(replace(base, silent=()), blue))
    assert plain == loss


def test_what_an_older_log_resumed_or_restored_is_an_act_taken_back() -> None:
    """A game resumed and moves restored had events of their own, of one version or of two."""
    value = {"at": "2025-05-14T09:00:00+00:00", "arbiter": 3, "article": "10.1", "reason": "Da."}
    lifted = RulingLifted(
        at=datetime(2025, 5, 14, 9, tzinfo=UTC),
        arbiter=PersonId(3),
        article="10.1",
        reason="Da.",
        case="",
        ruled=datetime(2025, 5, 14, 9, tzinfo=UTC),
        restarts=True,
    )

    def read(name: str, version: int, **more: object) -> object:
        return CODECS[GAMES].decode(name, version, json.dumps(value | more))

    assert read("game.reopened", 1, on="2025-05-14") == replace(lifted, days=0)
    known = read("game.reopened", 1, on="2025-05-14", until="2025-05-12", days=4, ruling="c")
    assert known == replace(lifted, closed=date(2025, 5, 12), days=4, ruling="c")
    back = {"voided": "2025-05-08T09:00:00+00:00", "keep": 2}
    restored = replace(lifted, ruled=datetime(2025, 5, 8, 9, tzinfo=UTC), move=2)
    assert read("game.moves_restored", 1, on="2025-05-14", **back) == restored
    assert read("game.moves_restored", 2, **back) == restored


def test_an_annulment_of_an_older_log_said_what_follows_from_the_log() -> None:
    """Whether the last placement could still be returned, and since when, is no longer stored."""
    plain = {"at": "2025-05-14T09:00:00+00:00", "arbiter": 3, "article": "5.2", "reason": "Da."}
    plain |= {"keep": 1, "on": "2025-05-14", "charged": False}

    older = CODECS[GAMES].decode(
        "game.moves_annulled", 1, json.dumps(plain | {"returnable": True, "received": None})
    )

    assert older == CODECS[GAMES].decode("game.moves_annulled", 2, json.dumps(plain))


def test_an_end_in_an_older_match_log_keeps_its_untaken_seats() -> None:
    """The stored end of a leg has its losses, and the seats that nobody had taken."""
    ended = LegEnded(
        at=AT,
        leg=Leg.HOME,
        on=AT.date(),
        ending=Ending.FORFEITED,
        by=Seat.RED,
        red_score=0,
        blue_score=0,
        rounds=0,
    )
    older: dict[str, object] = {"was": "no_show", "was_by": "blue", "was_silent": None}
    payload = stored(MATCHES, ended, **older, losses=["red"], untaken=["blue"])
    corrected = json.dumps({"at": AT.isoformat(), "ended": json.loads(payload)})

    read = CODECS[MATCHES].decode("match.leg_ended", 1, payload)

    assert (read.base.ending, read.base.by, read.punished) == (
        Ending.NO_SHOW,
        Seat.BLUE,
        (Seat.RED,),
    )
    assert (read.untaken, read.since) == ((Seat.BLUE,), None)
    assert CODECS[MATCHES].decode("match.leg_corrected", 1, corrected).ended == read


def test_leave_of_an_older_log_states_what_was_announced_and_given_up() -> None:
    """Which days count follows from the dates, so the events that only said so change nothing."""
    first, last, end = date(2025, 9, 28), date(2025, 9, 30), date(2025, 10, 2)
    here, asked = ({"first": f"{first}", "last": f"{one}"} for one in (last, end))

    def read(name: str, **older: object) -> PlayerLeaveChanged:
        value = {"at": AT.isoformat(), "by": 1, "player": 1, "phase": "final", "period": here}
        found = CODECS[COMPETITIONS].decode(name, 1, json.dumps({**value, **older}))
        assert isinstance(found, PlayerLeaveChanged)
        return found

    noted = read("competition.leave", asked=asked, counts=True)
    alone = read("competition.leave")
    given_up = read("competition.leave_withdrawn")
    outside = read("competition.leave_withdrawn", is_asked_still=True)

    assert (noted.announced, noted.withdrawn) == (period((first, end)), None)
    assert (alone.announced, alone.withdrawn) == (period((first, last)), None)
    assert (given_up.announced, given_up.withdrawn) == (None, period((first, last)))
    assert (outside.announced, outside.withdrawn) == (None, None)
    assert CODECS[COMPETITIONS].encode(noted).name == "competition.leave"


def test_a_withdrawal_lifted_in_an_older_log_is_an_act_taken_back() -> None:
    """One event takes back every act about the players of a phase."""
    value = {"at": AT.isoformat(), "by": 9, "player": 1, "reason": "by mistake"}

    read = CODECS[COMPETITIONS].decode("competition.withdrawal_lifted", 1, json.dumps(value))

    by, player = PersonId(9), PersonId(1)
    assert read == ActLifted(
        at=AT, by=by, act=Liftable.WITHDRAWAL, player=player, reason="by mistake"
    )
    assert CODECS[COMPETITIONS].encode(read).name == "competition.act_lifted"


def test_every_event_of_the_engine_has_a_stream() -> None:
    """Games and matches each have their codec, with all their events."""
    assert CODECS[GAMES].registry == EVENTS
    assert CODECS[MATCHES].registry == MATCH_EVENTS
    assert CODECS[COMPETITIONS].registry.items() >= COMPETITION_EVENTS.items()


@st.composite
def any_event(draw: st.DrawFn) -> tuple[Codec, object]:
    """Return some event of the engine with its codec."""
    codec = CODECS[draw(st.sampled_from([GAMES, MATCHES, COMPETITIONS]))]
    kind = draw(st.sampled_from(sorted(codec.registry.values(), key=lambda each: each.__name__)))
    return codec, draw(st.from_type(kind))


def period(days: tuple[date, date]) -> Any:
    """Return leave between two days in order."""
    from engine.thinking_time import LeavePeriod

    return LeavePeriod(min(days), max(days))


def _register() -> None:
    from engine.thinking_time import LeavePeriod

    st.register_type_strategy(datetime, st.datetimes(timezones=st.just(UTC)))
    st.register_type_strategy(
        Decimal, st.decimals(min_value=0, max_value=2, places=4, allow_nan=False)
    )
    days = st.dates()
    st.register_type_strategy(LeavePeriod, st.tuples(days, days).map(period))


_register()


@settings(max_examples=HALF, deadline=None)
@given(drawn=any_event())
def test_every_event_of_the_engine_survives_storage(drawn: tuple[Codec, object]) -> None:
    """For any contents it is equal when read."""
    codec, event = drawn
    encoded = codec.encode(event)
    read = codec.decode(encoded.name, encoded.version, encoded.payload)

    assert read == event
    assert type(read) is type(event)
    assert codec.encode(read) == encoded


def test_a_match_arranged_before_there_were_competitions_belongs_to_none() -> None:
    """Without a competition or colours in its event, the seed still draws the colours."""
    codec = CODECS[MATCHES]
    name = "match.arranged"
    written = codec.encode(MATCH_ARRANGED)
    payload = json.loads(written.payload)
    del payload["competition"], payload["red"]

    read = codec.decode(name, 1, json.dumps(payload))

    assert (written.name, written.version) == (name, 1)
    assert (read.competition, read.red) == (NO_COMPETITION, None)
    assert read == MATCH_ARRANGED
