"""An imported competition is taken back as a whole, and restored."""

import asyncio
from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path

import pytest_asyncio
from click.testing import CliRunner

from bot.__main__ import main
from engine.ids import Leg, MatchCode, game_id
from storage.days import due
from storage.people import forgetting, merging, people
from storage.streams import game_stream, match_stream
from tests.e2e.bench import exchanged, later, own_case, rule, tap
from tests.e2e.competitions.importing_shared import ANA, ION, joined, three_imported
from tests.e2e.competitions.imports_back_shared import REASON, card, lifted
from tests.e2e.competitions.season_import_shared import ABOUT, RESULTS, record, result
from tests.e2e.harness import Table
from tests.e2e.harness import table as laid_out
from tests.e2e.matches.importing_shared import played, resend, send
from tests.e2e.plays import best
from tests.e2e.public_site import Written, written
from tests.e2e.texts import facts_of, mentions
from tests.import_forms import form
from tests.somebodys_rows import HABITS


async def test_a_season_taken_back_appears_nowhere_until_it_is_restored(
    recorded: Table, tmp_path: Path
) -> None:
    """Site, standings, search and its own card follow, and the log is sound.

    Before, a stated result and a name of it are corrected with their reason, and site and
    standings have the new ones.
    """
    table, (code,) = recorded, recorded.done
    page = f"c/{code.lower()}/index.html"
    await _name_corrected(table, code)
    await _result_corrected(table, code)
    before = await written(table, tmp_path / "site")
    assert "j/ana-pop.html" in before.everything()
    await _shown_as_corrected(table, before)

    done = await lifted(table, await card(table, code), "button.import.take_back")

    assert mentions(done, "import.back_done", title=ABOUT["title"], code=code)
    after = await written(table, tmp_path / "site")
    assert page not in after.everything()
    assert "j/ana-pop.html" not in after.everything()
    for asked in ("/clasament", "/cauta Ana Pop"):
        answers = await table.say(table.arbiter, asked)
        assert not any(ABOUT["title"] in one.text for one in answers), asked
        assert not any(
            ABOUT["title"] in button.label for one in answers for button in one.buttons
        ), asked
    asked_for = ["export", code, "--database", table.config.storage.url, "--out", str(tmp_path)]
    exported = await asyncio.to_thread(CliRunner().invoke, main, asked_for)
    assert "there is no game or competition" in exported.stderr
    shown = await card(table, code)
    assert mentions(shown, "comp.taken_back", code=code)
    assert await table.stored.findings() == ()
    stored = await table.stored.competition(code)
    assert stored.taken_back

    back = await lifted(table, shown, "button.import.restore")

    assert mentions(back, "import.restored_done", title=ABOUT["title"], code=code)
    again = await written(table, tmp_path / "site")
    assert again.everything().keys() == before.everything().keys()
    assert mentions(await card(table, code), "comp.card", title=ABOUT["title"])
    assert await table.stored.findings() == ()


async def _name_corrected(table: Table, code: str) -> None:
    """Have the arbiter correct a name of the closed season on the player's card."""
    shown = await card(table, code)
    await table.press(table.arbiter, shown, "button.comp.players")
    table.arbiter.press_button(shown, next(one for one in shown.buttons if one.label == "Dan Ene"))
    await table.settle()
    (asked, *_) = await table.press(table.arbiter, shown, "button.comp.name")
    assert mentions(asked, "name.ask", who="Dan Ene")
    (confirm, *_) = await table.say(table.arbiter, "Dan Enescu")
    await table.press(table.arbiter, confirm, "button.name.yes")


