"""Records imported games: a single match, or a whole competition with its groups.

`bot.service.matches.import_reading` reads and checks the form. The phase that the form states was
drawn elsewhere; only the return games that have not begun are drawn here, from seeds committed now.
"""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.runtime.shared import UserInput
from bot.service.competitions.draws import new_codes
from bot.service.competitions.imports_back import take_back
from bot.service.competitions.season_import import (
    entered,
    groups_drawn,
    season_events,
    season_logs,
)
from bot.service.matches.import_reading import check, resolved_players
from bot.service.matches.importing import match_events, record_match
from bot.service.matches.pending_imports import PendingForm, drop
from bot.service.operations.people.resolving import Resolved, first_doubt, persons_of
from bot.service.pure.competitions.sequence_scopes import with_scope
from bot.service.pure.competitions.titles import code_for
from bot.service.pure.matches.checked_import import CheckedImport, ImportTerms
from bot.service.pure.matches.form_parts import ONLY_GROUP, groups_of, pairings_of, plans_of
from bot.service.pure.matches.import_check import check_import
from bot.service.pure.matches.season_matches import season_matches
from bot.service.pure.matches.stated_figures import figures_of
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.recording.recorder import Recorder
from bot.service.service import Service
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from engine.competitions.drawing import seed_of
from engine.competitions.events import (
    CompetitionCreated,
    CompetitionEvent,
    MatchesListed,
    PhaseStarted,
    PlayerLeaveChanged,
    ResultHomologated,
    SequencesCommitted,
)
from engine.competitions.fold import replay_competition
from engine.competitions.parts import ListedMatch
from engine.games.entry import noon
from engine.ids import CompetitionCode, Leg, PersonId, game_id
from engine.rulesets import Ruleset, SequenceScope
from engine.sequences.stated import seed_standing_for
from storage.competitions import publicity, series


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedImport:
    """What an import has recorded: a match, or a competition; the other is None."""

    match: MatchSnapshot | None = None
    competition: CompetitionSnapshot | None = None


async def record(
    service: Service, user_input: UserInput, form: PendingForm
) -> RecordedImport | None:
    """Record the form with everything that follows, and delete it.

    A competition that it replaces is taken back. None, and nothing is recorded, if the form has
    faults or open questions by now.
    """
    checked = await check(service, user_input, form)
    if checked.faults:
        return None
    named = await resolved_players(service, checked, form)
    if first_doubt(named) is not None:
        return None
    await drop(service, user_input)
    replaced = form.replaces
    if replaced is not None:
        reason = load_catalogue(user_input.person.language).plain(
            say("import.replaced_reason", file=form.name)
        )
        await take_back(service, user_input, replaced, reason)
    recorded = await _record_checked(service, user_input, form, checked, named)
    if replaced is not None and recorded.competition is not None:
        await _keep_settings(service, replaced, recorded.competition.competition.code)
    return recorded


async def _keep_settings(service: Service, old: CompetitionCode, new: CompetitionCode) -> None:
    """Give the new competition the series and the form of names of the one that it replaces."""
    tx = service.unit.tx
    series_name, visibility = await series.of(tx, old), await publicity.names_of(tx, old)
    if series_name:
        await series.add(tx, new, series_name)
    if visibility:
        await publicity.show_names(tx, new, visibility)


async def _record_checked(
    service: Service,
    user_input: UserInput,
    form: PendingForm,
    checked_import: CheckedImport,
    named: list[Resolved],
) -> RecordedImport:
    """Record the checked form, with its people as the arbiter answered."""
    persons = await persons_of(service, named, form.people)
    people = dict(zip(checked_import.names, persons, strict=True))
    if checked_import.form.is_season:
        return RecordedImport(
            competition=await _record_season(service, user_input, checked_import, people)
        )
    # The check is repeated with the real people and codes in place of the provisional numbers.
    codes = await new_codes(service, len(pairings_of(checked_import.form)))
    terms = _terms(service, user_input, checked_import)
    final = await asyncio.to_thread(check_import, checked_import.form, terms, people, codes)
    if final.form.closing is not None:
        return RecordedImport(
            competition=await _record_competition(service, user_input, final, people)
        )
    seed = service.shared.new_seed()
    (pair,) = final.pairs
    events = match_events(
        final, pair, people, arbiter=user_input.person.id, return_seed=seed, now=user_input.at
    )
    return RecordedImport(match=await record_match(service, pair, events, user_input.at))


def _terms(recorder: Recorder, user_input: UserInput, checked_import: CheckedImport) -> ImportTerms:
    """Return what the games were checked with, at the present instant."""
    return ImportTerms(
        rules=checked_import.rules,
        edition=checked_import.edition,
        lexicon=recorder.shared.lexicon(checked_import.edition),
        arbiter=user_input.person.id,
        at=user_input.at,
    )


def _seeds(recorder: Recorder, user_input: UserInput) -> SequencesCommitted:
    """Return the event that commits new seeds for what is still to be drawn."""
    new_seed = recorder.shared.new_seed
    return SequencesCommitted(
        at=user_input.at,
        by=user_input.person.id,
        home_seed=new_seed(),
        return_seed=new_seed(),
        lots_seed=new_seed(),
    )


