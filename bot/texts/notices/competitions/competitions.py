"""Texts about a competition: its card, and its lists of players, groups and matches.

Pure: from competitions and names to texts. `bot.service.competitions.phases` and
`bot.service.competitions.places` decide who is notified and when. Tables of results are in
`bot.documents.standings`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from bot.texts.buttons.competitions import CARD, CardStep
from bot.texts.messages import Buttons, Text, say
from bot.texts.phase_names import has_one_phase, phase_name
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import Liftable
from engine.competitions.groups import Pairing, clubmates, red_games
from engine.competitions.participation import free_places, participation, reserves
from engine.competitions.parts import Entry, Group, ListedMatch
from engine.competitions.phase import PhaseState
from engine.competitions.status import Role
from engine.ids import Leg, PersonId
from engine.rulesets import Ruleset

Names = Mapping[PersonId, str]
MOST_ON_CARD = 24
"""The most players whose groups the card shows; lists show more."""


def card(
    competition: Competition, names: Names, today: date, signing_up: date | None = None
) -> Text:
    """Return the competition's card: its settings, its state and the next step.

    `signing_up`: the last day on which people sign up by the public link, if they may.
    """
    phase = competition.phase
    entries = len(phase.entries)
    coming = [player for player in phase.players if player not in competition.claimed]
    waiting = say("comp.players_waiting", n=len(coming)) if coming else None
    return say(
        "comp.card",
        title=competition.title,
        code=competition.code,
        stage=stage(competition),
        plans=plan_lines(competition, today),
        players=say("comp.players_count", n=entries, waiting=waiting) if entries else None,
        groups=(groups_lines(competition, names) or None) if entries <= MOST_ON_CARD else None,
        rules=rules_line(competition) if competition.stage is CompetitionStage.OPEN else None,
        arbiters=", ".join(names[arbiter] for arbiter in competition.arbiters),
        next=next_line(competition, names, today)
        if signing_up is None
        else say("comp.next.sign_up", day=signing_up.isoformat()),
    )


def card_button(competition: Competition) -> Buttons:
    """Return the button under arbiters' notices that opens the competition's card."""
    return ((CARD.button(say("button.comp.card"), competition.code, CardStep.CARD),),)


def undo_button(
    competition: Competition, kind: Liftable, player: PersonId | None = None
) -> Buttons:
    """Return the button that takes an act back, under its notice and where the act is seen."""
    label = Text(f"button.comp.undo_{kind}", {})
    return ((CARD.button(label, competition.code, CardStep.UNDO, kind.value, f"{player or 0}"),),)


def must_list(competition: Competition) -> Text | None:
    """Return that the matches must be listed again, or None."""
    is_unlisted = competition.stage is CompetitionStage.GROUPED
    return say("comp.list_again") if is_unlisted else None


def next_step(competition: Competition, today: date) -> str:
    """Return the code of the arbiter's next step."""
    stage_now, phase = competition.stage, competition.phase
    if stage_now is CompetitionStage.OPEN and len(phase.entries) < 2:
        return "players"
    if stage_now is CompetitionStage.LISTED and today >= phase.plan.start:
        return "start"
    if stage_now is CompetitionStage.RUNNING and not phase.open_games():
        return "close" if competition.next_phase is None else "advance"
    return stage_now.name.lower()


def next_line(competition: Competition, names: Names, today: date) -> Text:
    """Return the arbiter's next step as a line; a free seat precedes all others."""
    free = free_place_line(competition, names)
    return free or say(f"comp.next.{next_step(competition, today)}")


def stage(competition: Competition) -> Text:
    """Return the competition's state, with the phase concerned."""
    name = competition.stage.name.lower()
    return stage_line(competition, competition.phase, say(f"comp.stage.{name}"))


def stage_line(competition: Competition, phase: PhaseState, state: Text) -> Text:
    """Return a phase's state as a line; an only phase needs no name, as the title is above."""
    if has_one_phase(competition):
        return say("comp.stage_only", stage=state)
    return say("comp.stage", phase=say(f"phase.{phase.plan.phase.value}"), stage=state)


def plan_lines(competition: Competition, today: date) -> list[Text]:
    """Return a line for each phase: dates, groups and number of qualifiers."""
    return [plan_line(competition, phase, today) for phase in competition.phases]


def plan_line(competition: Competition, phase: PhaseState, today: date) -> Text:
    """Return one line about a phase: dates, groups and number of qualifiers."""
    plan, goes_on, is_only = phase.plan, None, has_one_phase(competition)
    if plan.advance or plan.best_others:
        goes_on = say("comp.goes_on", going=going(plan.advance, plan.best_others))
    return say(
        "comp.plan",
        phase=say("comp.plan_only") if is_only else say(f"phase.{plan.phase.value}"),
        dates=dates_text(competition, phase, today),
        groups=plan.groups,
        goes_on=goes_on,
        returns=None
        if plan.returns is None
        else say("comp.plan_returns", day=plan.returns.isoformat()),
    )


