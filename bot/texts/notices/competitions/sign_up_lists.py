"""Texts for arbiters about the people of a sign-up: the live list, a person, a question. Pure."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.texts.buttons.competitions import CARD, CardStep
from bot.texts.messages import Button, Card, Text, rows_of, say
from bot.texts.notices.competitions.sign_ups import SignUpLine, SignUpOffer, places_line
from bot.texts.one_message import first_fitting
from bot.texts.sharing import WHATSAPP
from engine.competitions.competition import Competition
from engine.competitions.sign_up import SignUpState
from engine.ids import CompetitionCode

_MOST_SHOWN: Final = (60, 40, 25, 15, 8, 4)
"""How many people of one state the arbiters' list may show; the first that fits is used.

The card shows everybody, page by page.
"""
_SIGNS: Final = {
    SignUpState.IN: "sign_up.row_in",
    SignUpState.WAITING: "sign_up.row_waiting",
    SignUpState.ASKED: "sign_up.row_asked",
    SignUpState.REFUSED: "sign_up.row_refused",
}


def live_list(
    offer: SignUpOffer, lists: Mapping[SignUpState, Sequence[SignUpLine]], link: str
) -> Card:
    """Return the arbiters' list of a sign-up, with the link to pass on."""
    text = first_fitting(_list_text(offer, lists, link, most) for most in _MOST_SHOWN)
    card = CARD.button(say("button.sign_up.manage"), offer.code, CardStep.SIGN_UP_PEOPLE_BELOW)
    if not offer.is_open:
        return Card(text, ((card,),))
    return Card(text, ((share_button(offer, link),), (card,)))


def _list_text(
    offer: SignUpOffer, lists: Mapping[SignUpState, Sequence[SignUpLine]], link: str, most: int
) -> Text:
    """Return the list with at most so many people of each state."""
    return say(
        "sign_up.list" if offer.is_open else "sign_up.list_closed",
        title=offer.title,
        day=offer.last_day.isoformat(),
        places=places_line(offer.taken, offer.limits),
        inside=_rows(lists[SignUpState.IN], most),
        waiting=_part("sign_up.waiting", lists[SignUpState.WAITING], most),
        asked=_part("sign_up.asked", lists[SignUpState.ASKED], most),
        link=link,
    )


def web_share_button(offer: SignUpOffer, telegram: str, web: str) -> Button:
    """Return the button that sends both links through WhatsApp."""
    words = say(
        "sign_up.ready",
        title=offer.title,
        day=offer.last_day.isoformat(),
        telegram=telegram,
        web=web,
    )
    return Button(say("button.sign_up.whatsapp"), url=WHATSAPP, words=words)


def share_button(offer: SignUpOffer, link: str) -> Button:
    """Return the button that passes the link on through any chat."""
    words = say("sign_up.words", title=offer.title, day=offer.last_day.isoformat())
    return Button(say("button.sign_up.share"), url=link, words=words)


def _part(key: str, lines: Sequence[SignUpLine], most: int) -> Text | None:
    return say(key, n=len(lines), rows=_rows(lines, most)) if lines else None


def _rows(lines: Sequence[SignUpLine], most: int) -> list[Text] | None:
    """Return the first people of a list, numbered, and the number of the others."""
    rows = [_numbered("sign_up.row", number, line) for number, line in enumerate(lines[:most], 1)]
    if len(lines) > most:
        rows.append(say("sign_up.more", n=len(lines) - most))
    return rows or None


def row_text(number: int, line: SignUpLine) -> Text:
    """Return a numbered line about a person, with a sign for their state, which is not OUT."""
    return _numbered(_SIGNS[line.state], number, line)


def _numbered(key: str, number: int, line: SignUpLine) -> Text:
    return Text(key, {"number": number, "who": line.name, "about": line.about})


def entry_question(competition: Competition, line: SignUpLine, *, in_browser: bool = False) -> Card:
    """Return the question to the arbiters whether a person may enter."""
    key = "sign_up.asks_browser" if in_browser else "sign_up.asks"
    text = say(key, title=competition.title, who=line.name, about=line.about)
    return Card(text, (answer_buttons(competition.code, line),))


def answer_buttons(code: CompetitionCode, line: SignUpLine) -> tuple[Button, Button]:
    """Return the buttons with which an arbiter accepts or refuses a person."""
    return (
        CARD.button(say("button.sign_up.accept"), code, CardStep.SIGN_UP_ACCEPT, f"{line.person}"),
        CARD.button(say("button.sign_up.refuse"), code, CardStep.SIGN_UP_REFUSE, f"{line.person}"),
    )


def person_card(
    competition: Competition, line: SignUpLine, *, is_open: bool, is_player: bool
) -> Card:
    """Return what an arbiter sees of a person who is in the sign-up, with the e-mail address.

    `is_player`: whether they are a player of the competition already.
    """
    code = competition.code
    text = say(
        "sign_up.person",
        title=competition.title,
        who=line.name,
        about=line.about,
        state=Text(f"sign_up.is_{line.state.value}"),
        email=say("sign_up.person_email", email=line.email) if line.email else None,
    )
    yes, no = answer_buttons(code, line)
    # While a sign-up is open, people who wait move up in their order. Once it is closed, only an
    # arbiter enters somebody, also a player who withdrew after the closing.
    may_be_accepted = line.state in {SignUpState.ASKED, SignUpState.REFUSED} or not is_open
    may_be_refused = line.state is not SignUpState.REFUSED and is_open
    buttons = []
    if may_be_accepted and not is_player:
        buttons.append(yes)
    if may_be_refused and not is_player:
        buttons.append(no)
    back = CARD.button(say("button.sign_up.manage"), code, CardStep.SIGN_UP_PEOPLE)
    return Card(text, (*rows_of(buttons, 2), (back,)))
