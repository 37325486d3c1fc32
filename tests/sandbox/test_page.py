from datetime import datetime, timedelta

import httpx
import pytest
from telegram import Bot

from sandbox import Sandbox, SandboxUser
from sandbox.server import build_app
from tests.sandbox.conftest import MAY_DAY, TLS
from tests.sandbox.pictures import picture


@pytest.fixture
async def web(base_url: str) -> httpx.AsyncClient:
    """Return the page's client of the server."""
    return httpx.AsyncClient(base_url=base_url, verify=TLS["verify"], follow_redirects=True)


async def test_the_page_and_its_files_are_served(web: httpx.AsyncClient) -> None:
    """The root and `/sandbox` are the page, and all its files come from this server."""
    async with web:
        page = await web.get("/")
        assert page.url.path == (await web.get("/sandbox")).url.path == "/sandbox/"
        for name in ("page.css", "chat.css", "app.js"):
            assert f'"{name}"' in page.text
            assert (await web.get(f"/sandbox/{name}")).status_code == 200

    assert "//" not in page.text.replace("http://www.w3.org/2000/svg", "")


async def test_other_processes_read_and_set_the_time(
    web: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    """The clock is read, advanced, set and reset; an invalid value is refused."""
    async with web:
        now = (await web.get("/sandbox/clock")).json()
        assert (now["unix"], now["shift"]) == (MAY_DAY.timestamp(), 0)
        moved = (await web.post("/sandbox/clock", json={"seconds": 86400})).json()
        assert moved["now"] == "2025-05-02T12:00:00+00:00"
        to = {"to": "2025-06-01T00:00:00+03:00"}
        assert (await web.post("/sandbox/clock", json=to)).json()["shift"] == 30 * 86400 + 9 * 3600
        for bad in ({"seconds": "soon"}, {"to": "2025-06-01"}, {"to": "tomorrow"}):
            assert (await web.post("/sandbox/clock", json=bad)).status_code == 400
        assert sandbox.clock.shift == timedelta(days=30, hours=9)
        await web.post("/sandbox/clock", json={"reset": True})

    assert sandbox.clock.now() == MAY_DAY


async def test_the_state_shows_what_changed(
    web: httpx.AsyncClient, bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """After a version only newer messages and deletions are listed."""
    sent = await bot.send_message(ana.id, "<b>unu</b>", parse_mode="HTML")
    async with web:
        state = (await web.get("/sandbox/api/state")).json()
        assert [m["html"] for m in state["messages"]][1:] == ["<b>unu</b>"]
        assert state["people"][0]["name"] == "Ana"
        await bot.delete_message(ana.id, sent.message_id)
        later = (await web.get(f"/sandbox/api/state?since={state['version']}")).json()

    assert later["messages"] == [{"id": sent.message_id, "chat": ana.id, "deleted": True}]
    assert later["version"] == sandbox.world.changes.version


async def test_events_announce_each_change(
    web: httpx.AsyncClient, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """The stream sends the version at once and after each change, and ends with the sandbox."""
    versions = []
    async with web, web.stream("GET", "/sandbox/api/events") as events:
        async for line in events.aiter_lines():
            if line:
                versions.append(int(line.removeprefix("data: ")))
                if len(versions) == 1:
                    ana.send("salut")
                else:
                    await sandbox.close()

    assert versions[0] < versions[1] == sandbox.world.changes.version


async def test_what_the_app_would_not_do_is_refused(
    web: httpx.AsyncClient, ana: SandboxUser
) -> None:
    """A refusal has a text, and a form from a foreign page does nothing."""
    act = f"/sandbox/api/users/{ana.id}"
    async with web:
        empty = await web.post(f"{act}/send", json={"text": " "})
        assert (empty.status_code, "4096" in empty.json()["error"]) == (409, True)
        assert (await web.post(f"{act}/fly", json={})).status_code == 404
        assert (await web.post("/sandbox/api/users/5/send", json={})).status_code == 404
        assert (await web.post(f"{act}/send", data={"text": "salut"})).status_code == 409
        assert (await web.post(f"{act}/photo", data={"a": "b"})).status_code == 409
        assert (await web.post("/sandbox/api/users", json={"name": " "})).status_code == 400
        json = {"content-type": "application/json"}
        broken = await web.post("/sandbox/api/users", content="{", headers=json)
        assert broken.status_code == 400
        assert (await web.get("/sandbox/api/state?since=unu")).status_code == 200

    assert [message.text for message in ana.messages] == ["/start"]


async def test_files_come_as_what_they_are(
    web: httpx.AsyncClient, bot: Bot, ana: SandboxUser
) -> None:
    """A photo is shown; anything else, HTML above all, is only downloaded."""
    photo = await bot.send_photo(ana.id, picture())
    document = await bot.send_document(ana.id, b"<script>", filename="fișă.html")
    assert document.document is not None
    async with web:
        shown = await web.get(f"/sandbox/api/files/{photo.photo[-1].file_id}")
        saved = await web.get(f"/sandbox/api/files/{document.document.file_id}")

    assert shown.headers["content-disposition"].startswith("inline")
    assert saved.headers["content-disposition"] == (
        "attachment; filename*=UTF-8''fi%C8%99%C4%83.html"
    )
    assert saved.headers["content-type"] == "application/octet-stream"


async def test_in_a_group_its_own_messages_are_meant(
    web: httpx.AsyncClient, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """Numbers repeat in other chats, and an edit in a group changes the group's message."""
    group = sandbox.add_group("Club", [ana], supergroup=True)
    there = ana.send("bună", chat=group)
    here = ana.messages[0]
    assert there.id == here.id
    act = f"/sandbox/api/users/{ana.id}"
    async with web:
        edit = {"message": there.id, "text": "bună ziua", "chat": group.id}
        assert (await web.post(f"{act}/edit", json=edit)).status_code == 200
        link = f"https://t.me/{sandbox.username}?startgroup=abc"
        assert (await web.post(f"{act}/follow", json={"url": link})).status_code == 409
        follow = {"url": link, "chat": group.id}
        assert (await web.post(f"{act}/follow", json=follow)).status_code == 200

    assert (there.text, here.text) == ("bună ziua", "/start")
    assert group.messages[-1].text == f"/start@{sandbox.username} abc"


async def test_a_bot_that_does_not_follow_a_journey_is_reported(
    web: httpx.AsyncClient, sandbox: Sandbox
) -> None:
    """The change of time is refused with a text, without a server error."""

    async def hang(now: datetime) -> None:
        raise TimeoutError(f"nothing by {now}")

    sandbox.clock.on_travel(hang)
    async with web:
        refused = await web.post("/sandbox/clock", json={"seconds": 60})

    assert (refused.status_code, "nothing by" in refused.json()["error"]) == (503, True)


async def test_a_quotation_says_whether_there_is_more(
    web: httpx.AsyncClient, ana: SandboxUser
) -> None:
    """A quotation of 120 characters of any kind is shown completely."""
    for count in (120, 121):
        ana.send("da", reply_to=ana.send("🎲" * count))
    async with web:
        state = (await web.get("/sandbox/api/state")).json()

    quoted = [each["reply_to"] for each in state["messages"] if "reply_to" in each]
    assert [(len(each["text"]), each["more"]) for each in quoted] == [(120, False), (120, True)]


async def test_what_the_bot_has_elsewhere_is_found_by_a_short_name(sandbox: Sandbox) -> None:
    """`/site` leads to the public site of the bot, and an unknown name leads nowhere."""
    sandbox.web_addresses["site"] = "http://127.0.0.1:9/"
    transport = httpx.ASGITransport(build_app(sandbox))
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        led = await client.get("/site")
        assert (led.status_code, led.headers["location"]) == (307, "http://127.0.0.1:9/")
        assert (await client.get("/elsewhere")).status_code == 404
        assert (await client.get("/sandbox/")).status_code == 200
