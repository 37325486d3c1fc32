"""`/cuvinte_judecate`: the words on which an arbiter has ruled (art. 5.3)."""

from typing import Final

from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.messages import Param, Text, say
from bot.texts.notices.cases.ruling_texts import ruling_text
from engine.ids import NO_COMPETITION, CompetitionCode, PersonId
from storage.cases import case_rows

_MOST_WORDS: Final = 40
"""The most words of one competition, the latest ones."""


async def judged_words(service: Service, user_input: UserInput) -> None:
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
    """Return a line for each of the arbiter's last rulings on words in a competition."""
    rows = await case_rows.with_ruling(
        service.unit.tx, case_rows.WORD_RULINGS, competition=code, arbiter=arbiter
    )
    lines = []
    for row in rows[-_MOST_WORDS:]:
        case = (await service.cases.load(row.case_id)).case
        game = (await service.games.load(row.game_id)).game
        names = await service.persons.names((game.red.person, game.blue.person))
        last_ruling = case.rulings[-1]
        lines.append(
            say(
                "judged.row",
                ruling=ruling_text(last_ruling.ruling, case, game, names, made=True),
                case=case.id,
                at=last_ruling.at.isoformat(),
                reason=last_ruling.reason,
            )
        )
    return lines
