"""The proof of a match: all facts that a browser needs to recompute its claims (docs/proofs.md).

Pure. The caller says which games are public (`engine.embargo`); for the others the proof has only
the commitment, as before the game. The proof contains no names and no numbers of people.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Final, NotRequired, TypedDict

from engine.competitions.competition import Competition
from engine.competitions.drawing import is_apart
from engine.ids import GameId, Leg, MatchCode, game_id
from engine.matches.match import Match, TakenOver
from engine.matches.result_events import LegResult
from engine.matches.results import leg_results
from engine.rulesets import Ruleset
from engine.sequences.sequence import commitment
from engine.tiles import load_tile_set
from storage.fingerprints import Inclusion

FORMAT: Final = "tur-retur proof 1"
"""The format name inside a proof. A format with another meaning gets another number."""


class DrawRules(TypedDict):
    """The options of a ruleset that affect draws and coefficients."""

    name: str
    longest_run: int
    joker_runs: str
    early_tiles: int
    early_value: int
    joker_gap: int
    rack_size: int
    opening_kinds: int
    abandon_floor: str
    unfinished: str


class ProofTiles(TypedDict):
    """A tile set."""

    counts: dict[str, int]
    """How many there are of each tile."""
    values: dict[str, int]
    vowels: str


class SeriesDraw(TypedDict):
    """What a game's own seed follows from, if each match of a competition has another draw."""

    number: int
    """The match's number in its phase, from 1."""
    base: str | None
    """The seed of the phase in hexadecimal digits, once it is public."""


class Draw(TypedDict):
    """How the tiles of a game were drawn."""

    commitment: str | None
    """The hash of the committed seed; None for an imported game."""
    seed: str | None
    """The match's seed in hexadecimal digits, once it is public."""
    sequence: str | None
    """The tiles in the order in which they are drawn, once it is public."""
    series: SeriesDraw | None
    imported: NotRequired[bool]
    """True for a game that was drawn elsewhere; otherwise missing."""


class ColourFigures(TypedDict):
    """Decimal figures of both players."""

    red: str
    blue: str


class RuledFigures(ColourFigures):
    """The coefficients of a game by an article."""

    article: str


class ProofResult(RuledFigures):
    """The official coefficients of a game, and the figures from which they are calculated.

    `browser/coefficients.js` says what each of them means.
    """

    ending: str
    by: str | None
    red_score: int
    blue_score: int
    rounds: int
    declared: list[str]
    silent: list[str]
    untaken: list[str]
    was: str | None
    was_by: str | None
    was_silent: list[str] | None
    losses: list[str]
    if_accepted: tuple[int, int] | None
    penalties: ColourFigures
    taken_over: RuledFigures | None
    decided: RuledFigures | None


class ProofGame(Draw):
    """A game of the match."""

    game: GameId
    result: ProofResult | None
    """None until the results are official."""


class Proof(TypedDict):
    """The proof of a match, ready for JSON."""

    format: str
    match: MatchCode
    rules: DrawRules
    tiles: ProofTiles
    games: list[ProofGame]
    """The home game first."""
    logs: list[dict[str, object]]
    """Each `Inclusion` as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts:
    """The facts of a match that are public."""

    sequences: Mapping[Leg, str]
    """The tile sequence of each public game."""
    series: Collection[Leg] = ()
    """The legs whose series seed, from which each match's own seed follows, is public."""
    has_results: bool = False
    """Whether the results are official."""


def proof_of(
    match: Match,
    public: PublicFacts,
    competition: Competition | None = None,
    inclusions: Collection[Inclusion] = (),
) -> Proof:
    """Return the proof; `competition` is the match's competition, if it has one.

    `inclusions` prove that the match's public logs are in a day's fingerprint.
    """
    results = _results(match) if public.has_results else {}
    return {
        "format": FORMAT,
        "match": match.code,
        "rules": rules_of(match.rules),
        "tiles": tiles_of(match.rules.tile_set),
        "games": [
            {
                "game": game_id(match.code, leg),
                **_draw(match, leg, public, competition),
                "result": results.get(leg),
            }
            for leg in Leg
        ],
        "logs": [asdict(inclusion) for inclusion in inclusions],
    }


def proof_file(proof: Proof) -> bytes:
    """Return the proof's file; the same proof gives the same bytes."""
    return json.dumps(proof, ensure_ascii=False, sort_keys=True, indent=1).encode() + b"\n"


