"""Texts of a competition's public sign-up for those who sign up: terms, cards, posts. Pure."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.texts.buttons.competitions import SIGN_UP, SignUpAction
from bot.texts.messages import Button, Card, Text, say
from engine.competitions.competition import Competition
from engine.competitions.sign_up import Limits, SignUpState
from engine.ids import CompetitionCode, PersonId

SIGN_UP_LINK: Final = "ins-"
"""The prefix of a competition's code in the link of its sign-up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpLine:
    """A person who signed up, as an arbiter reads it."""

    person: PersonId
    name: str
    club: str
    email: str
    rating: int | None
    state: SignUpState
    in_reach: bool = True
    """Whether a message reaches a person who waits."""

    @property
    def about(self) -> Text | None:
        """Return the club and the rating, as far as known, and whether the person is out of reach.

        None if there is nothing to say.
        """
        club = say("sign_up.club", club=self.club) if self.club else None
        rating = None if self.rating is None else say("sign_up.rating", rating=self.rating)
        away = None if self.in_reach else say("sign_up.out_of_reach")
        if club is None and rating is None and away is None:
            return None
        return say("sign_up.about", club=club, rating=rating, away=away)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpOffer:
    """A sign-up as people see it."""

    competition: Competition
    limits: Limits
    asks_email: bool
    needs_word: bool
    last_day: date
    taken: int
    """How many seats are taken, by sign-up or by an arbiter."""
    is_open: bool

    @property
    def code(self) -> CompetitionCode:
        """Return the competition's code."""
        return self.competition.code

    @property
    def title(self) -> str:
        """Return the competition's title."""
        return self.competition.title


def limits_lines(limits: Limits) -> list[Text]:
    """Return the limits of a sign-up line by line, without those that are not set."""
    lines = []
    if limits.per_club is not None:
        lines.append(say("sign_up.per_club", n=limits.per_club))
    if limits.rating_from is not None or limits.rating_to is not None:
        lines.append(say("sign_up.rating_limits", limits=rating_text(limits)))
    return lines


def rating_text(limits: Limits) -> Text:
    """Return the ratings that may enter."""
    low, high = limits.rating_from, limits.rating_to
    if low is not None and high is not None:
        return say("sign_up.rating_between", low=low, high=high)
    if low is not None:
        return say("sign_up.rating_from", low=low)
    return say("sign_up.rating_to", high=high) if high is not None else say("sign_up.rating_any")


def terms_lines(offer: SignUpOffer) -> list[Text]:
    """Return all terms of a sign-up as the arbiter sets them."""
    return [
        say("sign_up.set.day", day=offer.last_day.isoformat()),
        say("sign_up.set.places", value=number_text(offer.limits.places)),
        say("sign_up.set.club", value=number_text(offer.limits.per_club)),
        say("sign_up.set.rating", value=rating_text(offer.limits)),
        say("sign_up.set.email" if offer.asks_email else "sign_up.set.no_email"),
        say("sign_up.set.word" if offer.needs_word else "sign_up.set.no_word"),
    ]


def number_text(number: int | None) -> Text:
    """Return a limit as text."""
    return say("sign_up.unlimited") if number is None else say("sign_up.at_most", n=number)


def places_line(taken: int, limits: Limits) -> Text:
    """Return how many seats are taken, and of how many."""
    if limits.places is None:
        return say("sign_up.signed_up", n=taken)
    if taken >= limits.places:
        return say("sign_up.full", n=limits.places)
    return say("sign_up.places", n=taken, all=limits.places)


def asking_card(offer: SignUpOffer, name: str, club: str, email: str, *, is_fixed: bool) -> Card:
    """Return the card on which a person signs up by one tap, under that name and club.

    `is_fixed`: only an arbiter changes the name.
    """
    text = say(
        "sign_up.card",
        about=about_text(offer),
        name=name,
        club=say("sign_up.with_club", club=club) if club else None,
        email=say("sign_up.card_email", email=email or say("sign_up.no_email"))
        if offer.asks_email
        else None,
        word=say("sign_up.card_word") if offer.needs_word else None,
    )
    change = say("button.sign_up.club" if is_fixed else "button.sign_up.name")
    more = [SIGN_UP.button(change, offer.code, SignUpAction.NAME)]
    if offer.asks_email:
        more.append(SIGN_UP.button(say("button.sign_up.email"), offer.code, SignUpAction.EMAIL))
    return Card(
        text,
        (
            (SIGN_UP.button(say("button.sign_up.yes"), offer.code, SignUpAction.SIGN_UP),),
            tuple(more),
        ),
    )


def name_question(offer: SignUpOffer) -> Text:
    """Return the question for name and club to a person whom the bot does not know."""
    return say("sign_up.ask_name", about=about_text(offer))


def about_text(offer: SignUpOffer) -> Text:
    """Return the competition, its dates and the terms for a person who may sign up."""
    plan = offer.competition.phase.plan
    return say(
        "sign_up.about_it",
        title=offer.title,
        start=plan.start.isoformat(),
        closing=plan.closing.isoformat(),
        day=offer.last_day.isoformat(),
        places=places_line(offer.taken, offer.limits),
        limits=limits_lines(offer.limits) or None,
    )


def state_card(offer: SignUpOffer, line: SignUpLine, place: int) -> Card:
    """Return the state of a person's sign-up, with the buttons that change it.

    `place`: their place in the waiting list, from 1.
    """
    facts = {"title": offer.title, "name": line.name}
    if line.state is SignUpState.REFUSED:
        return Card(Text("sign_up.state_refused", facts))
    if not offer.is_open and line.state is not SignUpState.IN:
        return Card(Text("sign_up.state_left", facts))
    if not offer.is_open:
        text = Text("sign_up.state_plays", facts)
    elif line.state is SignUpState.WAITING:
        text = Text("sign_up.state_waiting", {**facts, "n": place})
    else:
        text = Text(f"sign_up.state_{line.state.value}", facts)
    rows = [(SIGN_UP.button(say("button.sign_up.out"), offer.code, SignUpAction.ASK_OUT),)]
    if offer.asks_email and offer.is_open:
        email = SIGN_UP.button(say("button.sign_up.email"), offer.code, SignUpAction.EMAIL)
        rows.insert(0, (email,))
    return Card(text, tuple(rows))


def state_button(code: CompetitionCode) -> Button:
    """Return the button that shows a person their sign-up."""
    return SIGN_UP.button(say("button.sign_up.show"), code, SignUpAction.SHOW)


def opened_post(offer: SignUpOffer, link: str) -> Card:
    """Return the post to a competition's group that people may sign up."""
    places = None
    if offer.limits.places is not None:
        places = say("sign_up.post_places", n=offer.limits.places)
    text = say(
        "sign_up.post",
        title=offer.title,
        day=offer.last_day.isoformat(),
        places=places,
        limits=limits_lines(offer.limits) or None,
    )
    return Card(text, ((Button(say("button.sign_up.open"), url=link),),))


def closed_post(competition: Competition, players: int) -> Text:
    """Return the post to a competition's group that the sign-up is closed."""
    return say("sign_up.post_closed", title=competition.title, n=players)
