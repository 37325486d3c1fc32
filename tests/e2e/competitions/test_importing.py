"""`/preia`: a competition that began elsewhere continues in the bot with all its groups."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest_asyncio

from engine.competitions.competition import Competition, CompetitionStage
from engine.games.deadlines import Deadline
from engine.ids import Leg, Seat, game_id
from engine.matches.match import MatchStage
from sandbox import SandboxUser
from storage.days import due
from storage.streams import game_stream
from tests.e2e.bench import later
from tests.e2e.competitions.importing_shared import (
    ANA,
    CLOSING,
    DAN,
    ION,
    approved,
    joined,
    lines,
    three,
    three_imported,
    whole,
)
from tests.e2e.harness import Table, bucharest
from tests.e2e.harness import table as laid_out
from tests.e2e.matches.importing_shared import played, send
from tests.e2e.plays import best
from tests.e2e.public_site import written
from tests.e2e.texts import mentions, says, told
from tests.import_forms import Line, form


@pytest_asyncio.fixture(name="imported")
async def _imported(tmp_path: Path) -> AsyncIterator[Table]:
    """Give a table with an imported competition, its code and its players' links."""
    async with laid_out(tmp_path, after=three_imported) as laid:
        yield laid


async def test_a_competition_goes_on_from_where_it_is(imported: Table, tmp_path: Path) -> None:
    """Its phase runs, each game is as in the form, and a player can move after joining.

    Nobody is overdue. A return game that is due begins and can be verified, because the import
    publishes its seed's commitment. The site says that all was imported.
    """
    table, (code, links) = imported, imported.done
    competition = await table.stored.competition(code)
    assert (competition.stage, competition.imported) == (CompetitionStage.RUNNING, True)
    assert f"{competition.phase.plan.closing:%d.%m.%Y}" == CLOSING
    assert links.keys() == {ANA, ION, DAN}
    ana, ion, dan = [await joined(table, links, name) for name in (ANA, ION, DAN)]
    await _nobody_is_overdue(table, competition, (ana, ion, dan))
    game = game_id(competition.phase.matches[0].code, Leg.HOME)
    before = await table.stored.game(game)
    assert (len(before.moves), before.turn, before.red.days) == (3, Seat.BLUE, 8)

    (preview,) = await table.say(ion, f"{game} {best(before) or 'PAS'}")
    await table.press(ion, preview, "button.send")

    after = await table.stored.game(game)
    assert len(after.moves) == 4
    assert after.side(Seat.BLUE).days == before.blue.days, "the turn began with the import"
    assert any(f"{game}" in one.text for one in ana.messages)
    await _shown_as_imported(table, competition, tmp_path / "site")
    await _verified_return(table, competition, ion, dan)


async def _nobody_is_overdue(
    table: Table, competition: Competition, users: tuple[SandboxUser, ...]
) -> None:
    """Check that every deadline is ahead although a month has passed elsewhere; sweep once."""
    now = bucharest("2025-05-01")
    async with table.stored.database.reading() as tx:
        for listed in competition.phase.matches:
            for row in await due.of(tx, game_stream(game_id(listed.code, Leg.HOME))):
                is_flag = row.kind == Deadline.TIME_EXCEEDED.value
                assert row.due_at > now + timedelta(days=2 if is_flag else 0), row
    seen = {user: len(user.messages) for user in (*users, table.arbiter)}

    await table.travel(0.05)

    assert all(len(user.messages) == before for user, before in seen.items())


async def _shown_as_imported(table: Table, competition: Competition, folder: Path) -> None:
    """Check the competition's and a match's page, which show no commitment of imported draws."""
    site = await written(table, folder)
    page = site.text(f"c/{competition.code.lower()}/index.html")
    assert "preluate, trase în afara botului" in page
    assert competition.phase.seeds.commitments[0] not in page
    match = site.text(f"m/{competition.phase.matches[0].code.lower()}.html")
    assert "Preluată: a început în afara botului" in match


