"""`/cuvinte_judecate`: the words on which an arbiter has ruled (art. 5.3)."""

from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruled_words import word_rulings_in
from bot.service.service import Service
from bot.texts.messages import Param, Text, say
from bot.texts.notices.cases.ruling_texts import ruling_text
from engine.ids import NO_COMPETITION, CompetitionCode, PersonId
from storage.cases.case_rows import CaseRow

_MOST_RULINGS: Final = 40
"""The most rulings shown of one competition, the latest ones."""


async def show(service: Service, user_input: UserInput) -> None:
    """Handle `/cuvinte_judecate`: the words ruled on so far, by competition (art. 5.3)."""
    person = user_input.person.id
    titles: dict[CompetitionCode, Param] = {
        snapshot.competition.code: snapshot.competition.title
        for snapshot in await service.competitions.all_ruled(person)
    }
    titles[NO_COMPETITION] = say("judged.other")
    blocks = []
    for code, title in titles.items():
        lines = await _lines_of(service, code, person)
        if lines:
            blocks.append(say("judged.block", title=title, rows=lines))
    service.reply(user_input, say("judged.list", blocks=blocks) if blocks else say("judged.none"))


async def _lines_of(service: Service, code: CompetitionCode, arbiter: PersonId) -> list[Text]:
    """Return a line for each of the last rulings on words, the oldest first.

    In a competition those of any of its arbiters; outside any, those in the arbiter's own matches.
    A case or game with a damaged log is left out.
    """
    rows = await word_rulings_in(service, competition=code, arbiter=arbiter)
    lines = []
    for row in rows[-_MOST_RULINGS:]:
        with leaving_out_damaged():
            lines.append(await _line_of(service, row))
    return lines


async def _line_of(service: Service, row: CaseRow) -> Text:
    """Return the line of the case's current ruling.

    Raises:
        GameStateError: the log of the case or of its game is damaged.
    """
    case = await service.cases.get(row.case_id)
    game = await service.games.get(row.game_id)
    names = await service.persons.names((game.red.person, game.blue.person))
    latest = case.rulings[-1]  # the row was selected by its latest ruling
    return say(
        "judged.row",
        ruling=ruling_text(latest.ruling, case, game, names, made=True),
        case=case.id,
        at=latest.at.isoformat(),
        reason=latest.reason,
    )
