"""Texts about requests for a friendly match: terms, rules, lists and answers. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.texts.buttons.matches import BLOCKS, CLAIM_ON_TIME, PLAY, REMATCH, REQUEST, REQUESTS
from bot.texts.buttons.verb import YES
from bot.texts.messages import Button, Buttons, Param, Text, page_of, rows_of, say
from bot.texts.public_names import Shown, initials
from engine.ids import GameId, MatchCode, PersonId
from engine.matches.friendly import MOST_LEAVE, THINKING_DAYS
from engine.matches.match import Match

ON_PAGE: Final = 8
"""The requests with a button on one page."""
MOST_TO_BLOCK: Final = 20
"""The most people whom one card offers to block, and to unblock."""
PUBLIC, LINK = "public", "link"
"""The buttons that make a request."""
OFF: Final = "off"
"""The answer of a request's author who withdraws it; before a person, it unblocks them."""
OF_REQUEST, OF_MATCH = "request", "match"
"""The buttons that block the author of a request, or the opponent of a friendly match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A request as other people see it."""

    token: str
    author: PersonId
    who: Param
    """The author's public name."""
    days: int
    is_single: bool
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A person as a reader knows them, and what names them in a button's data."""

    who: Param
    kind: str
    about: str


def public_name(name: str, shown: Shown) -> Param:
    """Return a name as a request shows it."""
    if shown is Shown.HIDDEN:
        return say("requests.somebody")
    return initials(name) or say("requests.somebody") if shown is Shown.INITIALS else name


def games_text(*, is_single: bool) -> Text:
    """Return whether one game is played, or home and return."""
    return say("requests.single" if is_single else "requests.both")


def terms_text(days: int, *, is_single: bool) -> Text:
    """Return the thinking time and the games."""
    return say("requests.terms", days=days, games=games_text(is_single=is_single))


def rules_text(edition: str) -> Text:
    """Return the rules that both players accept with a request."""
    return say("requests.rules", edition=edition, leave=MOST_LEAVE)


def offer_card(days: int, edition: str, *, is_single: bool) -> tuple[Text, Buttons]:
    """Return the card on which a person chooses the terms of a request."""
    text = say(
        "requests.offer",
        days=days,
        games=games_text(is_single=is_single),
        rules=rules_text(edition),
    )
    number = 1 if is_single else 2
    times = tuple(
        PLAY.button(_chosen(say("requests.days", days=each), is_it=each == days), each, number)
        for each in THINKING_DAYS
    )
    games = tuple(
        PLAY.button(_chosen(say(key), is_it=each == number), days, each)
        for each, key in ((1, "requests.one_game"), (2, "requests.two_games"))
    )
    return text, (
        times,
        games,
        (PLAY.button(say("button.requests.public"), days, number, PUBLIC),),
        (PLAY.button(say("button.requests.link"), days, number, LINK),),
        (list_button(),),
    )


def _chosen(what: Text, *, is_it: bool) -> Text:
    return say("button.chosen", what=what) if is_it else say("button.plain", label=what)


def list_card(
    found: Sequence[Listed], own: Sequence[Listed], page: int, edition: str
) -> tuple[Text, Buttons]:
    """Return the open requests with a button to accept each, and the person's own."""
    rows = [say("requests.own_row", terms=_terms(one), until=_until(one)) for one in own]
    text = say(
        "requests.list" if found else "requests.none",
        rows=[_row(one) for one in found],
        own=say("requests.own", rows=rows) if rows else None,
        rules=rules_text(edition) if found else None,
    )
    accept = [
        REQUEST.button(say("button.requests.accept", who=one.who, days=one.days), one.token, YES)
        for one in found
    ]
    back = rows_of(
        [
            REQUEST.button(say("button.requests.withdraw", terms=_terms(one)), one.token, OFF)
            for one in own
        ],
        1,
    )
    new = Button(say("button.requests.new"), PLAY.name)
    accept_page = page_of(accept, page, ON_PAGE, REQUESTS.turns())
    return text, (*accept_page, *back, (new,), (blocks_button(),))


def _row(one: Listed) -> Text:
    return say("requests.row", who=one.who, terms=_terms(one), until=_until(one))


def _terms(one: Listed) -> Text:
    return terms_text(one.days, is_single=one.is_single)


def _until(one: Listed) -> str:
    return one.until.isoformat()


def asked_card(one: Listed, edition: str, key: str = "requests.asked") -> tuple[Text, Buttons]:
    """Return a request to one person, with the rules and the button that accepts it."""
    text = say(key, who=one.who, terms=_terms(one), until=_until(one), rules=rules_text(edition))
    return text, ((REQUEST.button(say("button.requests.yes"), one.token, YES),),)


def begun_text(match: Match, terms: Listed, partner: str, *, is_author: bool) -> Text:
    """Return the message to one of the players of a match that begins."""
    key = "requests.accepted" if is_author else "requests.begun"
    return say(key, match=match.code, partner=partner, terms=_terms(terms))


def list_button() -> Button:
    """Return the button that lists the open requests."""
    return REQUESTS.button(say("button.requests.list"), 0)


def claim_button(game: GameId) -> Button:
    """Return the button that claims a game whose opponent exceeded their time (art. 7.2)."""
    return CLAIM_ON_TIME.button(say("button.claim_on_time"), game)


def rematch_button(match: MatchCode) -> Button:
    """Return the button that asks the opponent of a finished match for another one."""
    return REMATCH.button(say("button.requests.rematch"), match)


def blocks_button() -> Button:
    """Return the button that lists the people to block or unblock."""
    return BLOCKS.button(say("button.requests.blocks"), "")


def blocks_card(known: Sequence[Known], blocked: Sequence[Known]) -> tuple[Text, Buttons]:
    """Return the people whom a person may block, and those whom they have blocked."""
    rows = [
        *(_block_button("button.requests.block", one) for one in known[:MOST_TO_BLOCK]),
        *(_block_button("button.requests.unblock", one) for one in blocked[:MOST_TO_BLOCK]),
    ]
    text = say("requests.blocks" if rows else "requests.blocks_nobody")
    return text, (*((each,) for each in rows), (list_button(),))


def _block_button(key: str, one: Known) -> Button:
    return BLOCKS.button(say(key, who=one.who), one.kind, one.about)
