"""Starts and ends the phases of a competition, for an arbiter or on a date, and notifies people.

The engine decides; this module records the events and carries out their consequences.
`bot.service.competitions.draws` makes the draws, `entries` handles players and seats.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from bot.runtime.shared import UserInput
from bot.service.competitions import closing_days
from bot.service.notices.competitions import freed_places
from bot.service.notices.notifier import Notifier
from bot.service.operations.competitions import lasting_writers
from bot.service.operations.competitions.redrawing import is_untouched, take_all_back
from bot.service.operations.matches.seating import access_of
from bot.service.pure.acts import act, order_of
from bot.service.pure.days.agenda import DueKind
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.service.service import Service
from bot.texts.buttons.competitions import COPIES
from bot.texts.messages import Notice, Param, Text, say
from bot.texts.notices.competitions.advancing import advancing_lines, when_text
from bot.texts.notices.competitions.competitions import (
    card_button,
    reading_line,
    stage,
    undo_button,
)
from bot.texts.notices.competitions.own_lists import own_list
from bot.texts.notices.matches.match_relay import word_list
from bot.texts.notices.matches.proof import verify_draws_button
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.drawing import start_phase
from engine.competitions.events import Liftable
from engine.competitions.parts import ListedMatch
from engine.competitions.results import advance, advance_again, close
from engine.ids import CompetitionCode, PersonId
from engine.matches.events import (
    MatchArranged,
    MatchLeaveAnnounced,
    PlayerJoined,
    WriterAllowed,
)
from engine.thinking_time import day_of
from storage.days import due
from storage.streams import name_of


async def start(
    recorder: Recorder, snapshot: CompetitionSnapshot, at: datetime
) -> CompetitionSnapshot:
    """Start the phase if its day has come: arrange its matches and notify everybody.

    The due row of each match then starts its home game, in a separate unit of work. Before the day
    nothing is written.
    """
    before = snapshot.competition
    edition = recorder.shared.edition_on(day_of(at, before.rules.time_zone))
    events = start_phase(before, at, edition)
    if not events:
        return snapshot
    snapshot = await recorder.competition_acts.record(snapshot, events, at)
    competition = snapshot.competition
    writers = await lasting_writers.of(recorder, competition)
    await recorder.persons.gather(competition.phase.players)
    for listed in competition.phase.matches:
        access = {player: await access_of(recorder, player) for player in listed.players}
        await recorder.match_acts.begin(_first_events(competition, listed, at, writers, access), at)
    await _notify_of_start(recorder, competition)
    await lasting_writers.notify_writers(recorder, competition, writers)
    if competition.edition != before.edition:
        other_edition = say(
            "comp.edition_pinned",
            title=competition.title,
            before=before.edition.name,
            edition=competition.edition.name,
        )
        await recorder.notify_arbiters(competition, other_edition)
    return snapshot


def _first_events(
    competition: Competition,
    listed: ListedMatch,
    at: datetime,
    writers: lasting_writers.Writers,
    access: Mapping[PersonId, str],
) -> tuple[MatchArranged | PlayerJoined | WriterAllowed | MatchLeaveAnnounced, ...]:
    """Return the first events of a listed match: seats, writers and leave.

    `access`: how each player takes part (`access_of`).
    """
    phase = competition.phase
    arrangement = MatchArranged(
        at=at,
        match=listed.code,
        arbiter=competition.chief_arbiter,
        phase=phase.plan.phase,
        rules=competition.rules,
        edition=competition.edition,
        first=listed.red,
        second=listed.blue,
        start=phase.started or phase.plan.start,
        home_seed=listed.home_seed,
        return_seed=listed.return_seed,
        competition=competition.code,
        red=listed.red,
        returns=phase.plan.returns,
        late_return=False,
        title="",
    )
    players = (listed.red, listed.blue)
    joined = (
        PlayerJoined(at=at, invited=player, person=player, via=access[player])
        for player in players
        if player in competition.claimed
    )
    written = (replace(writers[player], at=at) for player in players if player in writers)
    on_leave = (
        MatchLeaveAnnounced(at=at, person=player, period=period)
        for player in players
        for period in phase.leave_of(player)
    )
    return arrangement, *joined, *written, *on_leave


async def _notify_of_start(notifier: Notifier, competition: Competition) -> None:
    """Notify players and arbiters of the start, and of how to verify the draws."""
    phase, shared = competition.phase, notifier.shared
    names = await notifier.competitions.names(competition)
    check, reading = verify_draws_button(competition.code), reading_line(competition.rules)
    for player in phase.players:
        chat = await notifier.persons.address(player)
        if chat is None:
            continue
        own = own_list(competition, player, names, notifier.today())
        text = say("comp.started_player", own=own, reading=reading)
        await notifier.notify(Notice(to=chat, text=text, buttons=check))
        await notifier.notify(word_list(chat, competition.edition, shared))
    new_arbiter = await _new_chief_arbiter(notifier, competition)
    absent = [names[entry.player] for entry in competition.open_seats]
    text = say(
        "comp.started",
        title=competition.title,
        phase=phase_name(competition, phase.plan.phase),
        n=len(phase.matches),
        reading=reading,
        absent=say("comp.not_come", who=absent) if absent else None,
        copies=None,
    )
    await notifier.notify_arbiters(competition, text, card_button(competition), but=new_arbiter)
    if new_arbiter is not None:
        archive = (COPIES.button(say("button.copies.archive"), "archive"),)
        text = Text(text.key, {**text.params, "copies": say("copies.offer")})
        await notifier.notify_person(new_arbiter, text, (*card_button(competition), archive))


async def _new_chief_arbiter(readers: Readers, competition: Competition) -> PersonId | None:
    """Return the chief arbiter to whom an archive of sheets is offered (art. 2.2), or None.

    That is one without an archive, at the start of their first competition.
    """
    chief = competition.chief_arbiter
    is_first = not competition.number and len(await readers.competitions.all_ruled(chief)) == 1
    return chief if is_first and await readers.groups.archive_of(chief) is None else None


async def open_next_phase(
    recorder: Recorder, user_input: UserInput, snapshot: CompetitionSnapshot
) -> CompetitionSnapshot:
    """End the phase, open the next one for the advancing players, and notify everybody."""
    before = snapshot.competition
    events = advance(before, act(user_input))
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    competition = snapshot.competition
    names = await recorder.competitions.names(competition)
    text = say(
        "comp.advanced",
        title=competition.title,
        players=advancing_lines(competition, names),
        plan=when_text(competition, recorder.today()),
    )
    await recorder.notify_players(before, text)
    buttons = (*card_button(competition), *undo_button(competition, Liftable.ADVANCE))
    await recorder.notify_arbiters(competition, text, buttons)
    return snapshot


async def reopen_next_phase(
    recorder: Recorder, user_input: UserInput, snapshot: CompetitionSnapshot
) -> CompetitionSnapshot:
    """Open the next phase again for the players who advance after a correction; notify everybody.

    If it runs already without a move, its matches are cancelled and it is drawn again.
    """
    before = snapshot.competition
    is_redrawn = await is_untouched(recorder, before)
    events = advance_again(before, act(user_input), untouched=is_redrawn)
    if is_redrawn:
        await take_all_back(recorder, before, order_of(user_input, "8.5", ""))
    snapshot = await recorder.competition_acts.record(snapshot, events, user_input.at)
    competition = snapshot.competition
    names = await recorder.competitions.names(competition)
    lines = advancing_lines(competition, names)
    key = "comp.redrawn" if is_redrawn else "comp.advanced_again"
    text = Text(key, {"title": competition.title, "players": lines})
    for player in competition.phases[competition.number - 1].players:
        await recorder.notify_person(player, text)
    next_offer = await freed_places.offer(recorder, competition)
    await recorder.notify_arbiters(competition, next_offer.below(text), next_offer.buttons)
    return snapshot


async def close_competition(
    recorder: Recorder, user_input: UserInput, snapshot: CompetitionSnapshot
) -> CompetitionSnapshot:
    """Close the competition after its last approval, and notify everybody."""
    snapshot = await recorder.competition_acts.record(
        snapshot, close(snapshot.competition, act(user_input)), user_input.at
    )
    competition = snapshot.competition
    text = say("comp.closed", title=competition.title)
    await recorder.notify_players(competition, text)
    await recorder.notify_arbiters(competition, text)
    return snapshot


async def on_day(service: Service, row: due.DueRow) -> None:
    """Carry out a due row of a competition: start its phase, or notify its arbiters."""
    snapshot = await service.competitions.load(CompetitionCode(name_of(row.stream)))
    await due.remove(service.unit.tx, row.stream, row.kind)
    competition = snapshot.competition
    if row.kind == DueKind.START:
        if competition.stage is CompetitionStage.LISTED:
            await start(service, snapshot, service.unit.now)
        elif competition.stage is not CompetitionStage.RUNNING:
            text = say("comp.not_ready", title=competition.title, stage=stage(competition))
            await service.notify_arbiters(competition, text, card_button(competition))
        return
    if row.kind == DueKind.NEXT_PHASE:
        await _notify_of_late_phase(service, competition)
        return
    await closing_days.on_day(service, competition, row.kind)
    open_games = len(competition.phase.open_games())
    is_running = competition.stage is CompetitionStage.RUNNING
    if row.kind == DueKind.RESULTS and is_running and open_games:
        text = say("comp.results_due", title=competition.title, n=open_games)
        await service.notify_arbiters(competition, text, card_button(competition))


async def _notify_of_late_phase(notifier: Notifier, competition: Competition) -> None:
    """Notify arbiters and players that the next phase is late while this one runs."""
    next_phase = competition.next_phase
    if competition.stage is not CompetitionStage.RUNNING or next_phase is None:
        return
    facts: dict[str, Param] = {
        "title": competition.title,
        "next": phase_name(competition, next_phase.plan.phase),
    }
    open_games = len(competition.phase.open_games())
    why = say("comp.next_late_open", n=open_games) if open_games else say("comp.next_late_ready")
    text = Text("comp.next_late", {**facts, "why": why})
    await notifier.notify_arbiters(competition, text, card_button(competition))
    await notifier.notify_players(competition, Text("comp.next_late_player", facts))
