"""What a player sees of a competition's draw: their own group, matches and opponents."""

from dataclasses import dataclass
from datetime import date

from bot.texts.messages import Text, say
from bot.texts.notices.competitions.competitions import dates_text
from bot.texts.notices.competitions.phase_lists import Names, out_text
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition
from engine.competitions.participation import participation
from engine.competitions.parts import ListedMatch
from engine.competitions.phase import PhaseState
from engine.competitions.status import Role
from engine.ids import Leg, PersonId


@dataclass(frozen=True, slots=True)
class Draw:
    """The result of the draws for one player."""

    group: str
    matches: tuple[ListedMatch, ...]


def draw_of(phase: PhaseState, player: PersonId) -> Draw | None:
    """Return the player's group and matches, or None before the draw."""
    group = next((drawn for drawn in phase.groups if player in drawn.players), None)
    if group is None:
        return None
    return Draw(group.name, tuple(match for match in phase.matches if player in match.players))


_ABSENT = {
    Role.ELIMINATED: "comp.own_eliminated",
    Role.OFF_THE_LIST: "comp.own_off_the_list",
    Role.FORGOTTEN: "comp.own_off_the_list",
    Role.REPLACED: "comp.own_replaced",
    Role.RESERVE: "comp.own_reserve",
    Role.WITHDRAWN: "comp.own_left",
    Role.EXCLUDED: "comp.own_out",
}
"""The message for a person who does not play in the phase, instead of its list."""


def _absence_text(
    competition: Competition, player: PersonId, names: Names, today: date
) -> Text | None:
    """Return why the player does not play in the present phase; None if they are entered."""
    status = participation(competition, player)
    key = _ABSENT.get(status.role)
    if key is None:
        return None
    if status.role is Role.RESERVE:
        if competition.is_late(competition.phase, today):
            return say("comp.own_reserve_late", n=status.reserve)
        start = competition.phase.plan.start.isoformat()
        return say("comp.own_reserve", n=status.reserve, start=start)
    if status.by is not None:
        return say("comp.own_replaced", who=names[status.by])
    return say(key)


def own_list(competition: Competition, player: PersonId, names: Names, today: date) -> Text:
    """Return a player's view of the phase: dates, group, opponents, colours; or their absence."""
    phase = competition.phase
    out = _absence_text(competition, player, names, today)
    if player not in phase.players and out is not None:
        name = phase_name(competition, phase.plan.phase)
        return say("comp.own_absent", title=competition.title, phase=name, why=out)
    draw = draw_of(phase, player)
    matches = draw.matches if draw else ()
    rows = [_partner(competition, match, player, names) for match in matches]
    red = sum(match.red == player for match in matches)
    return say(
        "comp.own",
        title=competition.title,
        phase=phase_name(competition, phase.plan.phase),
        dates=dates_text(competition, phase, today),
        budget=competition.rules.budget(phase.plan.phase),
        group=say("comp.own_group", group=draw.group) if draw else say("comp.own_not_drawn"),
        out=out,
        partners=rows or None,
        colours=say("comp.own_colours", red=red, blue=len(rows) - red) if rows else None,
    )


def _partner(competition: Competition, match: ListedMatch, player: PersonId, names: Names) -> Text:
    """Return an opponent, with the player's colour in the first game."""
    red, blue = match.seats(Leg.HOME)
    partner = blue if red == player else red
    colour = "red" if red == player else "blue"
    out = out_text(competition, partner)
    return say(f"comp.partner.{colour}", who=names[partner], match=match.code, out=out)
