"""The proof of a match: all facts that a browser needs to recompute its claims (docs/proofs.md).

Pure. The caller says which games are public (`engine.embargo`); for the others the proof has only
the commitment, as before the game. The proof contains no names and no numbers of people.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from engine.competitions.competition import Competition
from engine.competitions.drawing import is_apart
from engine.ids import Leg, game_id
from engine.matches.match import Match, TakenOver
from engine.matches.result_events import LegResult
from engine.matches.results import leg_results
from engine.rulesets import Ruleset
from engine.sequences.sequence import commitment
from engine.tiles import load_tile_set
from storage.fingerprints import Inclusion

FORMAT: Final = "tur-retur proof 1"
"""The format name inside a proof. A format with another meaning gets another number."""


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
) -> dict[str, Any]:
    """Return the proof, ready for JSON; `competition` is the match's competition, if it has one.

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


def proof_file(proof: Mapping[str, Any]) -> bytes:
    """Return the proof's file; the same proof gives the same bytes."""
    return json.dumps(proof, ensure_ascii=False, sort_keys=True, indent=1).encode() + b"\n"


def rules_of(rules: Ruleset) -> dict[str, Any]:
    """Return the options that affect draws and coefficients, by name."""
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


def tiles_of(name: str) -> dict[str, Any]:
    """Return a tile set: the count of each tile, its value, and the vowels."""
    tiles = load_tile_set(name)
    return {
        "counts": dict(sorted(tiles.counts.items())),
        "values": {tile: tiles.values[tile] for tile in sorted(tiles.counts)},
        "vowels": "".join(sorted(tiles.vowels)),
    }


def _draw(
    match: Match, leg: Leg, public: PublicFacts, competition: Competition | None
) -> dict[str, Any]:
    """Return the commitment of the game's tiles and, once public, what they were drawn from.

    An imported game was drawn elsewhere, so there is nothing to verify.
    """
    if leg in match.imported:
        nothing = {"commitment": None, "seed": None, "sequence": None, "series": None}
        return {**nothing, "imported": True}
    seeds = {
        "seed": match.seeds[leg] if leg in public.sequences else None,
        "sequence": public.sequences.get(leg),
    }
    place = _place(match, competition)
    if competition is None or place is None:
        return {"commitment": commitment(bytes.fromhex(match.seeds[leg])), **seeds, "series": None}
    phase, number = place
    # In a competition the phase's seed was committed to; the match's own seed may follow from it.
    base = competition.phases[phase].seeds.of_leg(leg)
    if not is_apart(competition.rules.sequence_scope, leg):
        return {"commitment": commitment(base), **seeds, "series": None}
    series = {"number": number, "base": base.hex() if leg in public.series else None}
    return {"commitment": commitment(base), **seeds, "series": series}


def _place(match: Match, competition: Competition | None) -> tuple[int, int] | None:
    """Return the match's phase, from 0, and its number there, from 1; None outside one."""
    for phase, state in enumerate(competition.phases if competition else ()):
        for number, listed in enumerate(state.matches, 1):
            if listed.code == match.code:
                return phase, number
    return None


def _results(match: Match) -> dict[Leg, dict[str, Any]]:
    """Return each game's coefficients, and the figures from which they are calculated."""
    calculated = {result.leg: result for result in leg_results(match)}
    claimed = {result.leg: result for result in match.results} or calculated
    results = {}
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
            "was": own and own.ending.value,
            "was_by": own and own.by and own.by.value,
            "was_silent": own and [seat.value for seat in own.silent],
            "losses": [act.by.value for act in ended.acts[1:] if act.by],
            "if_accepted": ended.if_accepted,
            "penalties": {
                "red": f"{match.penalties.get((red, ended.leg), 0)}",
                "blue": f"{match.penalties.get((blue, ended.leg), 0)}",
            },
            "taken_over": taken_over and _figures(taken_over),
            # An earlier version of the rules made these figures official, and so they stay.
            "decided": _figures(result) if is_decided else None,
            "red": f"{result.red}",
            "blue": f"{result.blue}",
            "article": result.article,
        }
    return results


def _figures(worth: TakenOver | LegResult) -> dict[str, str]:
    return {"red": f"{worth.red}", "blue": f"{worth.blue}", "article": worth.article}
