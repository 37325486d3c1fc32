"""The proof of each match, as far as it is open to all, for the site's pages and beside them.

What of a game may be shown is asked of the contest (`engine.embargo`). The way to a day's
fingerprint is shown of a match's log that is homologated and of games that are open: it says how
long a log is, and when it grew. These grow no more, as a rule, and their pages stay as they are.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.documents.proofs.proof import Opened, proof_of
from engine.embargo import Standing
from engine.ids import Leg, MatchCode
from storage.fingerprints import Ways
from storage.streams import game_stream, match_stream

if TYPE_CHECKING:
    from bot.site.source import Contest
    from engine.games.game import Game
    from engine.matches.match import Match


@dataclass(frozen=True, slots=True)
class Proofs:
    """The proofs of a making of the site."""

    ways: Ways

    async def facts(self, contest: "Contest", code: MatchCode) -> tuple[object, ...]:
        """Return what tells whether the proof of a match is another than before."""
        days = await self.ways.days()
        return (
            _is_settled(contest, code),
            tuple((stream, days.get(stream)) for stream in _streams(contest, code)),
        )

    async def of(
        self, contest: "Contest", match: "Match", games: "Mapping[Leg, Game]"
    ) -> Mapping[str, Any]:
        """Return the proof of a match; `games` are those that are open to all."""
        number = contest.listed[match.code][0]
        opened = Opened(
            sequences={leg: game.sequence for leg, game in games.items()},
            series=[leg for leg in Leg if (number, leg) in contest.shown_seeds],
            has_results=_is_settled(contest, match.code),
        )
        ways = await self.ways.of(_streams(contest, match.code))
        return proof_of(match, opened, contest.competition, ways)


def embedded(facts: object) -> str:
    """Return facts as JSON that stands inside a page: nothing in it ends the element it is in."""
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _is_settled(contest: "Contest", code: MatchCode) -> bool:
    told = contest.told[code]
    return None not in told.results and all(each is Standing.SETTLED for each in told.standings)


def _streams(contest: "Contest", code: MatchCode) -> Iterator[str]:
    if _is_settled(contest, code):
        yield match_stream(code)
    for game in contest.told[code].listed.games:
        if game in contest.games and contest.why_closed(game) is None:
            yield game_stream(game)
