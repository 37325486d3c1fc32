"""The card on which a person chooses the terms of a request for a friendly match. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.texts.buttons.matches import PLAY, OfferWay
from bot.texts.messages import Button, Card, Text, say
from bot.texts.notices.matches.request_texts import games_text, list_button, rated_text, rules_text
from engine.errors import Fault, GameStateError
from engine.games.events import EditionRef
from engine.matches.friendly import THINKING_DAYS, FriendlyTerms

MOST_LISTS: Final = 4
"""The most word lists that one card offers."""
HASH_LETTERS: Final = 8
"""The length of a hash in a button, whose data has 64 bytes: enough for a few installed lists."""


def offer_card(terms: FriendlyTerms, in_force: EditionRef, installed: Sequence[EditionRef]) -> Card:
    """Return the card on which a person chooses the terms of a request.

    The word list can be chosen if several are installed.
    """
    if terms.edition == in_force:  # since the list was chosen
        terms = replace(terms, edition=None)
    text = say(
        "requests.offer",
        days=terms.days,
        games=games_text(is_single=terms.is_single),
        rated=rated_text(rated=terms.rated),
        rules=rules_text((terms.edition or in_force).name),
    )
    times = [
        _choice(say("requests.days", days=each), terms, replace(terms, days=each))
        for each in THINKING_DAYS
    ]
    games = [
        _choice(say(key), terms, replace(terms, is_single=is_single))
        for is_single, key in ((True, "requests.one_game"), (False, "requests.two_games"))
    ]
    ratings = [
        _choice(say(key), terms, replace(terms, rated=rated))
        for rated, key in ((False, "requests.for_fun"), (True, "requests.for_rating"))
    ]
    word_lists = [
        [
            _choice(
                say("requests.words_of", name=edition.name), terms, replace(terms, edition=stored)
            )
        ]
        for edition, stored in offered_lists(in_force, installed)
    ]
    return Card(
        text,
        (
            *map(tuple, (times, games, ratings)),
            *(map(tuple, word_lists) if len(word_lists) > 1 else ()),
            (_button(say("button.requests.public"), terms, OfferWay.PUBLIC),),
            (_button(say("button.requests.link"), terms, OfferWay.LINK),),
            (list_button(),),
        ),
    )


def _choice(label: Text, present: FriendlyTerms, chosen: FriendlyTerms) -> Button:
    """Return the button that chooses these terms; it is marked if they are the present ones."""
    if present == chosen:
        return _button(say("button.chosen", what=label), chosen)
    return _button(say("button.plain", label=label), chosen)


def _button(label: Text, terms: FriendlyTerms, way: OfferWay = OfferWay.NOT_YET) -> Button:
    """Return a button that has all the terms; with a way, it also makes the request."""
    games = 1 if terms.is_single else 2
    return PLAY.button(label, terms.days, games, way, terms.rated, hash_of(terms.edition))


def offered_lists(
    in_force: EditionRef, installed: Sequence[EditionRef]
) -> list[tuple[EditionRef, EditionRef | None]]:
    """Return at most `MOST_LISTS` lists to choose from, each with what a request stores for it.

    The first is the list in force, for which a request stores None; the others keep their order.
    """
    others = [(edition, edition) for edition in installed if edition != in_force]
    return [(in_force, None), *others][:MOST_LISTS]


def hash_of(edition: EditionRef | None) -> str:
    """Return what names a chosen list in a button; "" for None, the list in force."""
    return edition.sha256[:HASH_LETTERS] if edition is not None else ""


def list_of_hash(short_hash: str, installed: Sequence[EditionRef]) -> EditionRef | None:
    """Return the list that `hash_of` names so; None for the list in force on the match's day.

    Raises:
        GameStateError: `button_unknown`, the list is no longer installed.
    """
    if not short_hash:
        return None
    for edition in installed:
        if hash_of(edition) == short_hash:
            return edition
    raise GameStateError(Fault("button_unknown"))
