"""The arbiter's view of an objection to results: its reason and the actions (art. 8.5)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.texts.formats import clean
from bot.texts.messages import Button, Buttons, say
from engine.cases.events import CaseId
from engine.correspondence import thread_of
from engine.ids import PersonId
from engine.matches.match import Match, games_of
from storage.cases import statements

if TYPE_CHECKING:
    from bot.service.readers import Readers

LONGEST_REASON = 300
"""The most characters of a reason on the card; the message that brought it has all."""


async def reasons(service: "Readers", match: Match) -> dict[PersonId, str]:
    """Return the last text about the match by each objecting player, if any."""
    found: dict[PersonId, str] = {}
    for person in match.objected:
        thread = CaseId(thread_of(match.code, person))
        for one in (await statements.of_case(service.unit.tx, thread)).values():
            if one.author == person and one.text:
                found[person] = clean(one.text, longest=LONGEST_REASON, lines=False)
    return found


def buttons(match: Match, names: Mapping[PersonId, str]) -> Buttons:
    """Return the buttons that ask the objecting player, or begin a ruling on a game."""
    asking = [
        (
            Button(
                say("button.card.letter", who=names[person]),
                f"letter:{thread_of(match.code, person)}",
            ),
        )
        for person in match.people
        if person in match.objected
    ]
    ruling = tuple(
        Button(say("button.match.rule", game=game), f"show:{game}:case") for game in games_of(match)
    )
    return (*asking, ruling) if asking else ()
