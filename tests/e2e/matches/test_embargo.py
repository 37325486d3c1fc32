"""The embargo in the chat: `/export` and `/verifica` of another player's game (art. 2.1).

Three players form one group: the home games of its three matches share a sequence, each return game
has its own. Dan asks about the games of Ana and Ion.
"""

import pytest

from bot.cli.embargo import embargo_line, embargo_of
from engine.games.game import Stage
from engine.ids import GameId, Leg, MatchCode
from sandbox import Message
from tests.e2e.bench import card_of, choose, claim
from tests.e2e.harness import Pair, Table
from tests.e2e.season import Season
from tests.e2e.texts import says


async def played(season: Season) -> Pair:
    """Have Ana and Ion resign both games, which are then approved; return their pair."""
    dan = season.players["Dan Ene"]
    (pair,) = [one for one in await season.pairs() if dan not in {one.red, one.blue}]
    await season.resigned_by_red(MatchCode(pair.code), Leg.HOME)
    (match,) = [one for one in await season.matches() if one.code == pair.code]
    await season.return_now(match)
    await season.abandoned(GameId(f"{pair.code}/2"), match.red)
    await season.agree(pair)
    await season.homologate(pair)
    return pair


async def asked(season: Season, game: str) -> list[Message]:
    """Return the bot's answers to Dan's request for the record and proof of a game."""
    dan = season.players["Dan Ene"]
    return [
        message
        for command in ("/export", "/verifica")
        for message in await season.table.say(dan, f"{command} {game}")
    ]


async def denied_to_a_stranger(season: Season, pair: Pair) -> None:
    """Have a person from outside ask for record and proof of both games; they find neither."""
    stranger = season.table.sandbox.add_user("Chibițul", language_code="ro")
    for number in (1, 2):
        for command in ("/export", "/verifica"):
            (answer,) = await season.table.say(stranger, f"{command} {pair.code}/{number}")
            assert "Nu găsesc" in answer.text
            assert answer.document is None


def is_open(answers: list[Message], game: str) -> bool:
    """Return whether record, sheet and proof came without a refusal."""
    return (
        len(answers) == 3
        and answers[0].document is not None
        and says(answers[0], "export.gcg", game=game)
        and answers[1].photo is not None
        and says(answers[2], "verify.of_game", game=game)
    )


def refusals(answers: list[Message], seed: str) -> list[str]:
    """Return the texts of two refusals, which reveal nothing."""
    assert len(answers) == 2
    for answer in answers:
        assert answer.document is None
        assert answer.photo is None
        assert seed not in answer.text
    return [answer.text for answer in answers]


async def written_for(table: Table, game: str) -> list[str]:
    """Return the command line's sentence about who may see a game's files."""
    barred = await embargo_of(table.stored.database, table.config, game)
    return [] if barred is None else embargo_line(barred).replace(",", "").split()


@pytest.mark.article("2.1", "8.5", "5.2")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_game_opens_with_the_last_on_its_sequence_and_closes_when_one_is_resumed(
    table: Table, season: Season
) -> None:
    """Until it opens, others read what it waits for; its players and the arbiter always see it.

    A person from outside the competition reads that they have no such game, before and afterwards.
    """
    pair = await played(season)
    await denied_to_a_stranger(season, pair)
    match = await table.stored.match(pair.code)
    home, back = f"{pair.code}/1", f"{pair.code}/2"

    for text in refusals(await asked(season, home), match.seeds[Leg.HOME]):
        assert "2 partide" in text
        assert "2.1" in text
    assert is_open(await asked(season, back), back)
    for user in (pair.red, table.arbiter):
        (record, *_) = await table.say(user, f"/export {home}")
        assert record.document is not None

    others = [one for one in await season.pairs() if one.code != pair.code]
    assert set(await written_for(table, home)) >= {one.id for one in others}
    await season.resigned_by_red(MatchCode(others[0].code), Leg.HOME)
    assert "1 partidă" in refusals(await asked(season, home), match.seeds[Leg.HOME])[0]
    await season.abandoned(GameId(others[1].id), (await others[1].game()).red.person)
    assert is_open(await asked(season, home), home)
    await denied_to_a_stranger(season, pair)
    assert await written_for(table, home) == []
    assert "8.5" in " ".join(await written_for(table, others[0].id))

    sibling = others[0]
    case = await claim(sibling, sibling.red, "technical", "s1")
    await choose(table, card_of(table.arbiter, case), "annulled", "annulled.m1")
    assert (await sibling.game()).stage is Stage.RUNNING
    assert "1 partidă" in refusals(await asked(season, home), match.seeds[Leg.HOME])[0]
    assert is_open(await asked(season, back), back)
