"""The terms of a sign-up: what they are, how people see them, and which dates are possible."""

from collections.abc import Container
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from bot.service.context import Context
from bot.service.readers.readers import Readers
from bot.texts.notices.competitions.sign_ups import SIGN_UP_LINK, Offer
from bot.texts.page_links import SIGN_UP, link_with
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.parts import PhasePlan
from engine.competitions.sign_up import NO_LIMITS, Limits, SignUpState
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode
from storage.competitions import sign_ups
from storage.competitions.sign_ups import SignUp

_DAYS_BEFORE: Final = 7
"""The usual days between the last day of sign-up and the phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpTerms:
    """The terms of a sign-up, as an arbiter sets them."""

    last_day: date
    limits: Limits = NO_LIMITS
    asks_email: bool = False
    needs_word: bool = False


def usual_terms(competition: Competition, today: date) -> SignUpTerms:
    """Return the terms that the card offers first."""
    day = competition.phase.plan.start - timedelta(days=_DAYS_BEFORE)
    return SignUpTerms(last_day=max(today, day))


def terms_of(sign_up: SignUp, competition: Competition) -> SignUpTerms:
    """Return the terms of a sign-up."""
    return SignUpTerms(
        last_day=sign_up.last_day(competition.rules.time_zone),
        limits=sign_up.limits,
        asks_email=sign_up.asks_email,
        needs_word=sign_up.needs_word,
    )


async def offer_of(
    context: Context, competition: Competition, terms: SignUpTerms, *, is_open: bool
) -> Offer:
    """Return a sign-up of these terms as people see it."""
    return Offer(
        competition=competition,
        limits=terms.limits,
        asks_email=terms.asks_email,
        needs_word=terms.needs_word,
        last_day=terms.last_day,
        taken=await _taken(context, competition, is_open=is_open),
        is_open=is_open,
    )


async def shown_as(context: Context, competition: Competition, sign_up: SignUp) -> Offer:
    """Return a sign-up as people see it."""
    is_open = sign_up.is_open(context.unit.now)
    return await offer_of(context, competition, terms_of(sign_up, competition), is_open=is_open)


def check_takes_entries(competition: Competition) -> None:
    """Refuse a competition whose players are listed already, or that has begun.

    Raises:
        GameStateError: `entries_closed`.
    """
    if competition.number or competition.stage is not CompetitionStage.OPEN:
        raise GameStateError(Fault("entries_closed"))


def check_last_day(competition: Competition, day: date, today: date) -> None:
    """Refuse a last day that is past, or not before the phase.

    Raises:
        GameStateError: `sign_up_day`.
    """
    start = competition.phase.plan.start
    if not today <= day < start:
        facts = {"first": today.isoformat(), "start": start.isoformat()}
        raise GameStateError(Fault("sign_up_day", facts=facts))


async def check_start(context: Context, competition: Competition, plan: PhasePlan) -> None:
    """Refuse a first day that is not after the last day of the open sign-up.

    Raises:
        GameStateError: `sign_up_after_start`.
    """
    sign_up = await sign_ups.of(context.unit.tx, competition.code)
    if (
        sign_up is None
        or sign_up.closed_at is not None
        or plan.phase is not competition.phase.plan.phase
    ):
        return
    day = sign_up.last_day(competition.rules.time_zone)
    if plan.start <= day:
        facts = {"day": day.isoformat(), "start": plan.start.isoformat()}
        raise GameStateError(Fault("sign_up_after_start", facts=facts))


async def check_closed(context: Context, competition: Competition) -> None:
    """Refuse a step that needs all players while people still sign up.

    Raises:
        GameStateError: `sign_up_open`.
    """
    sign_up = await sign_ups.of(context.unit.tx, competition.code, locked=True)
    if sign_up is not None and sign_up.closed_at is None:
        raise GameStateError(Fault("sign_up_open"))


def link_of(context: Context, code: CompetitionCode) -> str:
    """Return the public link of the competition's sign-up."""
    return context.shared.link(SIGN_UP_LINK + code)


def web_link_of(context: Context, competition: Competition) -> str:
    """Return the public link for any browser; "" without a page or without seats for browsers."""
    if not context.shared.public_url or not competition.browser_seats:
        return ""
    return link_with(context.shared.public_url, SIGN_UP, competition.code)


class OpenSignUp(NamedTuple):
    """A competition to which people may sign up."""

    code: CompetitionCode
    title: str


async def offered(
    readers: Readers, at: datetime, *, but: Container[CompetitionCode]
) -> list[OpenSignUp]:
    """Return the competitions to which people may sign up at that instant."""
    open_ones = await sign_ups.all_open(readers.unit.tx)
    codes = [
        sign_up.competition
        for sign_up in open_ones
        if sign_up.is_open(at) and sign_up.competition not in but
    ]
    competitions = [await readers.competitions.get(code) for code in codes]
    return [OpenSignUp(competition.code, competition.title) for competition in competitions]


async def _taken(context: Context, competition: Competition, *, is_open: bool) -> int:
    """Return how many seats are taken, by an arbiter or, while it is open, by sign-up."""
    players = set(competition.phase.players)
    if is_open:
        people = await sign_ups.people_of(context.unit.tx, competition.code)
        players |= {person.person for person in people if person.state is SignUpState.IN}
    return len(players)