async def _verified_return(
    table: Table, competition: Competition, ion: SandboxUser, dan: SandboxUser
) -> None:
    """Check what `/verifica` says of a return game begun here, unlike of its home game."""
    await table.travel_to(bucharest("2025-05-02", "09:00:00"))
    listed = competition.phase.matches[1]
    back = await table.stored.game(game_id(listed.code, Leg.RETURN))
    assert (back.imported, back.moves) == (False, ())

    (proved,) = await table.say(dan, f"/verifica {back.id}")
    assert mentions(proved, "verify.in_imported")
    (told_so,) = await table.say(ion, f"/verifica {game_id(listed.code, Leg.HOME)}")
    assert says(told_so, "verify.imported")
    (sealed,) = await table.say(table.arbiter, f"/verifica {competition.code}")
    assert mentions(sealed, "verify.imported_draws")


async def test_the_standings_take_in_what_is_approved(table: Table) -> None:
    """The arbiter approves a match played elsewhere in the same way as any other."""
    await approved(table, title="Cupa Clujului 2025", closing=CLOSING)

    competition = await table.stored.competition("CC25")
    assert len(competition.phase.results) == 2
    (standings,) = competition.phase.tables().values()
    assert [row.games for row in standings] == [2, 2]


def stated_line(red: str, blue: str, leg: str = "tur", **figures: str) -> Line:
    """Return the row of a game that is known by its result alone."""
    return {"group": "A", "leg": leg, "red": red, "blue": blue, **figures}


def mixed(**about: str) -> bytes:
    """Return the form of three players whose finished games are known by their results alone.

    Ana and Ion play their return game; Dan's return game with Ion has not begun; Ana and Dan are
    done.
    """
    own, moves = lines(1, played(moves=3), ION, ANA, leg="retur")
    worth = {"red_coefficient": "1,5300", "blue_coefficient": "0,4700"}
    results = (
        stated_line(ANA, ION, red_score="524", blue_score="480"),
        stated_line(ION, DAN, red_score="390", blue_score="410"),
        stated_line(ANA, DAN, red_score="400", blue_score="399"),
        stated_line(DAN, ANA, "retur", **worth),
    )
    stated = {"title": "Cupa Clujului 2025", "closing": CLOSING, **about}
    return form([own], moves, results=results, about=stated)


async def test_finished_games_come_in_by_result_beside_running_ones(
    table: Table, tmp_path: Path
) -> None:
    """Results are official at once, the running game goes on, and nobody is overdue after it."""
    answers = await send(table, mixed())
    assert mentions(answers[-1], "import.shown_competition", players=3, matches=3, number=1)
    assert mentions(answers[-1], "import.stated_results")
    sent = await table.press(table.arbiter, answers[-1], "button.import.yes")
    (listed,) = told(sent, "comp.invitations")
    rows = [line.partition(": ") for line in listed.text.splitlines() if "start=" in line]
    links = {name: link for name, _, link in rows}
    competition = await table.stored.competition("CC25")
    assert competition.stage is CompetitionStage.RUNNING
    assert len(competition.phase.results) == 4
    one, other, done = competition.phase.matches
    assert (await table.stored.match(done.code)).stage is MatchStage.HOMOLOGATED
    assert await table.stored.findings() == ()
    ana, ion = await joined(table, links, ANA), await joined(table, links, ION)
    dan = await joined(table, links, DAN)
    seen = {user: len(user.messages) for user in (ana, ion, dan, table.arbiter)}

    await table.travel(0.02)

    overdue = ("depășit", "30 de zile", "art. 7.2")
    for user, before in seen.items():
        for message in user.messages[before:]:
            assert not any(word in message.text for word in overdue), message
    back = game_id(one.code, Leg.RETURN)
    game = await table.stored.game(back)
    mover = ana if game.turn is Seat.BLUE else ion
    (preview, *_) = await table.say(mover, f"{back} {best(game) or 'PAS'}")
    await table.press(mover, preview, "button.send")
    assert len((await table.stored.game(back)).moves) == len(game.moves) + 1
    await later(table, 11)
    begun = await table.stored.game(game_id(other.code, Leg.RETURN))
    assert (begun.imported, begun.moves) == (False, ())
    for asked in ("/meciuri", "/clasament", "/cazuri", f"/omologheaza {one.code}"):
        assert await table.say(table.arbiter, asked)
    site = await written(table, tmp_path / "site")
    page = site.text(f"m/{done.code.lower()}.html")
    assert "400–399" in page
    assert "1,5300" in page
    assert "524–480" in site.text(f"m/{one.code.lower()}.html")
    assert await table.stored.findings() == ()


