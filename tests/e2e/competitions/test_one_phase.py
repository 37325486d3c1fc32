"""A competition with only one phase, which has the competition's name."""

from tests.e2e.championship import set_up
from tests.e2e.harness import Table, bucharest
from tests.e2e.texts import mentions

ONE = {"phases": "preliminary", "preliminary": "5.05 30.09"}


async def test_an_only_phase_is_never_called_preliminary(table: Table) -> None:
    """Card, plan, notices, sheets and standings name the competition once each."""
    championship = await set_up(table, ONE, title="Cupa de vară")
    await championship.enter()
    ana = await championship.claim("Ana Pop")
    await championship.draw()
    await championship.steps("plan", "dates_only")
    await table.travel_to(bucharest("2025-05-05"))
    for user in (ana, table.arbiter):
        await table.say(user, "/campionat")
        await table.say(user, "/calendar")
        *_, shown = await table.say(user, "/clasament")
        assert mentions(shown, "standings.where_only", group="A")

    seen = [each for user in (ana, table.arbiter) for each in user.messages if each.from_bot]
    named = [each.text for each in seen if "reliminar" in each.text]
    assert not named
    assert not [each.text for each in seen if "vară · Cupa" in each.text]
