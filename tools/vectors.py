"""Ten thousand test vectors for programs that verify draws and results.

Run: `python -m tools.vectors`. Vector n follows from the seed SHA-256("tur-retur vector n"). Its
text has a line for the commitment, seed n of the series, and the sequence under reading n modulo
the number of `READINGS`. Two more lines have both games' coefficients and the hash of a log's row.
The seed's bytes determine the games (`_leg`). docs/design/vectors.txt has one hash for each hundred
texts, joined by line feeds. So the file stays small. Another program, written from
docs/design/sequence.md, can find out which hundred has the first difference.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from bot.documents.proofs.proof import rules_of, tiles_of
from engine.games.events import EditionRef, EndAct, Ending
from engine.ids import Leg, MatchCode, PersonId, Seat
from engine.matches.match import Match, TakenOver
from engine.matches.result_events import LegEnded
from engine.matches.results import match_coefficients
from engine.rulesets import (
    NATIONAL_2025,
    AbandonFloor,
    JokerRuns,
    Phase,
    Ruleset,
    Unfinished,
)
from engine.sequences.sequence import commitment, draw, further_seed
from storage.codec import Encoded
from storage.log import link
from storage.streams import NO_HASH

PAGE: Final = Path(__file__).parent.parent / "docs" / "design" / "vectors.txt"
VECTORS: Final = 10_000
TOGETHER: Final = 100
"""The number of vectors that share a line of the page."""

READINGS: Final[tuple[Ruleset, ...]] = (
    NATIONAL_2025,
    replace(NATIONAL_2025, joker_runs=JokerRuns.BREAKS),
    replace(NATIONAL_2025, joker_runs=JokerRuns.SKIPPED),
    replace(NATIONAL_2025, longest_run=4, early_tiles=10, early_value=4, joker_gap=3),
    replace(NATIONAL_2025, tile_set="en", longest_run=4, opening_kinds=1),
)
ENDINGS: Final = tuple(ending.value for ending in Ending if ending is not Ending.CANCELLED)
PENALTIES: Final = ("0", "0.1", "0.55", "1")
"""The coefficients that a player may lose."""
DECIDED: Final = (Decimal("1.2500"), Decimal("0.7500"), "8.5")
"""Coefficients of Red and Blue that an arbiter has decided, and the article."""
_INSTANT: Final = datetime(2025, 5, 3, 8, tzinfo=UTC)
_RED, _BLUE = PersonId(1), PersonId(2)
_SEATS: Final = (Seat.RED, Seat.BLUE)


def seed_of(number: int) -> bytes:
    """Return the seed of the vector of that number, from 0."""
    return sha256(f"tur-retur vector {number}".encode()).digest()


@cache
def vector(number: int) -> str:
    """Return the vector of that number, from 0: the values that its seed gives, a line each."""
    seed = seed_of(number)
    rules = READINGS[number % len(READINGS)]
    payload = f'{{"text":"ședință {number} „țâșni”","seed":"{seed.hex()}"}}'
    row = link("g/ȘAH7/1", number + 1, Encoded("game.pass", 1, payload), _INSTANT, NO_HASH)
    figures = [
        f"{coefficients.first} {coefficients.second}"
        for coefficients in match_coefficients(_match(seed)).values()
    ]
    further = further_seed(seed, number).hex()
    return "\n".join((commitment(seed), further, draw(seed, rules), *figures, row))


def digests(step: int = 1) -> Iterator[str]:
    """Yield every line of the page, or each `step`-th: the numbers of a hundred, and their hash."""
    for first in range(0, VECTORS, step * TOGETHER):
        last = first + TOGETHER
        text = "\n".join(vector(number) for number in range(first, last))
        yield f"{first}-{last - 1} {sha256(text.encode()).hexdigest()}"


def readings() -> list[dict[str, Any]]:
    """Return the readings in the form of a proof: rules and tiles."""
    return [{"rules": rules_of(rules), "tiles": tiles_of(rules.tile_set)} for rules in READINGS]


def _match(seed: bytes) -> Match:
    """Return a match with two finished games, made from the seed's bytes.

    Bytes 0 to 7 give the home game and 8 to 15 the return game (`_leg`); the last byte of each also
    gives the fines. Bytes 16 to 20 give the rest, a value for each of a few bits or a range.
    """
    legs = tuple(_leg(seed, leg) for leg in Leg)
    rules = replace(
        NATIONAL_2025,
        abandon_floor=AbandonFloor.FIXED if seed[16] & 1 else AbandonFloor.WIDENING,
        unfinished=Unfinished.SCORE if seed[16] & 2 else Unfinished.SHARE,
    )
    players = {Leg.HOME: (_RED, _BLUE), Leg.RETURN: (_BLUE, _RED)}
    fines = {
        (player, leg, ""): Decimal(PENALTIES[seed[8 * place + 7] >> shift & 3])
        for place, leg in enumerate(Leg)
        for player, shift in zip(players[leg], (4, 6), strict=True)
    }
    red, blue, article = DECIDED
    home = legs[0]
    home_taken_over = TakenOver(
        at=home.at, person=_RED, red=red, blue=blue, article=article, of=home
    )
    return Match(
        code=MatchCode("ABCD"),
        arbiter=PersonId(3),
        phase=Phase.PRELIMINARY,
        rules=rules,
        edition=EditionRef(name="", sha256=""),
        first=_RED,
        second=_BLUE,
        red=_RED,
        start=date(2025, 5, 1),
        seeds=dict.fromkeys(Leg, seed.hex()),
        ended=legs,
        fines=fines,
        taken_over=(home_taken_over,) if seed[17] < 16 else (),
    )


def _leg(seed: bytes, leg: Leg) -> LegEnded:
    """Return one of the games from its eight bytes of the seed.

    0: ending; 1: its author; 2 to 5: the scores, from -40 to 659, and whether losses are above
    the end (`_acts`); 6: rounds, and who took no tiles; 7: who declared and who was silent.
    """
    place = [*Leg].index(leg)
    leg_bytes = seed[8 * place :]
    red, blue = (int.from_bytes(leg_bytes[at : at + 2], "big") % 700 - 40 for at in (2, 4))
    return LegEnded(
        at=_INSTANT,
        leg=leg,
        on=_INSTANT.date(),
        ending=Ending(ENDINGS[leg_bytes[0] % len(ENDINGS)]),
        by=(None, *_SEATS)[leg_bytes[1] % 3],
        red_score=red,
        blue_score=red if seed[18] < 32 else blue,
        rounds=leg_bytes[6] % 30,
        declared=tuple(seat for bit, seat in enumerate(_SEATS) if leg_bytes[7] >> bit & 1),
        silent=tuple(seat for bit, seat in enumerate(_SEATS, 2) if leg_bytes[7] >> bit & 1),
        untaken=tuple(seat for bit, seat in enumerate(_SEATS, 4) if leg_bytes[6] >> bit & 15 == 1),
        acts=_acts(leg_bytes, seed[19 + place]) if leg_bytes[3] & 1 else (),
    )


def _acts(leg_bytes: bytes, punished: int) -> tuple[EndAct, ...]:
    """Return the game's own end, and the losses that later acts put above it.

    `punished`: a bit for each seat that loses; without any, the last author loses.
    """
    by, last = ((None, *_SEATS)[leg_bytes[place] % 3] for place in (4, 1))
    silent = tuple(seat for bit, seat in enumerate(_SEATS, 2) if leg_bytes[7] >> bit & 1)
    losers: list[Seat | None] = [
        seat for bit, seat in enumerate(_SEATS) if punished >> bit & 1
    ] or [last]
    return (
        EndAct(ending=Ending(ENDINGS[leg_bytes[5] % len(ENDINGS)]), by=by, silent=silent),
        *(EndAct(ending=Ending.FORFEITED, by=seat) for seat in losers),
    )


def main() -> None:
    """Write the page."""
    PAGE.write_text("".join(f"{line}\n" for line in digests()), encoding="ascii")


if __name__ == "__main__":
    main()
