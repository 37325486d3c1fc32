"""The deadlines of an imported competition that is taken back or restored.

Its matches, games and cases have logs of their own, which do not change; only their deadlines do.
"""

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.context import Context
from bot.service.pure.days import agenda
from bot.service.pure.days.digest_rows import SHEETS
from bot.service.recording.changes import CompetitionChange
from bot.service.recording.recorder import Recorder
from engine.competitions.competition import Competition
from storage.cases import case_rows
from storage.days import due
from storage.matches import match_rows
from storage.play import game_rows
from storage.streams import case_stream, game_stream, match_stream, person_stream


async def follow(recorder: Recorder, change: CompetitionChange) -> None:
    """Delete all deadlines of a competition that was taken back; plan those of a restored one."""
    competition = change.after.competition
    if competition.taken_back:
        await _delete(recorder, competition)
    else:
        await _plan(recorder, competition)


async def _delete(context: Context, competition: Competition) -> None:
    """Delete the deadlines of the competition and of everything in it."""
    tx, code = context.unit.tx, competition.code
    games = await game_rows.game_heads_in(tx, code)
    for stream in (
        *map(match_stream, await match_rows.heads_in(tx, code)),
        *map(game_stream, games),
        *(case_stream(row.case_id) for row in await case_rows.within(tx, code)),
    ):
        await due.replace_all(tx, stream, ())
    # An arbiter's daily message of a game's sheets is a row of the arbiter.
    for arbiter in competition.arbiters:
        for game in games:
            await due.remove(tx, person_stream(arbiter), f"{SHEETS}{game}")


async def _plan(recorder: Recorder, competition: Competition) -> None:
    """Plan the deadlines of the competition's matches, open cases and running games.

    Damaged ones get none, and keep nothing else from being restored.
    """
    tx, now = recorder.unit.tx, recorder.unit.now
    for code in await match_rows.heads_in(tx, competition.code):
        with leaving_out_damaged():
            match = await recorder.matches.get(code)
            await due.replace_all(tx, match_stream(code), agenda.match_rows(match, now))
    for row in await recorder.cases.open_within(competition.code):
        with leaving_out_damaged():
            case = await recorder.cases.get(row.case_id)
            await due.replace_all(tx, case_stream(case.id), agenda.case_rows(case, now))
    await recorder.planning.replan(competition)
