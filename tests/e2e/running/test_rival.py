"""A second program with the same token: the operators are told, and what it took is counted."""

from datetime import timedelta

import httpx
import pytest

from bot.program.health import health_of
from tests.e2e.harness import Pair
from tests.e2e.texts import mentions, told


@pytest.mark.only_telegram("another program takes Telegram's updates")
async def test_a_copy_that_takes_updates_is_reported_at_once_and_when_it_ends(pair: Pair) -> None:
    """The alert names who may have written, health is red, and the end says what is missing."""
    table, sandbox = pair.table, pair.table.sandbox
    url = f"{table.config.telegram.base_url}/bot{sandbox.token}/getUpdates"
    await table.say(pair.blue, "/jocuri")
    async with httpx.AsyncClient() as copy:
        await sandbox.wait_for(lambda: sandbox.updates.is_polling)
        await copy.get(url, params={"timeout": 0})  # ends the bot's own poll
        pair.red.send("H8 CASA")
        (taken,) = (await copy.get(url, params={"timeout": 0})).json()["result"]
        await copy.get(url, params={"timeout": 0, "offset": taken["update_id"] + 1})
    await sandbox.wait_for(lambda: told(table.operator.messages, "operator.rival"))

    (alert,) = told(table.operator.messages, "operator.rival")
    assert mentions(alert, "loss.row", who="Ana Pop", games=pair.id)
    state = await health_of(table.app.runtime)()
    assert not state.is_well
    assert "rival_since" in state.facts

    await table.say(pair.blue, "/jocuri")
    await sandbox.travel(timedelta(minutes=3))
    await table.say(pair.blue, "/jocuri")
    await sandbox.wait_for(lambda: told(table.operator.messages, "operator.rival_gone"))

    (end,) = told(table.operator.messages, "operator.rival_gone")
    number = str(taken["update_id"])
    assert mentions(end, "operator.missing_updates", n=1, first=number, last=number)
    assert mentions(end, "loss.row", who="Ana Pop", games=pair.id)
    assert (await health_of(table.app.runtime)()).is_well
