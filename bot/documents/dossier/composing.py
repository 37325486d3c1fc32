"""A case file as text: its cover, and the order of its sections.

`game_sections` and `proof_sections` write the sections; `bot.documents.dossier.paper` sets them in
type.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.documents.dossier.blocks import (
    Block,
    CaseFileBlocks,
    Cover,
    CoverGame,
    CoverPlayer,
    Facts,
    FullPagePicture,
    SectionHeading,
    Subsection,
    TextBlock,
)
from bot.documents.dossier.dispatches import messages
from bot.documents.dossier.facts import Dossier, GameFacts
from bot.documents.dossier.game_sections import articles, cases, days, placements
from bot.documents.dossier.proof_sections import check, conversation, events
from bot.documents.dossier.summary import summary
from bot.documents.dossier.wording import Wording, shown_instant
from bot.documents.views.setting import SIDES, untitled
from bot.texts.i18n import Catalogue
from bot.texts.messages import Text, say
from bot.texts.notices.matches.endings import ending_text
from bot.texts.phase_names import own_name
from bot.texts.signs import signed
from engine.games.game import Game, Stage
from engine.ids import GameId, Seat
from engine.matches.match import MatchStage


class GameSheets(NamedTuple):
    """Both sheets of a game, as PNG."""

    competition: bytes
    times: bytes


Sheets = Mapping[GameId, GameSheets]
"""The sheets of each game in the file."""


def compose(dossier: Dossier, sheets: Sheets, catalogue: Catalogue) -> CaseFileBlocks:
    """Return the case file in these words, with times in the competition's zone."""
    wording = wording_of(dossier, catalogue)
    cover, sections = _cover(dossier, wording), tuple(_sections(dossier, sheets, wording))
    # The cover is no block, but cites articles, too.
    results = (TextBlock(line) for game in cover.games for line in game.below)
    cited = articles((cover.facts, *results, *sections), wording)
    return CaseFileBlocks(
        cover=cover,
        blocks=(*sections, *cited, *check(dossier, wording)),
        language=catalogue.language,
        page_of=wording(say("dossier.page", page="{page}", pages="{pages}")),
        imprint=wording(say("dossier.imprint", head=dossier.streams[0].head[:16])),
    )


def wording_of(dossier: Dossier, catalogue: Catalogue) -> Wording:
    """Return the wording of that catalogue, which turns facts into text."""
    zone = ZoneInfo(dossier.zone)
    return Wording(lambda text: catalogue.plain(text, zone), dossier.names, zone)


def _sections(dossier: Dossier, sheets: Sheets, wording: Wording) -> Iterator[Block]:
    """Yield the sections after the cover: sheets, moves, days, cases, messages and events."""
    for facts in dossier.games:
        game, game_sheets = facts.game.id, sheets[facts.game.id]
        yield FullPagePicture(wording(say("dossier.sheet", game=game)), game_sheets.competition)
        yield FullPagePicture(wording(say("dossier.time_sheet", game=game)), game_sheets.times)
    yield SectionHeading(wording(say("dossier.placements")))
    for facts in dossier.games:
        yield from placements(facts, wording)
    yield SectionHeading(wording(say("dossier.days")), new_page=False)
    for facts in dossier.games:
        yield from days(facts, wording)
    heading = wording(say("dossier.cases"))
    yield SectionHeading(heading, new_page=False) if dossier.cases else Subsection(heading)
    yield from cases(dossier, wording)
    yield SectionHeading(wording(say("dossier.messages")), new_page=False)
    yield from messages(dossier, wording)
    yield from conversation(dossier, wording)
    yield SectionHeading(wording(say("dossier.events")), new_page=False)
    yield from events(dossier, wording)


def _cover(dossier: Dossier, wording: Wording) -> Cover:
    """Return the cover: the match, its people and the scores."""
    match = dossier.match
    subject = dossier.subject
    title = say("dossier.of_match", match=dossier.code)
    if subject.case:
        title = say("dossier.of_case", case=subject.case)
    elif subject.game:
        title = say("dossier.of_game", game=subject.game)
    at = dossier.subject.at.isoformat()
    subtitle = say("dossier.made", at=at)
    if any(facts.setting.is_phase for facts in dossier.games):
        subtitle = say("dossier.subtitle", phase=own_name(match.phase), at=at)
    return Cover(
        competition=dossier.competition or wording(untitled(match.kind)),
        title=wording(title),
        subtitle=wording(subtitle),
        games=tuple(_cover_game(dossier, facts, wording) for facts in dossier.games),
        facts=Facts(tuple(_cover_facts(dossier, wording))),
        contents=wording(say("dossier.contents")),
    )


def _cover_game(dossier: Dossier, facts: GameFacts, wording: Wording) -> CoverGame:
    """Return the score of a game for the cover."""
    game = facts.game
    leg = say("leg.only" if facts.setting.is_single else f"leg.{game.leg.value}")
    head = say("dossier.game_head", leg=leg, game=game.id)
    red, blue = (
        CoverPlayer(
            name=dossier.names[game.side(seat).person],
            label=wording(say(f"sheet.{seat.value}")),
            score=signed(game.side(seat).score),
            side=SIDES[seat],
        )
        for seat in Seat
    )
    below = tuple(_result_lines(dossier, game, wording))
    return CoverGame(head=wording(head), red=red, blue=blue, below=below)


def _result_lines(dossier: Dossier, game: Game, wording: Wording) -> Iterator[str]:
    """Yield the game's state or result, and its coefficients."""
    match = dossier.match
    if game.stage is Stage.RUNNING or game.ended is None:
        yield wording(say("dossier.running", n=len(game.moves)))
        return
    red, blue = dossier.names[game.red.person], dossier.names[game.blue.person]
    yield wording(ending_text(game.ended, red, blue))
    for result in match.results:
        if result.leg is game.leg:
            is_final = match.stage is MatchStage.HOMOLOGATED
            yield wording(
                say(
                    "dossier.homologated" if is_final else "dossier.proposed",
                    red=str(result.red),
                    blue=str(result.blue),
                    article=result.article,
                )
            )


def _cover_facts(dossier: Dossier, wording: Wording) -> Iterator[tuple[str, str]]:
    """Yield labels and values: the subject in short, then the conditions of play."""
    yield from summary(dossier, wording)
    match, first = dossier.match, dossier.games[0]
    arbiters = first.setting.arbiters
    if arbiters:
        yield wording(say("dossier.arbiters", n=len(arbiters))), ", ".join(arbiters)
    budget, leave = match.rules.budget(match.phase), match.rules.leave(match.phase)
    allowance = say("dossier.time_given", days=budget, leave=leave)
    yield wording(say("dossier.time")), wording(allowance)
    note = None if first.setting.word_list_official else say("words.not_official")
    words = say("dossier.word_list", name=match.edition.name, note=note)
    yield wording(say("sheet.word_list")), wording(words)
    for facts in dossier.games:
        yield wording(say("dossier.played", game=facts.game.id)), wording(_dates(facts, wording))


def _dates(facts: GameFacts, wording: Wording) -> Text:
    """Return when a game was played, or since when it runs."""
    begun = shown_instant(facts.events[0].at, wording.zone)
    ended = facts.game.ended
    if ended is None:
        return say("dossier.since", begun=begun)
    return say("dossier.from_to", begun=begun, ended=shown_instant(ended.at, wording.zone))
