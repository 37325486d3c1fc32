"""The open sign-up of a competition as the site shows it, with public names alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.public_names import visibility_of
from bot.texts.public_names import NameVisibility, labels
from engine.competitions.competition import Competition
from engine.competitions.sign_up import Limits, SignUpState
from storage.competitions import publicity, sign_ups
from storage.people import people


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSignUp:
    """An open sign-up as the site shows it."""

    last_day: date
    limits: Limits
    taken: int
    waiting: int
    names: Sequence[str]
    """The public names of the people with a seat, in the order of sign-up."""


async def open_sign_up(tx: AsyncConnection, competition: Competition) -> OpenSignUp | None:
    """Return the competition's open sign-up, or None."""
    sign_up = await sign_ups.of(tx, competition.code)
    if sign_up is None or sign_up.closed_at is not None:
        return None
    applicants = await sign_ups.people_of(tx, competition.code)
    seated = [applicant for applicant in applicants if applicant.state is SignUpState.IN]
    order = [applicant.person for applicant in seated]
    default = NameVisibility(await publicity.names_of(tx, competition.code) or NameVisibility.FULL)
    visibility = {
        person.id: visibility_of(person, default) for person in await people.several(tx, order)
    }
    names = labels(order, {applicant.person: applicant.name for applicant in seated}, visibility)
    return OpenSignUp(
        last_day=sign_up.last_day(competition.rules.time_zone),
        limits=sign_up.limits,
        taken=len({*order, *competition.phase.players}),
        waiting=sum(applicant.state is SignUpState.WAITING for applicant in applicants),
        names=tuple(names[who] for who in order),
    )