async def _record_season(
    recorder: Recorder,
    user_input: UserInput,
    checked_import: CheckedImport,
    people: Mapping[str, PersonId],
) -> CompetitionSnapshot:
    """Record a season that is over as a closed competition, with the games that are known."""
    matches = season_matches(checked_import.form, checked_import.season.of_result)
    codes = await new_codes(recorder, len(matches))
    code = await recorder.competitions.free_code(code_for(checked_import.form.title))
    events = season_events(checked_import, people, codes, code, _seeds(recorder, user_input))
    snapshot = await recorder.competition_acts.import_competition(events, user_input.at)
    terms = _terms(recorder, user_input, checked_import)
    for match_log in season_logs(checked_import, people, terms, snapshot.competition):
        await recorder.match_acts.begin(match_log.events, user_input.at)
        for game in match_log.games:
            await recorder.game_acts.import_game(game.events, user_input.at)
    return snapshot


async def _record_competition(
    service: Service,
    user_input: UserInput,
    checked_import: CheckedImport,
    people: Mapping[str, PersonId],
) -> CompetitionSnapshot:
    """Record a competition whose phase is running, with all its matches."""
    code = await service.competitions.free_code(code_for(checked_import.form.title))
    committed = _seeds(service, user_input)
    events = competition_events(checked_import, people, code, committed)
    snapshot = await service.competition_acts.import_competition(events, user_input.at)
    listed = {match.code: match for match in snapshot.competition.phase.matches}
    for pair in checked_import.pairs:
        events_of_match = match_events(
            checked_import,
            pair,
            people,
            arbiter=user_input.person.id,
            return_seed=listed[pair.code].return_seed,
            now=user_input.at,
            competition=code,
        )
        await record_match(service, pair, events_of_match, user_input.at)
    return snapshot


def competition_events(
    checked_import: CheckedImport,
    people: Mapping[str, PersonId],
    code: CompetitionCode,
    committed: SequencesCommitted,
) -> tuple[CompetitionEvent, ...]:
    """Return the competition's events up to the start of its phase, with the dates of the form.

    Only the seeds have the instant of the import, because they were drawn then.
    """
    rules, begun, by = imported_rules(checked_import.rules), checked_import.first_day, committed.by
    at = noon(begun, rules.time_zone, committed.at)
    created = CompetitionCreated(
        at=at,
        competition=code,
        title=checked_import.form.title,
        arbiters=(by,),
        rules=rules,
        edition=checked_import.edition,
        plans=plans_of(checked_import.form, len(groups_of(checked_import.form)), begun),
        imported=True,
    )
    before: tuple[CompetitionEvent, ...] = (
        created,
        *entered(checked_import, people, by, at),
        committed,
        groups_drawn(checked_import, people, by, at),
    )
    matches = tuple(_listed_matches(checked_import, people, before))
    return (
        *before,
        MatchesListed(at=at, by=by, matches=matches),
        PhaseStarted(at=at, on=begun),
        *_leave(checked_import, people, by, at),
        *_results(checked_import, committed),
    )


def imported_rules(rules: Ruleset) -> Ruleset:
    """Return the rules of an imported competition: each return game gets its own sequence.

    A shared one cannot be drawn here for some matches and imported for others.
    """
    return with_scope(rules, SequenceScope.HOME)


def _listed_matches(
    checked_import: CheckedImport,
    people: Mapping[str, PersonId],
    before: tuple[CompetitionEvent, ...],
) -> Iterator[ListedMatch]:
    """Yield the matches; games with the same sequence share one placeholder seed.

    A return game without a stated sequence is drawn here, from the seeds committed in `before`.
    """
    competition = replay_competition(before)
    phase, scope = competition.phase, competition.rules.sequence_scope
    for number, pair in enumerate(checked_import.pairs, 1):
        sequence = pair.sequence(Leg.RETURN)
        if sequence is None:
            return_seed = seed_of(phase, scope, Leg.RETURN, number)
        else:
            return_seed = seed_standing_for(sequence)
        yield ListedMatch(
            code=pair.code,
            group=pair.group or ONLY_GROUP,
            red=people[pair.red],
            blue=people[pair.blue],
            home_seed=seed_standing_for(pair.sequence(Leg.HOME) or pair.code),
            return_seed=return_seed,
        )


def _results(
    checked_import: CheckedImport, committed: SequencesCommitted
) -> Iterator[ResultHomologated]:
    """Yield the results of games without moves, approved at the instant of the import."""
    for pair in checked_import.pairs:
        for leg, result in pair.results.items():
            yield ResultHomologated(
                at=committed.at,
                by=committed.by,
                game=game_id(pair.code, leg),
                figures=figures_of(result),
            )


def _leave(
    checked_import: CheckedImport, people: Mapping[str, PersonId], by: PersonId, at: datetime
) -> Iterator[PlayerLeaveChanged]:
    """Yield each period of leave that the form states."""
    for player, periods in checked_import.leave.items():
        for period in periods:
            yield PlayerLeaveChanged(
                at=at,
                by=by,
                player=people[player],
                phase=checked_import.form.phase,
                announced=period,
            )
