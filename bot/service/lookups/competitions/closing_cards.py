"""What players and arbiters see of the games that a phase's last day leaves unfinished."""

from collections.abc import Sequence

from bot.service.lookups.competitions.unfinished_games import unfinished_in
from bot.service.readers.readers import Readers
from bot.texts.messages import Card
from bot.texts.notices.competitions.closing_questions import GameQuestion
from bot.texts.notices.competitions.closings import UnfinishedGame, arbiter_card
from engine.competitions.competition import Competition
from engine.ids import PersonId
from engine.matches.closing import statement_of


async def game_question(
    readers: Readers, person: PersonId, unfinished: UnfinishedGame, *, final: bool
) -> GameQuestion:
    """Return the question to a player of the unfinished game, with their answer.

    `final`: at the closing date, where an earlier forecast does not count as an answer.
    """
    match = unfinished.match
    statement = statement_of(match, person, unfinished.leg, unfinished.closing)
    if statement is not None and statement.is_final is not final:
        statement = None
    partner = await readers.persons.name(match.partner(person))
    return GameQuestion(unfinished, person, partner, statement)


async def closing_card(readers: Readers, competition: Competition) -> Card:
    """Return the unfinished games, the players' answers, and how each game would end."""
    unfinished = await unfinished_in(readers, competition)
    names = await names_in(readers, unfinished)
    return arbiter_card(competition, unfinished, names, readers.unit.now)


async def names_in(readers: Readers, unfinished: Sequence[UnfinishedGame]) -> dict[PersonId, str]:
    """Return the names of the players of these games."""
    return await readers.persons.names({who for game in unfinished for who in game.match.people})
