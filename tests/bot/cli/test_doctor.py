"""`turretur doctor` and `turretur setup`, as an organiser runs them on a new server."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.__main__ import main
from bot.cli.diagnosis import telegram
from bot.cli.diagnosis.check_lines import CheckState
from bot.cli.diagnosis.outside import certificate
from bot.cli.diagnosis.running import health
from bot.program.serving import serve_app
from bot.runtime.config.settings import load_config
from sandbox import Sandbox
from sandbox.server import serve
from tests.spoilt import played_database, without_page


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Sandbox, str]]:
    """Yield a Bot API server and its address; nothing waits for another program's poll."""
    monkeypatch.setattr(telegram, "LISTEN", 0)
    sandbox = Sandbox()
    async with serve(sandbox) as address:
        yield sandbox, address


async def ran(*args: str) -> Result:
    """Run the command beside the server."""
    return await asyncio.to_thread(CliRunner().invoke, main, [*args])


async def examined(folder: Path, *args: str) -> tuple[int, dict[str, dict[str, str]]]:
    """Return the status of `turretur doctor`, and its lines by name."""
    done = await ran("doctor", "--config", str(folder / "config.toml"), "--json", *args)
    return done.exit_code, {line["name"]: line for line in json.loads(done.stdout)}


async def test_a_new_bot_is_set_up_and_found_in_order(
    tmp_path: Path, server: tuple[Sandbox, str]
) -> None:
    """The files of setup are sufficient: no check fails, and a copy can be restored."""
    sandbox, address = server
    answers = ("--token", sandbox.token, "--operator", "77", "--address", "", "--server", address)
    done = await ran("setup", "--into", str(tmp_path), *answers)
    assert done.exit_code == 0, done.output
    assert (tmp_path / "token.txt").stat().st_mode & 0o777 == 0o600
    assert "ids = [77]" in (tmp_path / "config.toml").read_text(encoding="utf-8")
    assert f"WorkingDirectory={tmp_path}" in (tmp_path / "tur-retur.service").read_text("utf-8")
    again = await ran("setup", "--into", str(tmp_path), *answers)
    assert again.exit_code == 2
    unasked = await ran("setup", "--into", str(tmp_path))
    assert unasked.output.startswith("turretur: already there, and kept: ")

    await ran("migrate", "--url", f"sqlite:///{tmp_path}/tur-retur.sqlite")
    await ran("backup", "--config", str(tmp_path / "config.toml"))
    status, lines = await examined(tmp_path)

    assert status == 0, lines
    assert {name for name, line in lines.items() if line["state"] == "ok"} >= {
        *("configuration", "python", "time zone", "disk", "permissions", "token", "telegram"),
        *("updates", "database", "backup", "restore"),
    }


@pytest.mark.parametrize(
    ("proxy", "written"), [("caddy", "Caddyfile"), ("nginx", "tur-retur.nginx.conf")]
)
async def test_setup_writes_everything_that_a_public_address_needs(
    tmp_path: Path, server: tuple[Sandbox, str], proxy: str, written: str
) -> None:
    """With an address setup turns on site, health and webhook, and writes the proxy's file."""
    sandbox, address = server
    answers = ("--token", sandbox.token, "--operator", "77", "--server", address)
    public = ("--address", "https://scrabble.example.org/", "--webhook", "--proxy", proxy)
    done = await ran("setup", "--into", str(tmp_path), *answers, *public)
    assert done.exit_code == 0, done.output

    config = load_config(tmp_path / "config.toml", {})
    assert config.server.public_url == "https://scrabble.example.org"
    assert config.server.status_port
    assert config.public.enabled
    assert config.telegram.webhook_url == "https://scrabble.example.org/telegram"
    file = tmp_path / written
    shown = await ran("proxy", proxy, "--config", str(tmp_path / "config.toml"))
    assert shown.stdout == file.read_text(encoding="utf-8")
    assert f"cp {file} /etc/" in done.stdout
    assert file.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--into", "file/bot"), "--into: file/bot cannot be written"),
        (("--address", "", "--mail"), "--mail needs --address"),
        (("--address", "", "--webhook"), "--webhook needs --address"),
    ],
    ids=["folder", "mail", "webhook"],
)
async def test_what_cannot_be_set_up_is_refused_before_telegram_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], said: str
) -> None:
    """A wrong folder costs no answers, and no wish is silently ignored."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_bytes(b"")
    done = await ran("setup", "--token", "7:x", "--operator", "0", *options)

    assert done.exit_code == 2
    assert done.stderr.startswith(f"turretur: {said}")
    assert not (tmp_path / "config.toml").exists()


async def test_a_second_bot_uses_the_same_installation(
    tmp_path: Path, server: tuple[Sandbox, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files name its own folder, and the program where it is installed."""
    sandbox, address = server
    monkeypatch.setattr("sys.executable", "/srv/tur-retur/.venv/bin/python")
    answers = ("--token", sandbox.token, "--operator", "0", "--address", "", "--server", address)
    done = await ran("setup", "--into", str(tmp_path), *answers)

    assert done.exit_code == 0, done.output
    unit = (tmp_path / "tur-retur.service").read_text(encoding="utf-8")
    program = "/srv/tur-retur/.venv/bin/turretur"
    assert f"ExecStart={program} run --config {tmp_path}/config.toml\n" in unit
    assert program in (tmp_path / "turretur").read_text(encoding="utf-8")
    assert "ProtectHome=yes\n" in unit


