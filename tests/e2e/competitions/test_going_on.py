"""The players who advance from a phase that some have left: all documents agree."""

import io
from pathlib import Path

from openpyxl import load_workbook

from sandbox import SandboxUser
from storage.people import people
from tests.e2e.bench import own_case, rule
from tests.e2e.championship import Championship, press
from tests.e2e.competitions.going_on_shared import running
from tests.e2e.harness import Table
from tests.e2e.texts import mentions, told, worded


async def members(championship: Championship, group: int) -> list[str]:
    """Return the names of a preliminary group's players, in the order of its table."""
    competition = await championship.now()
    async with championship.table.stored.database.reading() as tx:
        players = competition.phases[0].groups[group].players
        return [(await people.get(tx, player)).name for player in players]


async def prospect(table: Table, user: SandboxUser, code: str, who: str) -> str:
    """Return the line about that player among the results that are still possible."""
    (message,) = await table.say(user, f"/clasament {code}")
    await press(table, user, message, "button.prospects")
    lines = message.text.splitlines()
    first = next(number for number, line in enumerate(lines) if who in line)
    return "\n".join(lines[first : first + 3])


async def test_a_leader_who_withdrew_is_not_sure_to_go_on_and_the_next_one_is(
    tmp_path: Path,
) -> None:
    """Mark, line, prospects and the spreadsheet's remark say so before the phase ends."""
    async with running(tmp_path, "1") as championship:
        table = championship.table
        first, second, third = await members(championship, 0)
        await championship.claim_all(first, second, third)
        users = championship.players
        (question,) = await table.say(users[first], "/retragere")
        await table.press(users[first], question, "button.retire")
        await championship.homologate_all()

        (shown,) = await table.say(users[second], f"/clasament {championship.code}")
        lines = [line for line in shown.text.splitlines() if line]
        rows: dict[str, int] = {}
        for number, line in enumerate(lines):
            for name in (first, second, third):
                if name in line:
                    rows.setdefault(name, number)
        assert rows[first] < rows[second] < rows[third]
        assert "*" in lines[rows[second]]
        assert "*" not in lines[rows[first]]
        (rule_at,) = [n for n, text in enumerate(lines) if text.startswith("───")]
        assert rows[second] < rule_at < rows[third]
        assert worded("standings.withdrew") in await prospect(
            table, users[second], championship.code, first
        )
        assert worded("standings.safe") in await prospect(
            table, users[third], championship.code, second
        )
        (sent,) = await press(table, users[second], shown, "button.spreadsheet")
        assert sent.document is not None
        header, *found = load_workbook(io.BytesIO(sent.document.content))["Clasament"].iter_rows(
            values_only=True
        )
        remarks = {row[header.index("Jucător")]: row[header.index("Observații")] for row in found}
        assert remarks[first] == worded("standings.note_retired")
        assert remarks[second] == worded("standings.safe")

        await championship.say(f"/campionat {championship.code}")
        await championship.steps("advance", "yes_advance")
        assert second in (await championship.names()).values()
        assert first not in (await championship.names()).values()


async def test_two_of_three_excluded_leave_no_hole_in_the_final(tmp_path: Path) -> None:
    """The best player of the other groups gets the free seat, as announced."""
    async with running(tmp_path, "2") as championship:
        table = championship.table
        competition, names = await championship.now(), await championship.names()
        *out, left = await members(championship, 0)
        user = await championship.claim(left)
        for name in out:
            match, colour = next(
                (one, "red" if names[one.red] == name else "blue")
                for one in competition.phase.matches
                if name in {names[one.red], names[one.blue]}
            )
            await rule(table, await own_case(table, f"{match.code}/1"), f"exclusion.{colour}")
        await championship.homologate_all()
        await championship.say(f"/campionat {championship.code}")
        seen = len(user.messages)

        await championship.steps("advance", "yes_advance")

        (announced,) = told(user.messages[seen:], "comp.advanced")
        assert mentions(announced, "comp.passed_on", group="A", n=1)
        assert set((await championship.names()).values()) == {left, *await members(championship, 1)}


async def test_the_lot_that_decided_who_goes_on_is_named(tmp_path: Path) -> None:
    """Everybody reads it, with the name of the player whom the lot eliminated."""
    async with running(tmp_path, "1") as championship:
        names = await championship.names()
        ana = await championship.claim("Ana Pop")
        await championship.homologate_all(alike=True)
        await championship.say(f"/campionat {championship.code}")
        seen = len(ana.messages)

        await championship.steps("advance", "yes_advance")

        (announced,) = told(ana.messages[seen:], "comp.advanced")
        lots = (await championship.now()).phases[0].decided_by_lot()
        assert lots
        for lot in lots:
            assert mentions(
                announced, "comp.by_lot", ahead=names[lot.ahead], behind=names[lot.behind]
            )


async def test_qualifiers_that_changed_between_the_taps_are_shown_again(tmp_path: Path) -> None:
    """A ruling after the first tap lets nobody advance whom the arbiter has not seen."""
    async with running(tmp_path, "1") as championship:
        await championship.homologate_all()
        *_, last = await members(championship, 0)
        (player,) = [who for who, name in (await championship.names()).items() if name == last]
        await championship.say(f"/campionat {championship.code}")
        await championship.press("button.comp.advance")
        shown = championship.card.text
        await championship.correct(player)

        await championship.press("button.comp.yes_advance")

        assert championship.card.text != shown
        assert mentions(championship.card, "comp.ask.advance_players")
        assert (await championship.now()).number == 0
        await championship.press("button.comp.yes_advance")
        assert player in (await championship.now()).phase.players
