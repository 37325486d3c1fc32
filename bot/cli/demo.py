"""`turretur demo`: play a whole match, from the draw to official coefficients, without people."""

from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.options import json_option
from bot.cli.output import print_json, printable, refuse
from bot.cli.paths import FilePath

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.cli.demonstration.story import Story
    from bot.program.running import App
    from bot.runtime.config.settings import Config
    from engine.games.game import Game
    from engine.matches.match import Match
    from sandbox import Sandbox

BEGINNING = datetime(2025, 5, 3, 6, 5, tzinfo=UTC)
"""A Saturday morning in spring."""
TILES = 400
"""The tiles of four games."""
SHEETS = "sheets"
MARK = ".turretur-demo"
"""The file by which the folder of an earlier demonstration is recognised, so it may be emptied."""
MAILS = "mails"


@dataclass(frozen=True, slots=True)
class DemoResult:
    """The result of the demonstration."""

    match: str
    games: tuple[dict[str, Any], ...]
    second_match: str
    """The match in which one player uses a browser."""
    second_games: tuple[dict[str, Any], ...]
    moves: int
    refused: int
    messages: int
    pictures: int
    mails: int
    days: int
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
    """Play two home-and-return matches between programs and an arbiter.

    The match runs through the whole bot and a local Bot API server, over some weeks of simulated
    time. It includes leave, a wrong word, a technical error and a late reminder, and ends with
    official coefficients. The return game is played in the Mini App. In a second match one player
    has a browser and an e-mail address, and no Telegram.
    """
    from bot.runtime.event_loop import run
    from bot.runtime.log import set_up

    set_up(level="WARNING")
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        refuse(f"{out} is not empty and has no earlier demo; name another folder")
    empty(out)
    if as_json:
        print_json(asdict(run(_demo(out, _show_nothing))))
        return
    on_boards: dict[str, int] = {}  # the tiles on each game's board
    with click.progressbar(length=TILES, label="Tiles placed", show_pos=True) as bar:

        def progress(game: "Game") -> None:
            on_boards[game.id] = sum(1 for _ in game.board.tiles())
            bar.update(sum(on_boards.values()) - bar.pos)

        outcome = run(_demo(out, progress))
        bar.update(TILES - bar.pos)
    _print_summary(outcome)


def empty(out: Path) -> None:
    """Empty the folder, which may be a link, or make it; begin a demonstration in it."""
    import shutil

    out.mkdir(parents=True, exist_ok=True)
    (out / MARK).touch()  # first, so that a folder half emptied is recognised
    for old in out.iterdir():
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        elif old.name != MARK:
            old.unlink()
    (out / SHEETS).mkdir()


async def _demo(out: Path, progress: "Callable[[Game], None]") -> DemoResult:
    """Play both matches through the bot, and write what everybody received."""
    from tempfile import TemporaryDirectory

    from bot.cli.demonstration.browser import browser_player
    from bot.cli.demonstration.browser_match import BrowserMatch
    from bot.cli.demonstration.players import DemoPlayer
    from bot.cli.demonstration.post_office import post_office
    from bot.cli.demonstration.story import Story
    from bot.cli.demonstration.transcript import Transcript
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
        async with serve(sandbox) as base_url, post_office(out / MAILS) as office:
            config = _config(sandbox, base_url, Path(folder), office.port)
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
                async with _running(app), browser_player("Eva", story.public_url) as eva:
                    match = await story.play()
                    second = await BrowserMatch(story, office, eva).play()
                transcript.save()
                for played in (match, second):
                    await _write_records(app, config, played, out)
    return _outcome(story, (match, second), len(office.mails), out)


def _config(sandbox: "Sandbox", base_url: str, folder: Path, mail_port: int) -> "Config":
    """Return the configuration of the bot: that of a sandbox, with the demonstration's mails."""
    from dataclasses import replace

    from bot.cli.demonstration.post_office import HERE
    from bot.cli.sandboxed import sandbox_config
    from bot.runtime.config.sections import PLAIN, Mail

    mail = Mail(host=HERE, port=mail_port, tls=PLAIN, sender="Tur-Retur <demo@localhost>")
    return replace(sandbox_config(sandbox, base_url, folder), mail=mail)


@asynccontextmanager
async def _running(app: "App") -> "AsyncIterator[None]":
    """Run the bot beside the body of the context."""
    import asyncio

    running = asyncio.create_task(app.run())
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _write_records(app: "App", config: "Config", match: "Match", out: Path) -> None:
    """Write both games' records and final sheets beside the transcript."""
    from bot.cli.export import game_files
    from engine.matches.match import games_of

    for game in games_of(match):
        for name, content in (await game_files(app.runtime.database, config, game, "ro")).items():
            (out / name).write_bytes(content)


def _outcome(story: "Story", matches: "tuple[Match, Match]", mails: int, out: Path) -> DemoResult:
    """Return the figures of the demonstration."""
    first, second = matches
    return DemoResult(
        match=first.code,
        games=_game_results(first),
        second_match=second.code,
        second_games=_game_results(second),
        moves=story.moves,
        refused=story.refused,
        messages=story.transcript.messages,
        pictures=story.transcript.pictures,
        mails=mails,
        days=(story.sandbox.clock.now() - BEGINNING).days,
        folder=str(out),
    )


def _game_results(match: "Match") -> tuple[dict[str, Any], ...]:
    """Return the results of a match's games as JSON."""
    return tuple(
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
    )


def _show_nothing(game: "Game") -> None:
    """Do nothing instead of showing progress."""


def _print_summary(outcome: DemoResult) -> None:
    """Print both matches, the figures of the demonstration and its folder."""
    _print_match(f"Match {outcome.match}", outcome.games)
    _print_match(f"Match {outcome.second_match}, one player in a browser", outcome.second_games)
    click.echo(
        f"\n{outcome.moves} moves sent, {outcome.refused} refused (a wrong word, a technical "
        f"error); {outcome.messages} messages, {outcome.pictures} pictures, {outcome.mails} mails "
        f"over {outcome.days} days of simulated time."
    )
    click.echo(f"Sheets, mails, records (GCG) and transcript: {printable(outcome.folder)}/")


def _print_match(title: str, games: tuple[dict[str, Any], ...]) -> None:
    """Print a line for each game of a match."""
    click.echo(f"\n{title}:")
    for game in games:
        click.echo(
            f"  {game['leg']:<7} Red {game['red_score']:>4} – {game['blue_score']:<4} Blue   "
            f"coefficients {game['red']} / {game['blue']}  (art. {game['article']}, "
            f"{game['ending'].replace('_', ' ')})"
        )
    click.echo("  Approved by the arbiter.")