@pytest.mark.parametrize("is_linked", [False, True], ids=["program", "its Python"])
async def test_a_bot_in_a_home_folder_may_read_it(
    tmp_path: Path,
    server: tuple[Sandbox, str],
    monkeypatch: pytest.MonkeyPatch,
    is_linked: bool,
) -> None:
    """The unit hides people's folders, unless the bot itself is in one of them."""
    sandbox, address = server
    python = Path("/home/ana/.venv/bin/python")
    if is_linked:
        link = tmp_path / "python"
        link.symlink_to(python)
        python = link
    monkeypatch.setattr("sys.executable", str(python))
    answers = ("--token", sandbox.token, "--operator", "0", "--address", "", "--server", address)
    await ran("setup", "--into", str(tmp_path), *answers)

    unit = (tmp_path / "tur-retur.service").read_text(encoding="utf-8")
    assert "ProtectHome=read-only\n" in unit


async def test_the_command_works_from_every_folder(
    tmp_path: Path, server: tuple[Sandbox, str]
) -> None:
    """The script that setup writes for the PATH runs the program in the bot's folder."""
    sandbox, address = server
    folder, others = tmp_path / "the bot", tmp_path / "others"
    answers = ("--token", sandbox.token, "--operator", "0", "--address", "", "--server", address)
    await ran("setup", "--into", str(folder), *answers)
    others.mkdir()
    (others / "id").write_text("#!/bin/sh\necho 1000\n", encoding="utf-8")
    (others / "id").chmod(0o755)
    run = await asyncio.create_subprocess_exec(
        *(f"{folder}/turretur", "doctor", "--offline", "--json"),
        cwd=others,
        env={"PATH": f"{others}:/usr/bin:/bin"},
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await run.communicate()

    lines = {line["name"]: line for line in json.loads(out)}
    assert lines["configuration"]["found"] == "config.toml"
    assert lines["token"]["state"] == "ok"


async def test_each_fault_is_named_with_what_to_do(
    tmp_path: Path, server: tuple[Sandbox, str]
) -> None:
    """A refused token, a readable file, missing copies or a broken database give status 1."""
    _, address = server
    config = tmp_path / "config.toml"
    config.write_text(
        f'[telegram]\nbase_url = "{address}"\ntoken_file = "token.txt"\n'
        '[storage]\nurl = "sqlite:///tur.db"\n',
        encoding="utf-8",
    )
    token = tmp_path / "token.txt"
    token.write_text("700100200:somebody-elses", encoding="utf-8")
    token.chmod(0o644)
    with sqlite3.connect(tmp_path / "tur.db") as other:
        other.execute("CREATE TABLE alien (a)")
    status, lines = await examined(tmp_path)

    assert status == 1
    for name in ("telegram", "permissions", "backup", "database"):
        assert lines[name]["state"] == "wrong", lines[name]
        assert lines[name]["todo"]
    assert "refuses the token" in lines["telegram"]["found"]


async def test_the_log_in_use_and_broken_copies_are_checked(tmp_path: Path) -> None:
    """A changed event is named before the night, and so is a copy that failed its check."""
    config = tmp_path / "config.toml"
    config.write_text(
        '[storage]\nurl = "sqlite:///tur.db"\n[backup]\ndirectory = "copies"\n', encoding="utf-8"
    )
    file = played_database(tmp_path / "tur.db")
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / "broken-tur-retur-20250503T004000.sqlite").touch()
    done = await ran("doctor", "--offline", "--config", str(config), "--json")
    first = {(line["name"], line["state"]): line for line in json.loads(done.stdout)}
    with sqlite3.connect(file) as opened:
        opened.execute(
            "UPDATE events SET payload = replace(payload, '1', '2') WHERE stream = 'g/M3/1'"
        )
    done = await ran("doctor", "--offline", "--config", str(config), "--json")
    second = {(line["name"], line["state"]): line for line in json.loads(done.stdout)}

    assert "broken-tur-retur" in first["backup", "wrong"]["found"]
    assert "all in order" in first["database", "ok"]["found"]
    assert "g/M3/1: chain" in second["database", "wrong"]["found"]


