"""`turretur draw`: draw tile sequences, or check one (art. 1.3)."""

import re
from dataclasses import replace
from typing import Any

import click

from bot.cli.options import json_option
from bot.cli.output import answer_no, print_json, refuse
from engine.rulesets import NATIONAL_2025, JokerRuns, Ruleset


class _SeedType(click.ParamType[bytes]):
    """A command-line value: a seed of 32 bytes as 64 hexadecimal digits."""

    name = "hex64"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> bytes:
        """Return the seed, or end the command."""
        if not re.fullmatch(r"[0-9A-Fa-f]{64}", value):
            self.fail(f"{value!r}: a seed has 64 hexadecimal digits.", param, ctx)
        return bytes.fromhex(value)


@click.command("draw")
@click.option(
    "--seed", type=_SeedType(), help="The seed. Default: a new random one for each sequence."
)
@click.option("--count", type=click.IntRange(min=1), help="The number of sequences to draw.")
@click.option(
    "--joker-runs",
    type=click.Choice([reading.value for reading in JokerRuns]),
    default=JokerRuns.BOTH.value,
    show_default=True,
    help="How a blank counts in a run of vowels or consonants.",
)
@click.option("--check", "sequence", help="Check this sequence instead of drawing; ? is a blank.")
@json_option
def command(
    seed: bytes | None, count: int | None, joker_runs: str, sequence: str | None, as_json: bool
) -> None:
    """Draw the sequence of 100 tiles, uniformly among all that the regulation allows.

    The commitment is the SHA-256 of the seed's 32 bytes. With --seed and --count, the further seeds
    are derived from the first. With --check, an invalid sequence ends with status 1.
    """
    rules = replace(NATIONAL_2025, joker_runs=JokerRuns(joker_runs))
    if sequence is None:
        _draw(seed, count or 1, rules, as_json=as_json)
    elif seed is not None or count is not None:
        refuse("Use --check without --seed and --count.")
    else:
        _check("".join(sequence.split()).upper(), rules, as_json=as_json)


def _draw(seed: bytes | None, count: int, rules: Ruleset, *, as_json: bool) -> None:
    """Print that many draws, each with its seed and commitment."""
    import secrets

    from engine.chance import SEED_BYTES
    from engine.sequences.sequence import commitment, draw, further_seed

    for number in range(count):
        used = secrets.token_bytes(SEED_BYTES) if seed is None else further_seed(seed, number)
        row = {"seed": used.hex(), "commitment": commitment(used), "sequence": draw(used, rules)}
        if as_json:
            print_json(row)
        else:
            lines = [f"{name:<11} {value}" for name, value in row.items()]
            click.echo("\n".join(["", *lines] if number else lines))


def _check(sequence: str, rules: Ruleset, *, as_json: bool) -> None:
    """Print the errors in a sequence, and end with status 1 if there are any."""
    from engine.sequences.check import violations

    faults = violations(sequence, rules)
    if as_json:
        rows = [
            {
                "article": violation.article,
                "rule": violation.rule.value,
                "at": list(violation.at),
                "detail": violation.detail,
            }
            for violation in faults
        ]
        print_json({"valid": not faults, "violations": rows})
    else:
        click.echo("not valid" if faults else "valid")
        for violation in faults:
            first, last = violation.at
            where = f"{first}" if first == last else f"{first}-{last}"
            rule, article = violation.rule.value, violation.article
            click.echo(f"  {rule} {where}: {violation.detail} (art. {article})")
    if faults:
        answer_no()
