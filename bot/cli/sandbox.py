"""`turretur sandbox`: a local Bot API server with a web page, in place of Telegram."""

import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING

import click

from bot.cli.options import json_option
from bot.cli.output import print_json, refuse

if TYPE_CHECKING:
    # The server is imported when the command runs, so that `--help` stays quick.
    from sandbox import Sandbox

RunBot = Callable[["Sandbox", str], Awaitable[None]]
"""Runs a bot against the sandbox at that address, until it is cancelled."""

PEOPLE = ("Ana Pop", "Ion Rus", "Maria Dan (arbitru)")


@click.command("sandbox")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8081,
    show_default=True,
    help="The port on 127.0.0.1; 0 takes any free one.",
)
@click.option(
    "--person", "people", multiple=True, help="Open the page with this person; may be repeated."
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
@json_option
def command(*, port: int, people: tuple[str, ...], open_page: bool, as_json: bool) -> None:
    """Try the bot without Telegram: a local Bot API server with a web page.

    Needs no token and no network; nothing is kept when it ends (Ctrl-C). The last person is the
    operator and may arrange matches: write /meci Ana Pop - Ion Rus in that chat.
    """
    with suppress(KeyboardInterrupt):
        from bot.runtime.event_loop import run as run_loop
        from bot.runtime.log import set_up

        set_up(level="WARNING")
        run_loop(
            run(
                port=port,
                people=people or PEOPLE,
                open_page=open_page,
                as_json=as_json,
                run_bot=_run_sandboxed,
            )
        )


async def _run_sandboxed(sandbox: "Sandbox", base_url: str) -> None:
    """Run the bot in the sandbox until it is cancelled."""
    # Imported after the server has started, so that an occupied port is reported at once.
    from bot.cli.sandboxed import run_in

    await run_in(sandbox, base_url)


async def run(
    *,
    port: int,
    people: Sequence[str],
    open_page: bool = False,
    as_json: bool = False,
    run_bot: RunBot | None = None,
) -> None:
    """Serve the sandbox, with a bot if one is given, until a signal or the bot's end."""
    import asyncio

    from sandbox import Sandbox, serve

    sandbox = Sandbox()
    for name in people:
        sandbox.add_user(name, "ro")
    async with AsyncExitStack() as stack:
        try:
            base_url = await stack.enter_async_context(serve(sandbox, port))
        except OSError as error:
            refuse(f"port {port} cannot be used ({error.strerror}); choose another with --port")
        _announce(sandbox, base_url, as_json=as_json)
        if open_page:
            import webbrowser

            await asyncio.to_thread(webbrowser.open, f"{base_url}/sandbox/")
        await _until_stopped(run_bot(sandbox, base_url) if run_bot else None)


def _announce(sandbox: "Sandbox", base_url: str, *, as_json: bool) -> None:
    """Print the addresses of the sandbox, and its people."""
    if as_json:
        print_json(
            {
                "page": f"{base_url}/sandbox/",
                "base_url": base_url,
                "token": sandbox.token,
                "people": [{"id": user.id, "name": user.name} for user in sandbox.users.values()],
            }
        )
        return
    click.echo(f"The page:        {base_url}/sandbox/")
    click.echo(f"The public site: {base_url}/site")
    click.echo(f"A browser:       {base_url}/browser (open the second link of an invitation)")
    click.echo(f"Bot API server:  {base_url}  token {sandbox.token}")
    for user in sandbox.users.values():
        click.echo(f"  {user.id}  {user.name}")
    click.echo("Ctrl-C ends it; nothing is kept.")


async def _until_stopped(bot: Awaitable[None] | None) -> None:
    """Wait for Ctrl-C, a request to end, or the end of the bot; raise the bot's error."""
    import asyncio

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    waiting = asyncio.create_task(stop.wait())
    running = asyncio.ensure_future(bot) if bot else loop.create_future()
    await asyncio.wait({waiting, running}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if not running.done():
        running.cancel()
    with suppress(asyncio.CancelledError):
        await running
