"""`turretur coefficient`: calculate the coefficients of a score, with article (art. 8, 9)."""

from typing import TYPE_CHECKING

import click

from bot.cli.options import Commands, json_option
from bot.cli.output import print_json
from engine.rulesets import AbandonFloor

if TYPE_CHECKING:
    from engine.coefficients import Coefficients


@click.group("coefficient", cls=Commands)
def command() -> None:
    """Calculate both coefficients of a game, in the order of the scores.

    Negative scores follow `--`: turretur coefficient normal --json -- -5 10
    """


@command.command("normal")
@click.argument("red", type=int)
@click.argument("blue", type=int)
@json_option
def normal_command(red: int, blue: int, as_json: bool) -> None:
    """Compute the coefficients of a game played to its end.

    Negative scores follow `--`, after all options.
    """
    from engine.coefficients import normal

    _show(normal(red, blue), as_json=as_json)


@command.command("interrupted")
@click.argument("red", type=int)
@click.argument("blue", type=int)
@json_option
def interrupted_command(red: int, blue: int, as_json: bool) -> None:
    """Compute the coefficients of a game interrupted by agreement.

    Negative scores follow `--`, after all options.
    """
    from engine.coefficients import game_ended_early

    _show(game_ended_early(red, blue), as_json=as_json)


@command.command("abandoned")
@click.argument("stayer", type=int)
@click.argument("quitter", type=int)
@click.option(
    "--rounds",
    type=click.IntRange(min=0),
    required=True,
    help="The number of complete rounds played.",
)
@click.option(
    "--floor",
    type=click.Choice([floor.value for floor in AbandonFloor]),
    default=AbandonFloor.WIDENING.value,
    show_default=True,
    help="The lowest coefficient that the player who stays can get.",
)
@json_option
def abandoned_command(stayer: int, quitter: int, rounds: int, floor: str, as_json: bool) -> None:
    """Compute the coefficients of an abandoned game, first of the player who stays.

    Negative scores follow `--`, after all options.
    """
    from engine.coefficients import resigned_game

    _show(resigned_game(stayer, quitter, rounds=rounds, floor=AbandonFloor(floor)), as_json=as_json)


def _show(coefficients: "Coefficients", *, as_json: bool) -> None:
    """Print the result, as JSON or as figures with the calculation below them."""
    if as_json:
        terms = [
            {"name": term.name, "expression": term.expression, "value": term.value}
            for term in coefficients.terms
        ]
        figures = {"first": f"{coefficients.first}", "second": f"{coefficients.second}"}
        print_json({**figures, "article": coefficients.article, "terms": terms})
        return
    click.echo(f"{coefficients.first} / {coefficients.second} (art. {coefficients.article})")
    for term in coefficients.terms:
        is_figure = term.expression == term.value
        middle = "" if is_figure else f" = {term.expression}"
        click.echo(f"  {term.name}{middle} = {term.value}")
