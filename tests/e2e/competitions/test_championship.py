"""A national championship from entry list to final standings, with four difficult players.

One never comes, one exceeds their time after a claim, one resigns while ahead, one is disqualified.
"""

from decimal import Decimal
from pathlib import Path

import pytest

from engine.competitions.competition import CompetitionStage
from engine.competitions.parts import Group, ListedMatch, Treatment
from engine.games.endings import has_moved
from engine.ids import Leg, PersonId, Seat, game_id
from storage import log
from storage.streams import game_stream
from tests.e2e.bench import card_of, claim, later, own_case, rule
from tests.e2e.competitions.going_on_shared import NAMES, running
from tests.e2e.figures_oracle import Place, Played, pair, played, table
from tests.e2e.harness import Pair, bucharest
from tests.e2e.season import Season
from tests.e2e.texts import shown

SILENT, LATE, QUITTER, OUT = "Dan Ene", "Ema Ilie", "Geo Luca", "Vio Marin"
FINAL = (Decimal("3.0600"), Decimal("0.4700"))
"""By hand: the better seeded wins both games at 1.53; who gives one up before anybody placed has
0 as Red, whose turn it was, and 0.47 as Blue."""


@pytest.mark.article("9.1", "9.4", "10.3")
async def test_a_championship_to_its_final_standings(tmp_path: Path) -> None:
    """Every figure of six players, two groups and a final equals the slow oracle's."""
    async with running(tmp_path, "1") as championship:
        await championship.claim_all(*(name for name in NAMES if name != SILENT))
        season = Season(championship)
        await season.meet()
        await _played_to_its_end(season)


async def _played_to_its_end(season: Season) -> None:
    """Play all games, the final too, and compare each table with the oracle's."""
    silent, late, resigned, out = [
        await season.person(name) for name in (SILENT, LATE, QUITTER, OUT)
    ]
    listed = await season.matches()
    slow = next(m for m in listed if late in m.players and not m.players & {silent, resigned, out})
    ahead = next(m for m in listed if resigned in m.players and not m.players & {silent, late, out})

    await _first_days(season, listed, slow, ahead, {silent, out})
    await _excluded(season, next(m for m in listed if out in m.players), out)
    assert (await season.competition()).phase.treatments == {out: Treatment.VOID}
    await _gone_while_ahead(season, ahead, resigned)
    await _never_came(season, silent)
    await _late_on_a_claim(season, slow, late)
    await later(season.table, 6)
    await _homologated(season)

    competition = await season.competition()
    for group in competition.phase.groups:
        assert await _shown(season, group) == await _oracle(season, group, out)
    assert not competition.phase.open_games()
    assert [who for group in competition.phase.groups for who in group.players].count(out) == 1

    await _final(season)
    competition = await season.competition()
    assert competition.stage is CompetitionStage.CLOSED
    (group,) = competition.phase.groups
    rows = competition.phase.table(group)
    assert [row.player for row in rows] == list(group.players)
    assert tuple(row.coefficients for row in rows) == FINAL
    assert await _shown(season, group) == await _oracle(season, group, out)
    (answer,) = await season.table.say(season.championship.players["Ana Pop"], "/clasament")
    assert all(shown(f"{figure}", "coef") in answer.text for figure in FINAL)


async def _first_days(
    season: Season,
    listed: list[ListedMatch],
    slow: ListedMatch,
    ahead: ListedMatch,
    away: set[PersonId],
) -> None:
    """Play every short game at once: games of each kind, home and return."""
    for number, match in enumerate(listed):
        if match in (slow, ahead) or match.players & away:
            continue
        await season.short(match.code, Leg.HOME, number)
        await season.return_now(match)
        await season.short(match.code, Leg.RETURN, number + 1)


async def _excluded(season: Season, match: ListedMatch, out: PersonId) -> None:
    """Have the arbiter open a case in a player's game and disqualify them (art. 10.3)."""
    game = await season.game(match.code, Leg.HOME)
    card = await own_case(season.table, game.id)
    seat = Seat.RED if game.red.person == out else Seat.BLUE
    await rule(season.table, card, f"exclusion.{seat.value}", reason="A scris altcineva.")


