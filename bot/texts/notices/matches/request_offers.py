"""The card on which a person chooses the terms of a request for a friendly match. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.texts.buttons.matches import PLAY, OfferWay
from bot.texts.messages import Button, Card, Text, say
from bot.texts.notices.matches.request_texts import games_text, list_button, rated_text, rules_text
from engine.games.events import EditionRef
from engine.matches.friendly import THINKING_DAYS, FriendlyTerms

MOST_LISTS: Final = 4
"""The most word lists that one card offers."""
HASH_LETTERS: Final = 8
"""The length of a hash in a button, whose data has 64 bytes."""


def offer_card(terms: FriendlyTerms, in_force: EditionRef, installed: Sequence[EditionRef]) -> Card:
    """Return the card on which a person chooses the terms of a request.

    The word list can be chosen if several are installed.
    """
    text = say(
        "requests.offer",
        days=terms.days,
        games=games_text(is_single=terms.is_single),
        rated=rated_text(rated=terms.rated),
        rules=rules_text((terms.edition or in_force).name),
    )
    times = [(say("requests.days", days=each), replace(terms, days=each)) for each in THINKING_DAYS]
    games = [
        (say(key), replace(terms, is_single=is_single))
        for is_single, key in ((True, "requests.one_game"), (False, "requests.two_games"))
    ]
    ratings = [
        (say(key), replace(terms, rated=rated))
        for rated, key in ((False, "requests.for_fun"), (True, "requests.for_rating"))
    ]
    word_lists = [
        [(say("requests.words_of", name=edition.name), replace(terms, edition=chosen))]
        for edition, chosen in offered_lists(in_force, installed)
    ]
    choices = (times, games, ratings, *(word_lists if len(word_lists) > 1 else ()))
    return Card(
        text,
        (
            *(tuple(_choice(label, each, terms) for label, each in row) for row in choices),
            (_offering(say("button.requests.public"), terms, OfferWay.PUBLIC),),
            (_offering(say("button.requests.link"), terms, OfferWay.LINK),),
            (list_button(),),
        ),
    )


def _choice(label: Text, terms: FriendlyTerms, chosen: FriendlyTerms) -> Button:
    """Return the button that chooses these terms; it is marked if they are chosen."""
    if terms == chosen:
        return _offering(say("button.chosen", what=label), terms)
    return _offering(say("button.plain", label=label), terms)


def _offering(label: Text, terms: FriendlyTerms, way: OfferWay = OfferWay.NOT_YET) -> Button:
    """Return a button that has all the terms; with a way, it also makes the request."""
    word_list = hash_of(terms.edition) if terms.edition else ""
    games = 1 if terms.is_single else 2
    return PLAY.button(label, terms.days, games, way, terms.rated, word_list)


def offered_lists(
    in_force: EditionRef, installed: Sequence[EditionRef]
) -> list[tuple[EditionRef, EditionRef | None]]:
    """Return the word lists to choose from, each with the value that a request stores for it.

    The first is the list in force, for which a request stores None.
    """
    others = [(edition, edition) for edition in installed if edition != in_force]
    return [(in_force, None), *others][:MOST_LISTS]


def hash_of(edition: EditionRef) -> str:
    """Return the part of the list's hash that names it in a button."""
    return edition.sha256[:HASH_LETTERS]
