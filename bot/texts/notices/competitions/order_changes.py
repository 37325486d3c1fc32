"""How a corrected result changes the order of a finished phase."""

from collections.abc import Iterator

from bot.texts.messages import Text, say
from engine.competitions.competition import Competition
from engine.competitions.participation import may_be_called
from engine.competitions.phase import PhaseState
from engine.ids import PersonId


def moved_lines(was: PhaseState, phase: PhaseState, names: dict[PersonId, str]) -> Iterator[Text]:
    """Yield a line for each player whose rank in their group has changed."""
    for group in phase.groups:
        before = {row.player: row.place for row in was.table(group)}
        for row in phase.table(group):
            place = before.get(row.player)
            if place is not None and row.place is not None and place != row.place:
                yield say(
                    "comp.order_row",
                    who=names[row.player],
                    group=group.name,
                    before=place,
                    after=row.place,
                )


def going_text(competition: Competition, names: dict[PersonId, str]) -> Text | None:
    """Return the players who would now advance but did not, and the reverse.

    A player who has left the competition or the phase is named in neither list. None if nobody is
    named.
    """
    before, would_advance = competition.previous_phase, competition.changed_qualifiers
    if would_advance is None or before is None or before.advanced is None:
        return None
    new_players = {qualifier.player for qualifier in would_advance}
    old_players = {player.player for player in before.advanced.players}
    if new_players == old_players:
        return None
    coming = {player for player in new_players - old_players if may_be_called(competition, player)}
    leaving = {
        player for player in old_players - new_players if player in competition.phase.players
    }
    if not coming and not leaving:
        return None
    return say(
        "comp.order_going",
        coming=named_players("comp.order_coming", coming, names),
        leaving=named_players("comp.order_leaving", leaving, names),
    )


def named_players(key: str, players: set[PersonId], names: dict[PersonId, str]) -> Text | None:
    """Return the sentence about these players; None if there are none."""
    listed = sorted(names[player] for player in players)
    return say(key, players=listed) if listed else None
