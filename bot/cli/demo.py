"""`turretur demo`: play a whole match, from the draw to official coefficients, without people."""

from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.output import json_option, print_json, refuse
from bot.cli.paths import FilePath

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.cli.demonstration.story import Story
    from bot.program.running import App
    from engine.games.game import Game
    from engine.matches.match import Match

BEGINNING = datetime(2025, 5, 3, 6, 5, tzinfo=UTC)
"""A Saturday morning in spring."""
SHEETS = "sheets"
"""The first folder of every demonstration, by which an earlier one is recognised."""


@dataclass(frozen=True, slots=True)
class DemoResult:
    """The result of the demonstration."""

    match: str
    games: tuple[dict[str, Any], ...]
    moves: int
    refused: int
    messages: int
    pictures: int
    days: int
    in_browser: str
    """The second match, in which one player uses a browser."""
    folder: str


@click.command("demo")
@click.option(
    "--out",
    type=FilePath(path_type=Path, file_okay=False),
    default=Path("demo-out"),
    show_default=True,
    help="The folder for sheets, records and transcript; it is emptied first.",
)
@json_option
def command(out: Path, as_json: bool) -> None:
    """Play a whole home-and-return match between two programs and an arbiter.

    The match runs through the whole bot and a local Bot API server, over some weeks of simulated
    time. It includes leave, a wrong word, a technical error and a late reminder, and ends with
    official coefficients. The return game is played in the Mini App. A second match begins with a
    player in a browser, who has no Telegram.
    """
    import shutil

    from bot.runtime.event_loop import run
    from bot.runtime.log import set_up

    set_up(level="WARNING")
    if out.is_dir() and any(out.iterdir()) and not (out / SHEETS).is_dir():
        refuse(f"{out} is not empty and holds no earlier demo; name another folder")
    shutil.rmtree(out, ignore_errors=True)
    (out / SHEETS).mkdir(parents=True)
    if as_json:
        print_json(asdict(run(_demo(out, _silently))))
        return
    with click.progressbar(length=200, label="Tiles placed", show_pos=True) as bar:

        def progress(game: "Game") -> None:
            before = 100 if game.id.endswith("/2") else 0
            on_board = sum(1 for _ in game.board.tiles())
            bar.update(max(0, before + on_board - bar.pos))

        outcome = run(_demo(out, progress))
        bar.update(max(0, 200 - bar.pos))
    _summary(outcome)


async def _demo(out: Path, progress: "Callable[[Game], None]") -> DemoResult:
    from tempfile import TemporaryDirectory

    from bot.cli.demonstration.players import DemoPlayer
    from bot.cli.demonstration.story import Story
    from bot.cli.demonstration.transcript import Transcript
    from bot.cli.sandboxed import sandbox_config
    from bot.program.answering import answering
    from bot.program.app import opened
    from bot.runtime.clock import FixedClock
    from bot.runtime.limits import open_gate
    from bot.transport.sending.pacing import UNLIMITED
    from engine.words.lexicon import open_lexicon
    from sandbox import Sandbox, serve

    sandbox = Sandbox(clock=FixedClock(BEGINNING))
    operator = sandbox.add_user("Operator", "ro")
    transcript = Transcript(sandbox, out)
    lexicon = open_lexicon()
    with TemporaryDirectory(prefix="tur-retur-") as folder:
        async with serve(sandbox) as base_url:
            config = sandbox_config(sandbox, base_url, Path(folder))
            bot = opened(config, clock=sandbox.clock, rates=UNLIMITED, gate=open_gate())
            async with bot as app, answering(config, app):
                story = Story(
                    sandbox=sandbox,
                    app=app,
                    transcript=transcript,
                    strong=DemoPlayer(lexicon),
                    fair=DemoPlayer(lexicon, below_best=3),
                    operator=operator,
                    progress=progress,
                    public_url=config.server.public_url,
                )
                async with _at_work(app):
                    match = await story.play()
                    second = await story.begin_in_browser()
                transcript.save()
                await _records(app, config, match, out)
    return _outcome(story, match, second, out)


@asynccontextmanager
async def _at_work(app: "App") -> "AsyncIterator[None]":
    """Run the bot beside the body of the context."""
    import asyncio

    running = asyncio.create_task(app.run())
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _records(app: "App", config: Any, match: "Match", out: Path) -> None:
    """Write both games' records and final sheets beside the transcript."""
    from bot.cli.export import game_files
    from engine.matches.match import games_of

    for game in games_of(match):
        for name, content in (await game_files(app.runtime.database, config, game, "ro")).items():
            (out / name).write_bytes(content)


def _outcome(story: "Story", match: "Match", second: str, out: Path) -> DemoResult:
    return DemoResult(
        match=match.code,
        games=tuple(
            {
                "leg": result.leg.value,
                "red_score": ended.red_score,
                "blue_score": ended.blue_score,
                "red": str(result.red),
                "blue": str(result.blue),
                "article": result.article,
                "ending": ended.ending.value,
            }
            for result, ended in zip(match.results, match.ended, strict=True)
        ),
        moves=story.moves,
        refused=story.refused,
        messages=sum(
            1 for user in story.sandbox.users.values() for one in user.messages if one.from_bot
        ),
        pictures=story.transcript.pictures,
        days=(story.sandbox.clock.now() - BEGINNING).days,
        in_browser=second,
        folder=str(out),
    )


def _silently(game: "Game") -> None:
    """Do nothing instead of showing progress."""


def _summary(outcome: DemoResult) -> None:
    click.echo(f"\nMatch {outcome.match}, over {outcome.days} days of simulated time:")
    for game in outcome.games:
        click.echo(
            f"  {game['leg']:<7} Red {game['red_score']:>4} – {game['blue_score']:<4} Blue   "
            f"coefficients {game['red']} / {game['blue']}  (art. {game['article']}, "
            f"{game['ending'].replace('_', ' ')})"
        )
    click.echo("Approved by the arbiter.")
    click.echo(
        f"{outcome.moves} moves sent, {outcome.refused} refused (a wrong word, a technical "
        f"error); {outcome.messages} messages, {outcome.pictures} pictures."
    )
    click.echo(f"Match {outcome.in_browser} has begun, with one player in a browser.")
    click.echo(f"Sheets, records (GCG) and transcript: {outcome.folder}/")
