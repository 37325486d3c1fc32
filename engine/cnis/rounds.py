"""The next round of a tournament by any system (art. 5, 13)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.cnis.faults import refused
from engine.cnis.pairing import (
    Avoided,
    Contestant,
    PairedRound,
    PlayedGame,
    koth_pairs,
    numbered_round,
    ranked_players,
)
from engine.cnis.round_robin import round_robin
from engine.cnis.systems import Format


def check_history(history: Iterable[PlayedGame], number: int) -> None:
    """Check that every round before that one was played.

    Raises:
        RuleViolation: `cnis_rounds_missing`.
    """
    played = {game.round for game in history}
    missing = [f"{before}" for before in range(1, number) if before not in played]
    if missing:
        raise refused("rounds_missing", "13", number=number, rounds=", ".join(missing))


def unseated(
    players: Iterable[Contestant], history: Iterable[PlayedGame], number: int
) -> dict[int, tuple[str, ...]]:
    """Return, by round, the active players who had begun to play but have neither game nor bye.

    Either the player was absent or the input lacks a row; the input does not say which.
    """
    seated: dict[int, set[str]] = {}
    for game in history:
        seated.setdefault(game.round, set()).update(filter(None, (game.first, game.second)))
    by_round: dict[int, tuple[str, ...]] = {}
    have_begun: set[str] = set()
    names = [player.name for player in players]
    for before in range(1, number):
        here = seated.get(before, set())
        missing = tuple(name for name in names if name in have_begun and name not in here)
        if missing:
            by_round[before] = missing
        have_begun |= here
    return by_round


def next_round(
    players: Sequence[Contestant],
    history: Iterable[PlayedGame],
    *,
    number: int,
    form: Format,
    avoided: Avoided | None = None,
) -> PairedRound:
    """Return that round of the tournament from the earlier rounds. Rules: CNIS art. 5, 13.

    `players` are all participants, also withdrawn ones, in the same order as before the first
    round. KOTH and senior rounds avoid repeats unless `avoided` says otherwise; KOTH rounds at the
    end of a small round robin never do.

    Raises:
        RuleViolation: `cnis_too_few_players`; `cnis_no_such_round`.
    """
    if not 1 <= number <= form.rounds:
        raise refused("no_such_round", "13", round=number, rounds=form.rounds)
    before = [game for game in history if game.round < number]
    apart = number in form.apart
    order = ranked_players([player for player in players if not player.is_gone], before)
    if len(order) < 2:
        raise refused("too_few_players", players=len(order), fewest=2)
    if number <= form.all_play_all:
        seeded = [position.player for position in ranked_players(players, ())]
        pairs, unmet = round_robin(seeded, order, before, number, apart=apart)
        return replace(numbered_round(number, pairs, order, before, apart=apart), unmet=unmet)
    if form.all_play_all:
        avoided = Avoided(repeats=False)
    pairs = koth_pairs(order, before, apart=apart, avoided=avoided)
    return numbered_round(number, pairs, order, before, apart=apart)
