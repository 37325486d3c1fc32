"""Messages that are proof of delivery, and private ones that are not."""

import pytest

from bot.documents.dossier.secrets import is_public, key_of, without_words
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.texts.outgoing import text_to_json


@pytest.mark.parametrize(
    "key", ["note.list", "note.kept", "condition.set", "letters.state", "chat.sent", "start.hello"]
)
def test_what_a_person_asked_for_themselves_is_not_shown(key: str) -> None:
    """Notes, conditional moves and answers to a person's own requests are left out."""
    assert not is_public(key)
    passed_on = text_to_json(say("writer.pass_on", who="Ion Rus", text=say(key)))
    assert not is_public(key_of(passed_on))


def test_what_is_passed_on_to_a_player_is_shown_as_if_it_had_reached_them() -> None:
    """Sheets sent to a writer prove the delivery to the player."""
    passed_on = text_to_json(say("writer.pass_on", who="Ion Rus", text=say("sheets.caption")))

    assert is_public(key_of(passed_on))


@pytest.mark.parametrize("passed_on", [False, True])
def test_what_a_person_wrote_stands_only_where_they_can_have_it_erased(passed_on: bool) -> None:
    """A message that forwarded their words appears as a delivery without these words."""
    notice = say("claim.answered", who="Ion Rus", case="K7QF/1#1", text="Am fost bolnav.")
    whole = say("writer.pass_on", who="Ion Rus", text=notice) if passed_on else notice

    shown = load_catalogue("ro").plain(without_words(whole))

    assert "bolnav" not in shown
    assert "Ion Rus" in shown
    assert "K7QF/1#1" in shown


@pytest.mark.parametrize("key", ["case.card", "case.new_opinion", "case.asked_opinion"])
def test_what_arbiters_weigh_among_themselves_is_not_shown(key: str) -> None:
    """The card's possible rulings and the arbiters' opinions are left out."""
    assert not is_public(key)


@pytest.mark.parametrize("key", ["claim.told", "case.decision", "sheets.caption", "remind.resend"])
def test_what_proves_that_somebody_was_notified_is_shown(key: str) -> None:
    """The claim sent to the opponent, the ruling, sheets and reminders are proof."""
    assert is_public(key)
