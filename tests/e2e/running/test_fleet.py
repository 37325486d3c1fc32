"""Several programs behind one address act as one bot, even if one of them ends."""

from pathlib import Path

from engine.ids import Seat
from tests.e2e.fleet import fleet
from tests.e2e.plays import best
from tests.e2e.texts import told


async def test_three_programs_are_one_bot_and_outlive_their_leader(
    tmp_path: Path, postgres_url: str
) -> None:
    """Moves continue after the leader's end; each counts once and all players are notified."""
    async with fleet(tmp_path, postgres_url, 3) as bot:
        code, ana, ion, arbiter = await bot.match()
        leaders = []
        for number in range(4):
            if number == 2:
                leader = await bot.leader()
                leaders.append(leader)
                await leader.kill()
            game = await bot.stored.game(f"{code}/1")
            # Chance is real here: Ana, whom the bot met first, may have either colour.
            anas = Seat.RED if game.red.person < game.blue.person else Seat.BLUE
            author = ana if game.turn is anas else ion
            (preview, *_) = await bot.say(author, best(game) or "PAS")
            author.press(preview, "Trimite")
            await bot.settle()
        last = await bot.leader()

        game = await bot.stored.game(f"{code}/1")
        assert len(game.moves) == 4
        assert len({id(each) for each in (*leaders, last)}) == 2
        sheets = told(arbiter.messages, "sheets.caption", game=f"{code}/1")
        assert len({message.text for message in sheets}) == 4
        assert await bot.stored.findings() == ()
        assert (await last.health())["well"]
        figures = await last.metrics()
        assert 'turretur_games{state="running"} 1.0' in figures
        assert 'turretur_inbox{state="new"} 0.0' in figures
        assert "turretur_leads 1.0" in figures
        for secret in ("Ana", code, bot.sandbox.token):
            assert secret not in figures