async def _result_corrected(table: Table, code: str) -> None:
    """Have the arbiter correct a stated result; a doubtful one is named."""
    shown = await card(table, code)
    await table.press(table.arbiter, shown, "button.comp.stated")
    assert mentions(shown, "import.fix_which")
    listed = (await table.stored.competition(code)).phase.matches[0]
    await tap(table, table.arbiter, shown, f"c:{code}:fix:{game_id(listed.code, Leg.HOME)}")
    assert mentions(shown, "import.fix_ask", red="Ana Pop", blue="Ion Rus")
    (refused, *_) = await table.say(table.arbiter, "cinci sute")
    assert mentions(refused, "fault.result_unreadable")

    (asked, *_) = await table.say(table.arbiter, "424–480")

    assert mentions(asked, "import.fix_show", red="Ana Pop", blue="Ion Rus")
    (preview, *_) = await table.say(table.arbiter, REASON)
    await table.press(table.arbiter, preview, "button.decide")
    assert mentions(preview, "import.fix_done")


async def _shown_as_corrected(table: Table, site: Written) -> None:
    """Check that standings, match page, CSV, feed and search have the new result and name."""
    (code,) = table.done
    competition = await table.stored.competition(code)
    assert "Dan Enescu" in site.text(f"c/{code.lower()}/index.html")
    assert "j/dan-ene.html" not in site.everything()
    listed = competition.phase.matches[0]
    assert "424–480" in site.text(f"m/{listed.code.lower()}.html")
    assert "524" not in site.text(f"c/{code.lower()}/rezultate.csv")
    assert "424" in site.text(f"c/{code.lower()}/rezultate.atom")
    (found, *_) = await table.say(table.arbiter, "/cauta Ana Pop Ion Rus")
    assert "524" not in found.text
    (rows_,) = competition.phase.tables().values()
    assert rows_[0].player != listed.red
    assert await table.stored.findings() == ()


@pytest_asyncio.fixture(name="imported")
async def _imported(tmp_path: Path) -> AsyncIterator[Table]:
    async with laid_out(tmp_path, after=three_imported) as laid:
        yield laid


async def test_a_running_competition_taken_back_stops_until_it_is_restored(
    imported: Table,
) -> None:
    """Players are notified, no deadline is due, a move is refused; restored, it goes on.

    Only its arbiter may take it back. `/campionat` leads them to the card that restores it, and no
    player.
    """
    table, (code, links) = imported, imported.done
    ana, ion = await joined(table, links, ANA), await joined(table, links, ION)
    board = next(each for each in reversed(ana.messages) if each.from_bot and not each.album)
    await table.forge(ana, board, f"lift:import_back:{code}")
    assert any(mentions(each, "fault.not_an_arbiter") for each in ana.messages)
    assert not (await table.stored.competition(code)).taken_back
    listed = (await table.stored.competition(code)).phase.matches[0]
    game = game_id(listed.code, Leg.HOME)
    move = best(await table.stored.game(game)) or "PAS"
    (preview,) = await table.say(ion, move)

    await lifted(table, await card(table, code), "button.import.take_back")

    assert any(mentions(one, "import.back_you", reason=REASON) for one in ana.messages)
    await table.press(ion, preview, "button.send")
    assert len((await table.stored.game(game)).moves) == 3
    (none, *_) = await table.say(ana, "/jocuri")
    assert game not in none.text
    assert await rows(table, listed.code) == []
    await later(table, 40)
    assert not any("30 de zile" in one.text for one in table.arbiter.messages[-3:])
    assert await table.stored.findings() == ()
    (imports,) = await table.say(table.arbiter, "/campionat")
    assert mentions(imports, "comp.list_taken_back")
    await table.press(table.arbiter, imports, "button.comp.taken_back")
    assert mentions(imports, "comp.taken_back", code=code)
    for answer in await table.say(ana, "/campionat"):
        assert not any(code in button.data for button in answer.buttons)

    await lifted(table, imports, "button.import.restore")

    assert any(mentions(one, "import.restored_you") for one in ana.messages)
    (imports,) = await table.say(table.arbiter, "/campionat")
    assert not mentions(imports, "comp.list_taken_back")
    assert await rows(table, listed.code)
    (preview, *_) = await table.say(ion, f"{game} {move}")
    await table.press(ion, preview, "button.send")
    assert len((await table.stored.game(game)).moves) == 4
    assert await table.stored.findings() == ()


