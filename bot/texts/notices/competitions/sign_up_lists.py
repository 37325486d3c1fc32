"""Texts for arbiters about the people of a sign-up: the live list, a person, a question. Pure."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.texts.buttons.competitions import CARD, CardStep
from bot.texts.messages import Button, Card, Text, rows_of, say
from bot.texts.notices.competitions.sign_ups import SignUpLine, SignUpOffer, places_line
from bot.texts.sharing import WHATSAPP
from engine.competitions.competition import Competition
from engine.competitions.sign_up import SignUpState
from engine.ids import CompetitionCode

MOST_SHOWN: Final = 60
"""The most people of one state in the arbiters' list; the card shows everybody, page by page."""
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
    text = say(
        "sign_up.list" if offer.is_open else "sign_up.list_closed",
        title=offer.title,
        day=offer.last_day.isoformat(),
        places=places_line(offer.taken, offer.limits),
        inside=_rows(lists[SignUpState.IN]),
        waiting=_part("sign_up.waiting", lists[SignUpState.WAITING]),
        asked=_part("sign_up.asked", lists[SignUpState.ASKED]),
        link=link,
    )
    card = CARD.button(say("button.sign_up.manage"), offer.code, CardStep.SIGN_UP_PEOPLE_BELOW)
    if not offer.is_open:
        return Card(text, ((card,),))
    return Card(text, ((share_button(offer, link),), (card,)))


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


def _part(key: str, lines: Sequence[SignUpLine]) -> Text | None:
    return say(key, n=len(lines), rows=_rows(lines)) if lines else None


def _rows(lines: Sequence[SignUpLine]) -> list[Text] | None:
    """Return the first people of a list, numbered, and the number of the others."""
    rows = [
        say("sign_up.row", number=number, who=line.name, about=line.about)
        for number, line in enumerate(lines[:MOST_SHOWN], 1)
    ]
    if len(lines) > MOST_SHOWN:
        rows.append(say("sign_up.more", n=len(lines) - MOST_SHOWN))
    return rows or None


def row_text(number: int, line: SignUpLine) -> Text:
    """Return a numbered line about a person, with a sign for their state."""
    return Text(_SIGNS[line.state], {"number": number, "who": line.name, "about": line.about})


def entry_question(competition: Competition, line: SignUpLine, *, in_browser: bool = False) -> Card:
    """Return the question to the arbiters whether a person may enter."""
    key = "sign_up.asks_browser" if in_browser else "sign_up.asks"
    text = say(key, title=competition.title, who=line.name, about=line.about)
    return Card(text, (answer_buttons(competition.code, line),))


def answer_buttons(code: CompetitionCode, line: SignUpLine) -> tuple[Button, ...]:
    """Return the buttons with which an arbiter accepts or refuses a person."""
    return (
        CARD.button(say("button.sign_up.accept"), code, CardStep.SIGN_UP_ACCEPT, f"{line.person}"),
        CARD.button(say("button.sign_up.refuse"), code, CardStep.SIGN_UP_REFUSE, f"{line.person}"),
    )


def person_card(
    competition: Competition, line: SignUpLine, *, is_open: bool, is_player: bool
) -> Card:
    """Return what an arbiter sees of a person who signed up, with the e-mail address."""
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
    buttons = []
    if not is_player and (line.state not in {SignUpState.IN, SignUpState.WAITING} or not is_open):
        buttons.append(yes)
    if not is_player and line.state is not SignUpState.REFUSED and is_open:
        buttons.append(no)
    back = CARD.button(say("button.sign_up.manage"), code, CardStep.SIGN_UP_PEOPLE)
    return Card(text, (*rows_of(buttons, 2), (back,)))
