"""The public part of each match's proof, inside the pages and as a file.

The contest says what of a game is public (`engine.embargo`). The path to a day's fingerprint is
shown only for public games and for the log of an official match. It reveals how long a log is and
when it grew. Those logs rarely grow further, so their pages do not change.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.documents.proofs.proof import Proof, PublicFacts, proof_of
from bot.site.contest import Contest
from engine.embargo import GameProgress
from engine.games.game import Game
from engine.ids import Leg, MatchCode
from engine.matches.match import Match
from storage.fingerprints import InclusionPaths
from storage.streams import game_stream, match_stream


@dataclass(frozen=True, slots=True)
class Proofs:
    """The proofs of one build of the site."""

    inclusion_paths: InclusionPaths

    async def facts(self, contest: Contest, code: MatchCode) -> tuple[object, ...]:
        """Return facts that change whenever the proof of the match changes."""
        days = await self.inclusion_paths.days()
        return (
            _is_settled(contest, code),
            tuple((stream, days.get(stream)) for stream in _streams(contest, code)),
        )

    async def of(self, contest: Contest, match: Match, games: Mapping[Leg, Game]) -> Proof:
        """Return the proof of a match; `games` are its public games."""
        number = contest.listed[match.code][0]
        opened = PublicFacts(
            sequences={leg: game.sequence for leg, game in games.items()},
            series=[leg for leg in Leg if (number, leg) in contest.shown_seeds],
            has_results=_is_settled(contest, match.code),
        )
        inclusions = await self.inclusion_paths.of(_streams(contest, match.code))
        return proof_of(match, opened, contest.competition, inclusions)


def embedded(facts: object) -> str:
    """Return facts as JSON for use inside an HTML page: no text in it can close the element."""
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _is_settled(contest: Contest, code: MatchCode) -> bool:
    """Return whether both results of the match are official."""
    public = contest.public_matches[code]
    return None not in public.results and set(public.progress) <= {GameProgress.SETTLED}


def _streams(contest: Contest, code: MatchCode) -> Iterator[str]:
    """Yield the names of the match's logs that are public."""
    if _is_settled(contest, code):
        yield match_stream(code)
    for game in contest.public_matches[code].listed.games:
        if game in contest.games and contest.closing_rule(game) is None:
            yield game_stream(game)