def rules_of(rules: Ruleset) -> DrawRules:
    """Return the options that affect draws and coefficients."""
    return {
        "name": rules.name,
        "longest_run": rules.longest_run,
        "joker_runs": rules.joker_runs.value,
        "early_tiles": rules.early_tiles,
        "early_value": rules.early_value,
        "joker_gap": rules.joker_gap,
        "rack_size": rules.rack_size,
        "opening_kinds": rules.opening_kinds,
        "abandon_floor": rules.abandon_floor.value,
        "unfinished": rules.unfinished.value,
    }


def tiles_of(name: str) -> ProofTiles:
    """Return the tile set of that name."""
    tiles = load_tile_set(name)
    return {
        "counts": dict(sorted(tiles.counts.items())),
        "values": {tile: tiles.values[tile] for tile in sorted(tiles.counts)},
        "vowels": "".join(sorted(tiles.vowels)),
    }


def _draw(match: Match, leg: Leg, public: PublicFacts, competition: Competition | None) -> Draw:
    """Return the commitment of the game's tiles and, once public, what they were drawn from.

    An imported game was drawn elsewhere, so there is nothing to verify.
    """
    if leg in match.imported:
        return {
            "commitment": None,
            "seed": None,
            "sequence": None,
            "series": None,
            "imported": True,
        }
    draw: Draw = {
        "commitment": commitment(bytes.fromhex(match.seeds[leg])),
        "seed": match.seeds[leg] if leg in public.sequences else None,
        "sequence": public.sequences.get(leg),
        "series": None,
    }
    place = _place(match, competition)
    if competition is None or place is None:
        return draw
    phase, number = place
    # In a competition the phase's seed was committed to; the match's own seed may follow from it.
    base = competition.phases[phase].seeds.of_leg(leg)
    draw["commitment"] = commitment(base)
    if is_apart(competition.rules.sequence_scope, leg):
        draw["series"] = {"number": number, "base": base.hex() if leg in public.series else None}
    return draw


def _place(match: Match, competition: Competition | None) -> tuple[int, int] | None:
    """Return the match's phase, from 0, and its number there, from 1; None outside one."""
    for phase, state in enumerate(competition.phases if competition else ()):
        for number, listed in enumerate(state.matches, 1):
            if listed.code == match.code:
                return phase, number
    return None


def _results(match: Match) -> dict[Leg, ProofResult]:
    """Return each game's coefficients, and the figures from which they are calculated."""
    calculated = {result.leg: result for result in leg_results(match)}
    claimed = {result.leg: result for result in match.results} or calculated
    results: dict[Leg, ProofResult] = {}
    for ended in match.ended:
        red, blue = match.colours(ended.leg)
        result, again = claimed[ended.leg], calculated[ended.leg]
        is_decided = (result.red, result.blue) != (again.red, again.blue)
        taken_over = match.taken_over_for(ended)
        own = next(iter(ended.acts), None)  # the game's own end, before losses by other acts
        results[ended.leg] = {
            "ending": ended.ending.value,
            "by": ended.by and ended.by.value,
            "red_score": ended.red_score,
            "blue_score": ended.blue_score,
            "rounds": ended.rounds,
            "declared": [seat.value for seat in ended.declared],
            "silent": [seat.value for seat in ended.silent],
            "untaken": [seat.value for seat in ended.untaken],
            "was": own.ending.value if own else None,
            "was_by": own.by.value if own and own.by else None,
            "was_silent": [seat.value for seat in own.silent] if own else None,
            "losses": [act.by.value for act in ended.acts[1:] if act.by],
            "if_accepted": ended.if_accepted,
            "penalties": {
                "red": f"{match.penalties.get((red, ended.leg), 0)}",
                "blue": f"{match.penalties.get((blue, ended.leg), 0)}",
            },
            "taken_over": _figures(taken_over) if taken_over else None,
            # An earlier version of the rules made these figures official, and so they stay.
            "decided": _figures(result) if is_decided else None,
            "red": f"{result.red}",
            "blue": f"{result.blue}",
            "article": result.article,
        }
    return results


def _figures(worth: TakenOver | LegResult) -> RuledFigures:
    return {"red": f"{worth.red}", "blue": f"{worth.blue}", "article": worth.article}
