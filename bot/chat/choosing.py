"""Buttons to choose one of several games, matches or competitions."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from bot.service.operations.people.resolving import ANOTHER, Resolved
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.messages import Button, Buttons, Text, say
from engine.ids import CompetitionCode, GameId, MatchCode, PersonId
from engine.person_names import told_apart
from storage.play.game_rows import GameRow

MOST_BUTTONS: Final = 20
"""The most games or competitions offered as buttons."""
MOST_MATCHES: Final = 30
"""The most matches offered as buttons."""


async def game_rows(
    service: Service,
    person: PersonId,
    rows: Sequence[GameRow],
    button: Callable[[Text, GameId], Button],
) -> Buttons:
    """Return a button for each game, with its score and opponent as that person sees them."""
    return tuple(
        [
            (button(await service.game_lists.label(row, person), GameId(row.game_id)),)
            for row in rows[:MOST_BUTTONS]
        ]
    )


async def match_rows(
    service: Service,
    snapshots: Sequence[MatchSnapshot],
    button: Callable[[Text, MatchCode], Button],
) -> Buttons:
    """Return a button for each match, with its players."""
    matches = [snapshot.match for snapshot in snapshots[:MOST_MATCHES]]
    names = await service.persons.names({who for match in matches for who in match.people})
    return tuple(
        (
            button(
                say(
                    "writer.match",
                    match=match.code,
                    first=names[match.first],
                    second=names[match.second],
                ),
                match.code,
            ),
        )
        for match in matches
    )


def competition_rows(
    snapshots: Iterable[CompetitionSnapshot], button: Callable[[Text, CompetitionCode], Button]
) -> Buttons:
    """Return a button for each competition, with its title."""
    competitions = [snapshot.competition for snapshot in snapshots][:MOST_BUTTONS]
    titles = titles_apart({competition.code: competition.title for competition in competitions})
    return tuple(
        (button(say("button.plain", label=title), CompetitionCode(code)),)
        for code, title in titles.items()
    )


def titles_apart(titles: Mapping[str, str]) -> dict[str, str]:
    """Return the titles by code; one that several have gets its code beside it."""
    count = Counter(titles.values())
    return {
        code: title if count[title] == 1 else f"{title} ({code})" for code, title in titles.items()
    }


def person_rows(doubt: Resolved, button: Callable[[Text, str], Button]) -> Buttons:
    """Return a button for each person whom a name may mean, and one for somebody else.

    `button`: returns the button with that label and that answer to the question.
    """
    labels = told_apart(
        {candidate.answer: candidate.name for candidate in doubt.doubts},
        {candidate.answer: candidate.club for candidate in doubt.doubts},
    )
    candidate_rows = [
        (button(say("button.resolve.same", who=label), answer),) for answer, label in labels.items()
    ]
    return (*candidate_rows, (button(say("button.resolve.another"), ANOTHER),))
