"""What is said of personal links: to be passed on, and what has become of them. Pure."""

from dataclasses import dataclass

from bot.texts.messages import Button, Text, say


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who has taken a place, as an arbiter is told of him."""

    name: str
    account: str
    """What his Telegram account calls itself."""
    written: str
    """The name that was written for the place."""

    @property
    def is_otherwise_called(self) -> bool:
        """Return whether he plays under another name, known from elsewhere."""
        return self.name != self.written


def forward_button(link: str, who: str, words: Text, *, is_among_others: bool = False) -> Button:
    """Return the button that passes a link on to whom it is for, in whichever chat.

    One of several in a row bears the name alone: two fit beside each other on a telephone.
    """
    label = say("button.forward_named" if is_among_others else "button.forward", who=who)
    return Button(label, url=link, words=words)


def link_words(who: str, where: Text, partner: str | None = None) -> Text:
    """Return the words that go with a link when it is passed on to whom it is for."""
    if partner is None:
        return say("link.words", who=who, where=where)
    return say("link.words_partner", who=who, where=where, partner=partner)


def kind_of_match(title: str | None) -> Text:
    """Return what a match outside a competition is called within a sentence."""
    return say("match.kind_titled", title=title) if title else say("match.kind_friendly")


def places_button(match: str, competition: str) -> Button:
    """Return the button that shows an arbiter who has which place, and what he may do about it."""
    if competition:
        return Button(say("button.comp.players"), f"c:{competition}:players")
    return Button(say("button.places", match=match), f"places:{match}")


def came_text(
    newcomer: Newcomer, *, match: str = "", competition: str = "", came: tuple[int, int] = (0, 0)
) -> Text:
    """Return what an arbiter reads when somebody has taken a place, in a match or a competition.

    `came`: how many of its players have come, and how many there are.

    By what the account calls itself he sees whether it is the right person; who goes by another
    name than the one written for the place is to be looked at.
    """
    other = None
    if newcomer.is_otherwise_called:
        other = say("join.other_name", who=newcomer.written, name=newcomer.name)
    facts = {"who": newcomer.name, "account": newcomer.account or "—", "other": other}
    if competition:
        count = say("comp.claimed_count", n=came[0], all=came[1])
        return Text("comp.claimed_told", {**facts, "title": competition, "count": count})
    return Text("start.arbiter_told", {**facts, "match": match})