async def rows(table: Table, code: MatchCode) -> list[due.DueRow]:
    """Return the due rows of a match and of its home game."""
    async with table.stored.database.reading() as tx:
        return [
            row
            for stream in (match_stream(code), game_stream(game_id(code, Leg.HOME)))
            for row in await due.of(tx, stream)
        ]


async def test_a_result_with_moves_is_changed_by_a_ruling(table: Table) -> None:
    """The game of a closed season has a case, whose ruling corrects the official result."""
    game = played(days=1, whole=True)
    scores = {"red_score": f"{game.red.score}", "blue_score": f"{game.blue.score}"}
    rows_ = (result("Ana Pop", "Ion Rus", **scores), *RESULTS[2:])
    await send(table, form((), results=rows_, about=ABOUT))
    answers = await resend(table, record(game), "tur.gcg")
    await table.press(table.arbiter, answers[-1], "button.import.yes")
    code = facts_of(answers[-1], "import.done_season")["code"]
    listed = (await table.stored.competition(code)).phase.matches[0]
    number = game_id(listed.code, Leg.HOME)

    done = await rule(table, await own_case(table, number), "level")

    assert mentions(done, "ruling.done")
    figures = (await table.stored.competition(code)).phase.results[number]
    assert figures.red == figures.blue == Decimal(1)
    shown = await card(table, code)
    await table.forge(table.arbiter, shown, f"c:{code}:fix:{number}")
    assert mentions(shown, "fault.result_ruled", game=number)
    assert await table.stored.findings() == ()


async def test_a_restored_import_follows_its_people(imported: Table) -> None:
    """Who was merged or forgotten while it was taken back is so in it, too."""
    table, (code, links) = imported, imported.done
    ana, ion = [
        await table.stored.person((await joined(table, links, name)).id) for name in (ANA, ION)
    ]
    await lifted(table, await card(table, code), "button.import.take_back")
    async with table.app.runtime.database.transaction() as tx:
        kept = await people.create(tx, "Ana Ionescu", HABITS)
        await merging.join(tx, kept, ana, table.sandbox.clock.now())
        await forgetting.forget(tx, ion.id, table.sandbox.clock.now(), "Jucător retras")
    await table.travel(0.1)

    await lifted(table, await card(table, code), "button.import.restore")
    await table.travel(0.1)

    phase = (await table.stored.competition(code)).phase
    played = await table.stored.match(phase.matches[0].code)
    assert kept.id in phase.players
    assert kept.id in played.joined
    assert (await table.stored.game(game_id(played.code, Leg.HOME))).seat_of(kept.id)
    assert not {ana.id, ion.id} & {*phase.players, *played.people}
    assert await table.stored.findings() == ()


async def test_an_import_with_a_falsified_game_is_restored(imported: Table) -> None:
    """A player of it who was merged meanwhile stays there under the former number."""
    table, (code, links) = imported, imported.done
    ana = await table.stored.person((await joined(table, links, ANA)).id)
    phase = (await table.stored.competition(code)).phase
    (played_match, *_) = [match for match in phase.matches if ana.id in match.players]
    await lifted(table, await card(table, code), "button.import.take_back")
    async with table.app.runtime.database.transaction() as tx:
        kept = await people.create(tx, "Ana Ionescu", HABITS)
        await merging.join(tx, kept, ana, table.sandbox.clock.now())
    game = game_stream(game_id(played_match.code, Leg.HOME))
    await exchanged(table, game, "2025", "2024")
    await table.stop_bot()
    await table.start_bot()

    done = await lifted(table, await card(table, code), "button.import.restore")

    assert mentions(done, "import.restored_done", code=code)
    assert ana.id in (await table.stored.competition(code)).phase.players
    await exchanged(table, game, "2024", "2025")