async def test_a_check_that_cannot_be_made_leaves_the_others(tmp_path: Path) -> None:
    """A page without sense, or a folder in the file's place, hides no other line."""
    config = tmp_path / "config.toml"
    config.write_text(
        '[storage]\nurl = "sqlite:///tur.db"\n[server]\npublic_url = "https://x.example.org"\n'
        '[backup]\ndirectory = "config.toml"\n',
        encoding="utf-8",
    )
    file = played_database(tmp_path / "tur.db")
    without_page(file, "mail_addresses")
    status, lines = await examined(tmp_path, "--offline")
    file.unlink()
    file.mkdir()
    _, in_its_place = await examined(tmp_path, "--offline")

    assert status == 1
    assert "malformed" in lines["browsers"]["found"]
    assert {"database", "backup", "word list"} <= set(lines)
    assert "is a file" in lines["folder"]["found"]
    assert "a folder, not a file" in in_its_place["database"]["found"]


async def test_another_server_in_place_of_telegrams_is_named(tmp_path: Path) -> None:
    """A network that asks for a login answers everything; setup and doctor say so."""

    async def page(request: Request) -> Response:
        del request
        return Response("<html>", headers={"Date": "today"})

    token = "700100200:" + "A" * 35
    answers = ("--into", str(tmp_path / "bot"), "--token", token, "--operator", "0")
    async with serve_app(Starlette(routes=[Route("/{path:path}", page)]), 0) as address:
        done = await ran("setup", *answers, "--address", "", "--server", address)
    wrong = await ran("setup", *answers, "--address", "", "--server", "nonsense")

    assert (done.exit_code, wrong.exit_code) == (1, 2)
    assert f"{address} answers, but is no Bot API server" in done.stderr
    assert wrong.stderr.startswith("turretur: telegram.base_url: 'nonsense' is not allowed")


async def test_a_wrong_address_is_asked_again(tmp_path: Path, server: tuple[Sandbox, str]) -> None:
    """A mistyped address costs no answer that was given before it."""
    sandbox, address = server
    typed = "scrabble.example.org\n\n"
    known = ["--into", str(tmp_path), "--token", sandbox.token, "--operator", "77"]
    done = await asyncio.to_thread(
        CliRunner().invoke, main, ["setup", *known, "--server", address], typed
    )

    assert done.exit_code == 0, done.output
    assert "expected https://scrabble.example.org, found scrabble.example.org" in done.output