async def _gone_while_ahead(season: Season, match: ListedMatch, resigned: PersonId) -> None:
    """Have the opponent resign the home game, and the leading player the return game."""
    (partner,) = match.players - {resigned}
    await season.abandoned(game_id(match.code, Leg.HOME), partner)
    await season.return_now(match)
    for _ in Seat:
        game = await season.game(match.code, Leg.RETURN)
        mine = game.side(game.turn).person == resigned
        await season.place(game, choice=0 if mine else -1)
    await season.abandoned(game_id(match.code, Leg.RETURN), resigned)
    worth = (await season.table.stored.match(match.code)).results[1]
    assert Decimal(0) in {worth.red, worth.blue}


async def _never_came(season: Season, silent: PersonId) -> None:
    """Let ten silent days pass, then a ruling; the same again in the return game."""
    matches = [
        match
        for match in await season.matches(of=silent)
        if not match.players & (await season.competition()).phase.treatments.keys()
    ]
    for leg in Leg:
        for match in matches:
            game = await season.game(match.code, leg)
            if game.side(Seat.RED).person != silent:
                await season.place(game)
        await later(season.table, 11)
        for match in matches:
            await season.no_show(match.code, leg)
        if leg is Leg.HOME:
            await later(season.table, 5)


async def _late_on_a_claim(season: Season, match: ListedMatch, late: PersonId) -> None:
    """Have a player exceed thirty days; the opponent claims, and the arbiter rules (art. 7.2)."""
    (partner,) = match.players - {late}
    users = season.users
    red, blue = (users[who] for who in match.seats(Leg.HOME))
    home = Pair(season.table, match.code, red, blue)
    game = await home.game()
    while game.side(game.turn).person != late or not has_moved(game, game.turn):
        await season.place(game)
        game = await home.game()
    await later(season.table, 32)
    case = await claim(home, users[partner], "time")
    seat = Seat.RED if game.red.person == late else Seat.BLUE
    await rule(season.table, card_of(season.table.arbiter, case), f"lost_on_time.{seat.value}")
    await season.return_now(match)
    await season.short(match.code, Leg.RETURN, 0)


async def _homologated(season: Season) -> None:
    """Have the arbiter approve every undisputed result by one press."""
    arbiter = season.table.arbiter
    (overview,) = await season.table.say(arbiter, "/omologheaza")
    await season.table.press(arbiter, overview, "button.homologate_undisputed")


async def _final(season: Season) -> None:
    """Advance, draw, start; the lower-seeded player resigns both games; close."""
    championship, laid = season.championship, season.table
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.advance")
    await championship.press("button.comp.yes_advance")
    await championship.draw()
    await laid.travel_to(bucharest("2025-10-10", "08:30"))
    order = (await season.competition()).phase.groups[0].players
    better, worse = order
    (match,) = await season.matches(of=better)
    await season.abandoned(game_id(match.code, Leg.HOME), worse)
    await season.return_now(match)
    await season.abandoned(game_id(match.code, Leg.RETURN), worse)
    await later(laid, 6)
    await _homologated(season)
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.close")
    await championship.press("button.comp.yes_close")


async def _shown(season: Season, group: Group) -> list[Place]:
    """Return the group's table as the bot shows it, without disqualified players."""
    phase = (await season.competition()).phase
    return [
        Place(
            player=row.player,
            sum=row.coefficients,
            games=row.games,
            wins=row.wins,
            draws=row.draws,
            difference=row.difference,
        )
        for row in phase.table(group)
        if row.player not in phase.treatments
    ]


async def _oracle(season: Season, group: Group, out: PersonId) -> list[Place]:
    """Return the same table, calculated from the stored rows alone."""
    players = [who for who in group.players if who != out]
    games: list[tuple[Played, tuple[object, object]]] = []
    for match in await season.matches():
        if match.players <= set(players):
            home, back = [await _played(season, match, leg) for leg in Leg]
            found = pair(home, back)
            games += [(one, found[one.game]) for one in (home, back)]
    return table(players, games)  # type: ignore[arg-type]  # the oracle's fractions


async def _played(season: Season, match: ListedMatch, leg: Leg) -> Played:
    game = game_id(match.code, leg)
    async with season.table.stored.database.reading() as tx:
        found = played(game, await log.exported(tx, game_stream(game)))
    assert found is not None
    return found
