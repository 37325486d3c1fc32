"""The card on which a person chooses the terms of a friendly match."""

from bot.texts.i18n import load_catalogue
from bot.texts.notices.matches.request_offers import offer_card
from engine.games.events import EditionRef
from engine.matches.friendly import FriendlyTerms

NOW, NEXT = (EditionRef(name=name, sha256=name * 64) for name in "ab")


def test_a_chosen_list_that_has_come_into_force_is_still_marked() -> None:
    """The card marks one word list, also if the chosen one is now the list in force."""
    terms = FriendlyTerms(days=3, is_single=False, rated=False, edition=NEXT)
    rows = offer_card(terms, in_force=NEXT, installed=(NEXT, NOW)).buttons

    shown = [load_catalogue("en").plain(button.label) for row in rows for button in row]
    assert [label for label in shown if "Words" in label] == ["✓ Words: b", "Words: a"]
