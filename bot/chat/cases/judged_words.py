"""`/cuvinte_judecate`: the words on which an arbiter has ruled (art. 5.3)."""

from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.messages import Text, say
from bot.texts.notices.cases.ruling_texts import ruling_text
from engine.ids import PersonId
from storage.cases import case_rows

WORDS_LISTED = 40


async def judged_words(service: Service, user_input: UserInput) -> None:
    """Handle `/cuvinte_judecate`: the words ruled on so far, by competition (art. 5.3)."""
    person = user_input.person.id
    scopes = [
        (snapshot.competition.code, snapshot.competition.title)
        for snapshot in await service.competitions.all_ruled(person)
    ]
    blocks = [await _words_of(service, title, code, person) for code, title in [*scopes, ("", "")]]
    with_words = [block for block in blocks if block is not None]
    if not with_words:
        service.reply(user_input, say("judged.none"))
        return
    service.reply(user_input, say("judged.list", blocks=with_words))


async def _words_of(service: Service, title: str, code: str, arbiter: PersonId) -> Text | None:
    """Return the rulings on words in a competition, the last ones; None without any."""
    rows = await case_rows.with_ruling(
        service.unit.tx, case_rows.WORD_RULINGS, competition=code, arbiter=arbiter
    )
    if not rows:
        return None
    lines = []
    for row in rows[-WORDS_LISTED:]:
        case = (await service.cases.load(row.case_id)).case
        game = (await service.games.load(row.game_id)).game
        names = await service.persons.names((game.red.person, game.blue.person))
        ruled = case.rulings[-1]
        lines.append(
            say(
                "judged.row",
                ruling=ruling_text(ruled.ruling, case, game, names, made=True),
                case=case.id,
                at=ruled.at.isoformat(),
                reason=ruled.reason,
            )
        )
    return say("judged.block", title=title or say("judged.other"), rows=lines)
