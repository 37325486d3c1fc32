"""Lists of a phase as texts: players by strength, groups, and matches."""

from collections.abc import Mapping

from bot.texts.messages import Text, say
from engine.competitions.competition import Competition
from engine.competitions.groups import Pairing, clubmates, red_games
from engine.competitions.participation import free_places, participation, reserves
from engine.competitions.parts import Entry, Group
from engine.competitions.phase import PhaseState
from engine.competitions.status import Role
from engine.ids import PersonId

Names = Mapping[PersonId, str]


def players_lines(competition: Competition, names: Names) -> list[Text]:
    """Return the phase's players, each with club, seeding and whether they have joined."""
    return [
        say(
            "comp.player",
            number=number,
            who=names[entry.player],
            about=club_and_seed(entry.club, entry.seeding),
            state=say("comp.came" if entry.player in competition.claimed else "comp.invited"),
        )
        for number, entry in enumerate(by_strength(competition.phase), 1)
    ]


def free_place_line(competition: Competition, names: Names) -> Text | None:
    """Return that a qualified seat is free, and the next reserve; None if none is free."""
    if not free_places(competition):
        return None
    waiting = reserves(competition)
    if not waiting:
        return say("comp.free_place_no_reserve")
    return say("comp.free_place", who=names[waiting[0].player])


def advance_notes(competition: Competition, names: Names) -> list[Text]:
    """Return notes on the qualifiers for the current phase: unused seats and drawn lots.

    A group passes seats to others if too few of its players remain. A lot is left out if one of
    its players has left the current phase. There are none for the first phase.
    """
    before, current = competition.previous_phase, competition.phase
    if before is None:
        return []
    passed_on = [say("comp.passed_on", group=group, n=n) for group, n in before.passed_on().items()]
    by_lot = [
        say("comp.by_lot", ahead=names[lot.ahead], behind=names[lot.behind])
        for lot in before.decided_by_lot()
        if lot.ahead in current.players and not {lot.ahead, lot.behind} & current.left
    ]
    return passed_on + by_lot


def by_strength(phase: PhaseState) -> list[Entry]:
    """Return the entries in list order, the strongest first."""
    unseeded = len(phase.entries) + 1  # after every seeded player
    return sorted(phase.entries, key=lambda entry: entry.seeding or unseeded)


def club_and_seed(club: str, seeding: int | None) -> Text | None:
    """Return the club and the seed of a player, as far as there are any; None without both."""
    if club and seeding:
        return say("comp.club_and_seed", club=club, seed=seeding)
    if club:
        return say("comp.club", club=club)
    return say("comp.seed", seed=seeding) if seeding else None


def groups_lines(competition: Competition, names: Names) -> list[Text]:
    """Return the groups with their players, and each player's colours once drawn."""
    phase = competition.phase
    clubs = {entry.player: entry.club for entry in phase.entries}
    lines: list[Text] = []
    for group in phase.groups:
        lines.append(say("comp.group", group=group.name))
        colours = colours_of(phase, group)
        for number, player in enumerate(group.players, 1):
            red_blue = None
            if player in colours:
                red, blue = colours[player]
                red_blue = say("comp.colours", red=red, blue=blue)
            club = say("comp.club", club=clubs[player]) if clubs.get(player) else None
            lines.append(
                say(
                    "comp.member",
                    number=number,
                    who=names[player],
                    about=club,
                    colours=red_blue,
                    out=out_text(competition, player),
                )
            )
    if phase.groups and (met := clubmates(phase.groups, phase.entries)):
        lines.append(say("comp.clubmates", n=met))
    return lines


def out_text(competition: Competition, player: PersonId) -> Text | None:
    """Return that the player is disqualified (art. 10.3) or has withdrawn; None otherwise."""
    role = participation(competition, player).role
    if role is Role.WITHDRAWN:
        return say("comp.member_left")
    return say("comp.member_out") if role is Role.EXCLUDED else None


def colours_of(phase: PhaseState, group: Group) -> dict[PersonId, tuple[int, int]]:
    """Return each player's number of home games as Red and as Blue (1.2); empty before the draw."""
    return red_games(
        Pairing(red=match.red, blue=match.blue)
        for match in phase.matches
        if match.group == group.name
    )


def matches_lines(phase: PhaseState, names: Names) -> list[Text]:
    """Return every match of the phase, by group, with the colours of its home game."""
    lines: list[Text] = []
    for group in phase.groups:
        lines.append(say("comp.group", group=group.name))
        lines += [
            say("comp.match", match=match.code, red=names[match.red], blue=names[match.blue])
            for match in phase.matches
            if match.group == group.name
        ]
    return lines