async def test_a_second_program_with_this_token_is_found(
    tmp_path: Path, server: tuple[Sandbox, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If another program polls with the token, a line says so, and no update is lost."""
    sandbox, address = server
    monkeypatch.setattr(telegram, "LISTEN", 60)  # the other's next poll ends this one
    config = tmp_path / "config.toml"
    text = f'[telegram]\nbase_url = "{address}"\ntoken_file = "token.txt"\n'
    config.write_text(text, encoding="utf-8")
    (tmp_path / "token.txt").write_text(sandbox.token, encoding="utf-8")

    async def other() -> None:
        async with httpx.AsyncClient(timeout=20) as client:
            while True:
                await client.get(f"{address}/bot{sandbox.token}/getUpdates?timeout=5")

    polling = asyncio.create_task(other())
    try:
        while not sandbox.updates.is_polling:  # noqa: ASYNC110  (another program)
            await asyncio.sleep(0)
        _, lines = await examined(tmp_path)
    finally:
        polling.cancel()

    assert lines["rival"]["state"] == "wrong"
    assert "stop it" in lines["rival"]["todo"]


async def test_a_strangers_view_is_checked(tmp_path: Path) -> None:
    """A proxy that forwards only the board is named, once for each path that it forgets."""

    def proxy(request: Request) -> Response:
        if request.url.path == "/app/":
            return Response("page", headers={"content-security-policy": "default-src 'self'"})
        return Response(status_code=404)

    routes = [Route("/{path:path}", proxy, methods=["GET", "POST"])]
    async with serve_app(Starlette(routes=routes), 0) as address:
        text = (
            '[telegram]\nbase_url = "http://127.0.0.1:9"\nmode = "webhook"\n'
            f'webhook_url = "{address}/telegram"\n'
            f'[server]\npublic_url = "{address}"\n[public]\nenabled = true\n'
        )
        (tmp_path / "config.toml").write_text(text, encoding="utf-8")
        _, lines = await examined(tmp_path)

    assert lines["board"]["state"] == "ok"
    for name in ("calendar", "site", "webhook"):
        assert lines[name]["state"] == "wrong", lines[name]
        assert "turretur proxy" in lines[name]["todo"]


@pytest.mark.parametrize(
    ("status", "state", "todo"),
    [(500, "wrong", "log"), (429, "note", "try again"), (404, "wrong", "turretur proxy")],
)
async def test_the_bots_own_refusal_of_a_page_is_not_blamed_on_others(
    tmp_path: Path, status: int, state: str, todo: str
) -> None:
    """A failure, a limit and an address that the proxy has changed each get their own advice."""

    def bot(request: Request) -> Response:
        del request
        headers = {"content-security-policy": "default-src 'self'"}
        return Response(status_code=status, headers=headers)

    async with serve_app(Starlette(routes=[Route("/{path:path}", bot)]), 0) as address:
        (tmp_path / "config.toml").write_text(f'[server]\npublic_url = "{address}"\n', "utf-8")
        _, lines = await examined(tmp_path)

    assert lines["board"]["state"] == state
    assert todo in lines["board"]["todo"]


async def test_an_answer_that_cannot_be_unpacked_is_a_line(tmp_path: Path) -> None:
    """A broken proxy ends no check."""

    def proxy(request: Request) -> Response:
        del request
        return Response("not packed", headers={"content-encoding": "gzip"})

    async with serve_app(Starlette(routes=[Route("/{path:path}", proxy)]), 0) as address:
        text = f'[telegram]\nbase_url = "{address}"\n[server]\npublic_url = "{address}"\n'
        (tmp_path / "config.toml").write_text(text, "utf-8")
        _, lines = await examined(tmp_path)

    assert lines["address"]["state"] == "wrong"


async def test_no_network_is_distinguished_from_a_refused_token(tmp_path: Path) -> None:
    """If no server answers, the network is named, and the token is not shown."""
    config = tmp_path / "config.toml"
    text = '[telegram]\nbase_url = "http://127.0.0.1:9"\ntoken_file = "token.txt"\n'
    config.write_text(text, encoding="utf-8")
    (tmp_path / "token.txt").write_text("700100200:secret-part", encoding="utf-8")
    status, lines = await examined(tmp_path)

    assert status == 1
    assert lines["network"]["state"] == "wrong"
    assert "telegram" not in lines
    assert "secret-part" not in json.dumps(lines)


async def test_offline_the_shape_of_the_token_is_checked(tmp_path: Path) -> None:
    """An invalid token is named without a connection, and a valid one contacts no server."""
    config = tmp_path / "config.toml"
    text = '[telegram]\nbase_url = "http://127.0.0.1:9"\ntoken_file = "token.txt"\n'
    config.write_text(text, encoding="utf-8")
    for token, state in (("not a token", "wrong"), ("700100200:" + "A" * 35, "ok")):
        (tmp_path / "token.txt").write_text(token, encoding="utf-8")
        _, lines = await examined(tmp_path, "--offline")

        assert lines["token"]["state"] == state
        assert not {"network", "telegram"} & set(lines)


async def test_a_connection_lost_over_the_certificate_is_a_line() -> None:
    """If a server disconnects before its certificate, a line says what to do."""

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        del reader
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as lost:
        port = lost.sockets[0].getsockname()[1]
        url, now = f"https://127.0.0.1:{port}", datetime(2025, 5, 1, tzinfo=UTC)
        (line,) = await asyncio.to_thread(lambda: [*certificate(url, now)])

    assert (line.name, line.state) == ("certificate", CheckState.WRONG)
    assert f"127.0.0.1:{port}" in line.found


async def test_another_program_at_the_port_of_health_is_named() -> None:
    """Its page is no answer of the bot, so the line says what to change."""

    async def page(request: Request) -> Response:
        del request
        return Response("<html>")

    async with serve_app(Starlette(routes=[Route("/health", page)]), 0) as address:
        port = address.rpartition(":")[2]
        config = load_config(None, {"TURRETUR_SERVER_STATUS_PORT": port})
        line = await asyncio.to_thread(health, config)

    assert (line.state, line.found) == (
        CheckState.WRONG,
        f"another program answers at port {port}",
    )
