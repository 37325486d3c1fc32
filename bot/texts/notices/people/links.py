"""Texts about personal links: how to share them, and whether they are used. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.texts.buttons.competitions import CARD, CardStep
from bot.texts.buttons.matches import PLACES
from bot.texts.messages import Button, Param, Text, say
from bot.texts.one_message import first_fitting
from bot.texts.sharing import WHATSAPP
from engine.ids import CompetitionCode, MatchCode

MOST_CAME = (40, 25, 15, 8)
"""How many of the last players the list of those who have come may name; the first that fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """A player who has taken a seat, for a notice to an arbiter."""

    name: str
    account: str
    """The name of their Telegram account."""
    written: str
    """The name that the arbiter wrote for the seat."""
    in_browser: bool
    """Whether they play in a browser; `account` is then the name of their device."""

    @property
    def is_otherwise_called(self) -> bool:
        """Return whether the player keeps another name than the one written for the seat."""
        return self.name != self.written


@dataclass(frozen=True, slots=True)
class SeatLinks:
    """The links that give one seat: in Telegram, and in any browser if the bot has a page."""

    telegram: str
    web: str = ""

    @property
    def shown(self) -> Param:
        """Return the links as a part of a text, each on its line."""
        if not self.web:
            return self.telegram
        return say("link.both", telegram=self.telegram, web=self.web)


def forward_buttons(
    links: SeatLinks,
    who: str,
    where: Text,
    partner: str | None = None,
    *,
    label: str | None = None,
) -> tuple[Button, ...]:
    """Return the buttons that send an invitation: through Telegram, and through WhatsApp.

    `label`: the short name on each button, if buttons for others are beside them.
    """
    words = link_words(who, where, partner)
    telegram = forward_button(links.telegram, who, words, label=label)
    if not links.web:
        return (telegram,)
    ready = ready_words(links, who, where, partner)
    key = "button.whatsapp" if label is None else "button.whatsapp_named"
    return telegram, Button(Text(key, {"who": label or who}), url=WHATSAPP, words=ready)


def forward_button(link: str, who: str, words: Text, *, label: str | None = None) -> Button:
    """Return the button that sends a link to its recipient through any chat.

    A `label` is short, because two such buttons fit side by side on a phone.
    """
    key = "button.forward" if label is None else "button.forward_named"
    return Button(Text(key, {"who": label or who}), url=link, words=words)


def link_words(who: str, where: Text, partner: str | None = None) -> Text:
    """Return the message to the link's recipient."""
    if partner is None:
        return say("link.words", who=who, where=where)
    return say("link.words_partner", who=who, where=where, partner=partner)


def ready_words(links: SeatLinks, who: str, where: Text, partner: str | None = None) -> Text:
    """Return the invitation with both links, ready for WhatsApp or a mail."""
    facts: dict[str, Param] = {
        "who": who,
        "where": where,
        "telegram": links.telegram,
        "web": links.web,
    }
    if partner is None:
        return Text("link.ready", facts)
    return Text("link.ready_partner", {**facts, "partner": partner})


def kind_of_match(title: str | None) -> Text:
    """Return the name of a match outside a competition, as part of a sentence."""
    return say("match.kind_titled", title=title) if title else say("match.kind_arranged")


def match_places_button(match: MatchCode) -> Button:
    """Return the button that shows an arbiter who has each seat of a match, and what to do."""
    return PLACES.button(say("button.places", match=match), match)


def competition_places_button(competition: CompetitionCode) -> Button:
    """Return the button that shows an arbiter who has each seat of a competition."""
    return CARD.button(say("button.comp.players"), competition, CardStep.PLAYERS)


def came_list(title: str, came: Sequence[Newcomer], places: int) -> Text:
    """Return the growing list of players who have taken their seats, with their accounts.

    `places`: how many seats there are.
    """
    rows = [
        say(
            "comp.came_row_browser" if newcomer.in_browser else "comp.came_row",
            who=newcomer.name,
            account=_account(newcomer),
        )
        for newcomer in came
    ]
    return first_fitting(
        say("comp.came_list", title=title, n=len(came), all=places, rows=rows[-most:])
        for most in MOST_CAME
    )


def came_to_match_text(newcomer: Newcomer, match: MatchCode) -> Text:
    """Return the notice to an arbiter that a player has taken a seat of the match."""
    key = "start.arbiter_told_browser" if newcomer.in_browser else "start.arbiter_told"
    return Text(key, {**_facts(newcomer), "match": match})


def came_to_competition_text(newcomer: Newcomer, title: str, came: int, places: int) -> Text:
    """Return the notice to an arbiter that a player has taken a seat of the competition.

    `came`: how many of the players have joined; `places`: how many there are.
    """
    key = "comp.claimed_told_browser" if newcomer.in_browser else "comp.claimed_told"
    count = say("comp.claimed_count", n=came, all=places)
    return Text(key, {**_facts(newcomer), "title": title, "count": count})


def _facts(newcomer: Newcomer) -> dict[str, Param]:
    """Return what lets the arbiter check the person: the account, and the name if it differs."""
    other = None
    if newcomer.is_otherwise_called:
        other = say("join.other_name", who=newcomer.written, name=newcomer.name)
    return {"who": newcomer.name, "account": _account(newcomer), "other": other}


def _account(newcomer: Newcomer) -> Param:
    """Return the name of the account or device, or that it has none."""
    return newcomer.account or say("join.no_account_name")
