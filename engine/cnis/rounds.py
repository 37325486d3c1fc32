"""The next round of a tournament, by whichever system it is played (art. 5, 13)."""

from collections.abc import Iterable, Sequence

from engine.cnis.faults import refused
from engine.cnis.pairing import Contestant, Played, Round, matched, positions, posted
from engine.cnis.round_robin import round_robin_pairs
from engine.cnis.systems import Format


def next_round(
    players: Sequence[Contestant],
    history: Iterable[Played],
    *,
    number: int,
    form: Format,
    repeats: bool = False,
) -> Round:
    """Return that round of the tournament, from the rounds before it.

    `players` are those who go on playing, in the order they were given before the first round.
    KOTH and seniors avoid repeats unless `repeats`; the KOTH rounds that end a small round robin
    never do.

    Raises:
        RuleViolation: `cnis_too_few_players`; `cnis_no_such_round`.
    """
    if not 1 <= number <= form.rounds:
        raise refused("no_such_round", "13", round=number, rounds=form.rounds)
    before = [game for game in history if game.round < number]
    apart = number in form.apart
    order = positions(players, before)
    if number <= form.all_play_all:
        seeded = [position.player for position in positions(players, ())]
        pairs = round_robin_pairs(seeded, order, before, number)
    else:
        free = repeats or bool(form.all_play_all)
        pairs = matched(order, before, apart=apart, repeats=free)
    return posted(number, pairs, order, before, apart=apart)
