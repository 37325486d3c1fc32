"""Notices about the start of a match."""

from dataclasses import dataclass

import pytest

from bot.texts.messages import Text
from bot.texts.notices.matches.match_relay import started_notices
from bot.texts.notices.participants import Member, Participants
from engine.games.events import EditionRef
from engine.ids import WEB
from engine.matches.decide import join
from tests.builders import ARBITER, BLUE, RED, game_after, noon
from tests.engine.matches.staged import after, new_match


@dataclass(frozen=True, slots=True)
class _Lists:
    """Terms of word lists under which the bot sends none."""

    distribute: bool = False

    def official(self, _edition: EditionRef) -> bool:
        """Take every list for the federation's own."""
        return True


@pytest.mark.article("6.1")
@pytest.mark.parametrize("name", ["Ana Pop", "Ion Rus"])
def test_a_player_reads_that_their_opponent_is_in_a_browser(name: str) -> None:
    """Only the opponent reads it, also of a player who has the same name as they."""
    match = new_match(red=RED)
    for person, access in ((RED, WEB), (BLUE, "")):
        match = after(match, *join(match, person, person, noon(), access))
    participants = Participants(
        red=Member(RED, "Ana Pop", 10),
        blue=Member(BLUE, name, 20),
        arbiter=Member(ARBITER, "Radu Arbitru", 30),
        kind=match.kind,
        match=match,
    )

    notices = started_notices(game_after(), 1, participants, match, _Lists())

    told = {
        notice.to: notice.text.params["web"]
        for notice in notices
        if notice.text is not None and notice.text.key == "leg.started"
    }
    assert told == {10: None, 20: Text("leg.partner_browser", {"who": "Ana Pop"})}