def dates_text(competition: Competition, phase: PhaseState, today: date) -> Text:
    """Return a phase's first and last day; for an overdue phase, that a first day is missing."""
    closing = phase.plan.closing.isoformat()
    if competition.is_late(phase, today):
        return say("comp.dates_late", closing=closing)
    start = (phase.started or phase.plan.start).isoformat()
    return say("comp.dates", start=start, closing=closing)


def going(per_group: int, best_others: int) -> Text:
    """Return the number of qualifiers from each group, and of best others."""
    others = say("comp.best_others", n=best_others) if best_others else None
    return say("comp.going", advance=per_group, others=others)


def rules_line(competition: Competition) -> Text:
    """Return the frozen rules: sequences, disqualification, word list (art. 2.1, 3.1).

    They include the organisers' reading of points that the regulation leaves open.
    """
    return say(
        "comp.rules",
        scope=say(f"comp.scope.{competition.rules.sequence_scope.value}"),
        exclusion=say(f"comp.exclusion.{competition.exclusion.value}"),
        edition=competition.edition.name,
        reading=reading_line(competition.rules),
    )


def reading_line(rules: Ruleset) -> Text:
    """Return how unfinished games count at the closing: the options of art. 9.4."""
    return say(
        "comp.reading",
        never_begun=say(f"comp.never_begun.{rules.never_begun.value}"),
        unfinished=say(f"comp.unfinished.{rules.unfinished.value}"),
    )


def players_lines(competition: Competition, names: Names) -> list[Text]:
    """Return the phase's players, each with club, seeding and whether they have joined."""
    return [
        say(
            "comp.player",
            number=number,
            who=names[entry.player],
            about=_about(entry),
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
    its players has left the current phase.
    """
    phase, now = competition.phases[competition.number - 1], competition.phase
    left = [say("comp.passed_on", group=group, n=n) for group, n in phase.passed_on().items()]
    by_lot = [
        say("comp.by_lot", ahead=names[lot.ahead], behind=names[lot.behind])
        for lot in phase.decided_by_lot()
        if lot.ahead in now.players and not {lot.ahead, lot.behind} & now.left
    ]
    return left + by_lot


def by_strength(phase: PhaseState) -> list[Entry]:
    """Return the entries in list order, the strongest first."""
    last = len(phase.entries) + 1
    return sorted(phase.entries, key=lambda entry: entry.seeding or last)


def _about(entry: Entry) -> Text | None:
    if entry.club and entry.seeding:
        return say("comp.club_and_seed", club=entry.club, seed=entry.seeding)
    if entry.club:
        return say("comp.club", club=entry.club)
    return say("comp.seed", seed=entry.seeding) if entry.seeding else None


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
                    out=_out(competition, player),
                )
            )
    if phase.groups and (met := clubmates(phase.groups, phase.entries)):
        lines.append(say("comp.clubmates", n=met))
    return lines


def _out(competition: Competition, player: PersonId) -> Text | None:
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


def _absent(competition: Competition, player: PersonId, names: Names, today: date) -> Text | None:
    """Return why the player does not play in the present phase; None if they are entered."""
    known = participation(competition, player)
    key = _ABSENT.get(known.role)
    if key is None:
        return None
    if known.role is Role.RESERVE:
        if competition.is_late(competition.phase, today):
            return say("comp.own_reserve_late", n=known.reserve)
        start = competition.phase.plan.start.isoformat()
        return say("comp.own_reserve", n=known.reserve, start=start)
    if known.by is not None:
        return say("comp.own_replaced", who=names[known.by])
    return say(key)


def own_list(competition: Competition, player: PersonId, names: Names, today: date) -> Text:
    """Return a player's view of the phase: dates, group, opponents, colours; or their absence."""
    phase = competition.phase
    out = _absent(competition, player, names, today)
    if player not in phase.players and out is not None:
        name = phase_name(competition, phase.plan.phase)
        return say("comp.own_absent", title=competition.title, phase=name, why=out)
    draw = draw_of(phase, player)
    rows = (
        []
        if draw is None
        else [_partner(competition, match, player, names) for match in draw.matches]
    )
    red = sum(match.red == player for match in draw.matches) if draw else 0
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
    red, blue = match.seats(Leg.HOME)
    partner = blue if red == player else red
    colour = "red" if red == player else "blue"
    out = _out(competition, partner)
    return say(f"comp.partner.{colour}", who=names[partner], match=match.code, out=out)
