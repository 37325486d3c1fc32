"""Texts about personal links: how to share them, and whether they are used. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.texts.buttons.competitions import CARD, CardStep
from bot.texts.buttons.matches import PLACES
from bot.texts.messages import WHATSAPP, Button, Param, Text, say
from engine.ids import CompetitionCode, MatchCode


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A player who has taken a seat, for a notice to an arbiter."""

    name: str
    account: str
    """The name of their Telegram account."""
    written: str
    """The name that the arbiter wrote for the seat."""
    in_browser: bool = False
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
    is_among_others: bool = False,
) -> tuple[Button, ...]:
    """Return the buttons that send an invitation: through Telegram, and through WhatsApp."""
    words = link_words(who, where, partner)
    telegram = forward_button(links.telegram, who, words, is_among_others=is_among_others)
    if not links.web:
        return (telegram,)
    ready = ready_words(links, who, where, partner)
    label = say("button.whatsapp_named" if is_among_others else "button.whatsapp", who=who)
    return telegram, Button(label, url=WHATSAPP, words=ready)


def forward_button(link: str, who: str, words: Text, *, is_among_others: bool = False) -> Button:
    """Return the button that sends a link to its recipient through any chat.

    With `is_among_others` its label is only the name, because two fit side by side on a phone.
    """
    label = say("button.forward_named" if is_among_others else "button.forward", who=who)
    return Button(label, url=link, words=words)


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


def places_button(match: str, competition: str) -> Button:
    """Return the button that shows an arbiter the holder of each seat, and what to do."""
    if competition:
        return CARD.button(
            say("button.comp.players"), CompetitionCode(competition), CardStep.PLAYERS
        )
    return PLACES.button(say("button.places", match=match), MatchCode(match))


MOST_CAME = 40
"""The most players named in the list of those who have come."""


def came_list(title: str, came: Sequence[tuple[str, str, bool]], number: int) -> Text:
    """Return the growing list of players who have taken their seats, with their accounts.

    `came`: names, accounts, and whether they are in a browser, whose account is a device.
    `number`: how many seats there are.
    """
    rows = [
        say(
            "comp.came_row_browser" if web else "comp.came_row",
            who=who,
            account=account or say("join.no_account_name"),
        )
        for who, account, web in came[-MOST_CAME:]
    ]
    return say("comp.came_list", title=title, n=len(came), all=number, rows=rows)


def came_text(
    newcomer: Newcomer, *, match: str = "", competition: str = "", came: tuple[int, int] = (0, 0)
) -> Text:
    """Return the notice to an arbiter that a player has taken a seat.

    `came`: how many of the players have joined, and how many there are.

    The account's name lets the arbiter check the person. The notice points out a name that differs
    from the one written for the seat.
    """
    other = None
    if newcomer.is_otherwise_called:
        other = say("join.other_name", who=newcomer.written, name=newcomer.name)
    facts = {
        "who": newcomer.name,
        "account": newcomer.account or say("join.no_account_name"),
        "other": other,
    }
    how = "_browser" if newcomer.in_browser else ""
    if competition:
        count = say("comp.claimed_count", n=came[0], all=came[1])
        return Text(f"comp.claimed_told{how}", {**facts, "title": competition, "count": count})
    return Text(f"start.arbiter_told{how}", {**facts, "match": match})
