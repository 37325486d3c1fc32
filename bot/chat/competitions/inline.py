"""Inline mode: standings and results of public competitions, by name or code, for any chat.

Anyone may send a query, from a chat unknown to the bot. So the results contain only what the public
pages show, with their names, and no sender is stored.
"""

from collections.abc import AsyncIterator, Iterable
from typing import Final

from bot.chat.site_links import page_address
from bot.documents.standings.message import group_text
from bot.documents.standings.stored_scene import StoredCompetition, scene_of
from bot.documents.standings.titles import phase_text
from bot.runtime.public_names import public_names
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.languages import negotiate
from bot.texts.messages import Incoming, InlineResult, Notice, say
from bot.texts.score_texts import score_text
from engine.competitions.guards import is_in_force
from engine.ids import CompetitionCode, Leg, MatchCode, game_id
from engine.notation import fold
from engine.typed import single_spaced
from storage.competitions import competition_rows
from storage.matches import match_rows

_LONGEST_CODE: Final = 20
"""The most characters of a question that are looked up as a match's code."""
_MOST_RESULTS: Final = 10
"""The most results of one query."""


async def answer_query(service: Service, incoming: Incoming) -> bool:
    """Answer an inline query; return False if the sender exceeds the rate limit."""
    questions = service.shared.gate.questions
    if not questions.admits(incoming.sender.id, incoming.update, incoming.at):
        return False
    results = (
        [inline_result async for inline_result in _matching_results(service, incoming.text)]
        if service.shared.public_site
        else []
    )
    answer = Notice(
        to=incoming.chat,
        answers=incoming.inline,
        found=tuple(results),
        menu=negotiate(incoming.sender.language or None),
    )
    service.unit.say(answer)
    return True


async def _matching_results(service: Service, question: str) -> AsyncIterator[InlineResult]:
    """Yield the results of the match of that code, or tables of competitions with these words.

    A competition has every word in its code or title; an empty question finds all.
    """
    words = single_spaced(fold(question)).casefold().split()
    row = await match_rows.match(service.unit.tx, question.strip().upper()[:_LONGEST_CODE])
    if row is not None and row.competition:
        async for inline_result in _match_results(
            service, CompetitionCode(row.competition), MatchCode(row.code)
        ):
            yield inline_result
        return
    codes = await competition_rows.codes(service.unit.tx)
    offered = 0
    for snapshot in await _public_competitions(service, codes):
        name = f"{snapshot.competition.code} {fold(snapshot.competition.title)}".casefold()
        if not all(word in name for word in words):
            continue
        async for inline_result in _table_results(service, snapshot):
            if offered == _MOST_RESULTS:
                return
            offered += 1
            yield inline_result


async def _public_competitions(service: Service, codes: Iterable[str]) -> list[CompetitionSnapshot]:
    """Return those of the competitions that are on the public pages, without damaged ones."""
    listed = [code for code in codes if page_address(service.shared, CompetitionCode(code))]
    snapshots = await service.competitions.readable(listed)
    return [snapshot for snapshot in snapshots if is_in_force(snapshot.competition)]


async def _table_results(
    service: Service, snapshot: CompetitionSnapshot
) -> AsyncIterator[InlineResult]:
    """Yield the official table of each group of the present phase."""
    tx, code = service.unit.tx, snapshot.competition.code
    scene = await scene_of(
        tx, service.shared, StoredCompetition(snapshot.competition, snapshot.seq), service.unit.now
    )
    names = await public_names(tx, snapshot.competition)
    scene = scene.for_everybody(names)
    for group in scene.groups:
        note = say("inline.group", phase=phase_text(scene), group=group.name)
        yield InlineResult(
            key=f"{code}:{scene.number}:{group.name}"[:60],  # Telegram accepts 64 bytes
            title=say("inline.standings", title=snapshot.competition.title),
            note=note,
            text=group_text(scene, group.name, None),
            url=page_address(service.shared, code),
        )


async def _match_results(
    service: Service, code: CompetitionCode, match: MatchCode
) -> AsyncIterator[InlineResult]:
    """Yield the results of the match's official games, if its competition is on public pages."""
    public = await _public_competitions(service, (code,))
    competition = next((snapshot.competition for snapshot in public), None)
    if competition is None:
        return
    for phase in competition.phases:
        listed = next(
            (listed_match for listed_match in phase.matches if listed_match.code == match), None
        )
        results = [
            (leg, phase.results[game_id(match, leg)])
            for leg in Leg
            if game_id(match, leg) in phase.results
        ]
        if listed is None or not results or not phase.counts(listed):
            continue
        names = await public_names(service.unit.tx, competition)
        lines = [
            say(
                "inline.result",
                game=game_id(match, leg),
                red=names[listed.seats(leg)[0]],
                blue=names[listed.seats(leg)[1]],
                score=score_text(figures.scores),
                red_c=str(figures.red),
                blue_c=str(figures.blue),
            )
            for leg, figures in results
        ]
        pair = say("inline.pair", red=names[listed.red], blue=names[listed.blue])
        yield InlineResult(
            key=f"m:{match}",
            title=pair,
            note=say("inline.of", title=competition.title),
            text=say("inline.results", title=competition.title, match=match, rows=lines),
            url=page_address(service.shared, code, match),
        )