async def test_what_a_form_of_a_competition_lacks_is_named(table: Table) -> None:
    """The bot checks title, closing and final, as it checks the games; each pair has a home game.

    A game with moves and a result, a return by result alone, and missing days are refused.
    """
    changes = {
        "import.closing_missing": {"closing": ""},
        "import.title_missing": {"title": ""},
        "import.closing_past": {"closing": "30.04.2025"},
        "import.advance": {"advance": "zero", "final_start": "15.01.2026"},
    }
    for key, change in changes.items():
        (answer,) = await send(table, three(**change))

        assert mentions(answer, "import.faults")
        for each in changes:
            assert mentions(answer, each) == (each == key), (key, each)

    about = {"title": "Cupa Clujului 2025", "closing": CLOSING}
    rows = [lines(1, played(moves=3), ANA, ION), lines(2, played(moves=0), ION, DAN)]
    (answer,) = await send(
        table, form([own for own, _ in rows], [one for _, of in rows for one in of], about=about)
    )
    assert mentions(answer, "import.pair_missing", one=ANA, other=DAN)

    own, moves = rows[0]
    home = stated_line(ANA, ION, red_score="400", blue_score="300")
    back = stated_line(ION, ANA, "retur", red_score="400", blue_score="300")
    wrong: list[tuple[Line, dict[str, str], str]] = [
        (home, about, "import.stated_twice"),
        (back, about, "import.stated_return"),
        (home, {}, "import.closing_missing"),
    ]
    for line, stated, key in wrong:
        (refused,) = await send(table, form([own], moves, results=[line], about=stated))
        assert mentions(refused, key), key
    (refused,) = await send(table, form((), results=[home], about=about))
    assert mentions(refused, "import.start_missing")


async def test_beside_a_stated_home_game_only_the_return_game_is_approved(table: Table) -> None:
    """The arbiter approves what was played here or has moves, and can close the competition."""
    own, moves = lines(1, whole(), ION, ANA, leg="retur")
    results = [stated_line(ANA, ION, red_score="524", blue_score="480")]
    about = {"title": "Cupa Clujului 2025", "closing": CLOSING}
    answers = await send(table, form([{**own, "ended": ""}], moves, results=results, about=about))
    await table.press(table.arbiter, answers[-1], "button.import.yes")
    (listed,) = (await table.stored.competition("CC25")).phase.matches

    (card,) = await table.say(table.arbiter, f"/omologheaza {listed.code}")
    await table.press(table.arbiter, card, "button.homologate")

    competition = await table.stored.competition("CC25")
    assert competition.phase.results.keys() == listed.games.keys()
    assert competition.phase.results[game_id(listed.code, Leg.HOME)].scores == (524, 480)
    shown = (await table.say(table.arbiter, "/campionat CC25"))[0]
    await table.press(table.arbiter, shown, "button.comp.close")
    await table.press(table.arbiter, shown, "button.comp.yes_close")
    assert (await table.stored.competition("CC25")).stage is CompetitionStage.CLOSED
    assert await table.stored.findings() == ()
