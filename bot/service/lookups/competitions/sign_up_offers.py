"""Sign-ups as people see them: the offer with its links, and the competitions that take people."""

from collections.abc import Container
from datetime import datetime
from typing import NamedTuple

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.context import Context
from bot.service.lookups.competitions.sign_up_terms import SignUpTerms, terms_of
from bot.service.readers.readers import Readers
from bot.texts.notices.competitions.sign_ups import SIGN_UP_LINK, SignUpOffer
from bot.texts.page_links import SIGN_UP, link_with
from engine.competitions.competition import Competition
from engine.competitions.sign_up import SignUpState
from engine.ids import CompetitionCode
from storage.competitions import sign_ups
from storage.competitions.sign_ups import SignUp


async def shown_as(context: Context, competition: Competition, sign_up: SignUp) -> SignUpOffer:
    """Return a stored sign-up as people see it."""
    is_open = sign_up.is_open(context.unit.now)
    return await offer_of(context, competition, terms_of(sign_up, competition), is_open=is_open)


async def offer_of(
    context: Context, competition: Competition, terms: SignUpTerms, *, is_open: bool
) -> SignUpOffer:
    """Return a sign-up of these terms as people see it, or would see it before it is opened.

    `is_open`: whether people may sign up, so that those who have are counted.
    """
    return SignUpOffer(
        competition=competition,
        limits=terms.limits,
        asks_email=terms.asks_email,
        needs_word=terms.needs_word,
        last_day=terms.last_day,
        taken=await _seats_taken(context, competition, is_open=is_open),
        is_open=is_open,
    )


async def _seats_taken(context: Context, competition: Competition, *, is_open: bool) -> int:
    """Return how many seats are taken: by players, and while it is open, by sign-up."""
    seated = set(competition.phase.players)
    if is_open:
        applicants = await sign_ups.people_of(context.unit.tx, competition.code)
        seated |= {
            applicant.person for applicant in applicants if applicant.state is SignUpState.IN
        }
    return len(seated)


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


async def open_sign_ups(
    readers: Readers, at: datetime, *, but: Container[CompetitionCode]
) -> list[OpenSignUp]:
    """Return the competitions, except `but`, to which people may sign up at that instant.

    Damaged ones are left out.
    """
    codes = [
        sign_up.competition
        for sign_up in await sign_ups.all_open(readers.unit.tx)
        if sign_up.is_open(at) and sign_up.competition not in but
    ]
    offers = []
    for code in codes:
        with leaving_out_damaged():
            competition = await readers.competitions.get(code)
            offers.append(OpenSignUp(code, competition.title))
    return offers
