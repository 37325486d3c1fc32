"""A case file as text: its cover, and the order of its sections.

`game_sections` and `proof_sections` write the sections; `bot.documents.dossier.paper` sets them in
type.
"""

from collections.abc import Iterator, Mapping
from zoneinfo import ZoneInfo

from bot.documents.dossier.blocks import (
    Block,
    CaseFileBlocks,
    Cover,
    CoverScore,
    Facts,
    FullPagePicture,
    Score,
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
from bot.documents.render.theme import PlayerColour
from bot.documents.views.setting import untitled
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.texts.notices.matches.endings import ending_text
from engine.games.game import Stage
from engine.ids import GameId, Seat
from engine.matches.match import MatchStage

Sheets = Mapping[GameId, tuple[bytes, bytes]]
"""For each game: its competition sheet and its thinking-time sheet, as PNG."""


def compose(dossier: Dossier, sheets: Sheets, language: str) -> CaseFileBlocks:
    """Return the case file in that language, with times in the competition's zone."""
    wording = wording_of(dossier, language)
    inner, cover = tuple(_inner(dossier, sheets, wording)), _cover(dossier, wording)
    cited = (
        cover.facts,
        *(TextBlock(line) for score in cover.scores for line in score.below),
        *inner,
    )
    return CaseFileBlocks(
        cover=cover,
        blocks=(*inner, *articles(cited, wording), *check(dossier, wording)),
        language=language,
        page_of=wording(say("dossier.page", page="{page}", pages="{pages}")),
        imprint=wording(say("dossier.imprint", head=dossier.streams[0].head[:16])),
    )


def wording_of(dossier: Dossier, language: str) -> Wording:
    """Return the wording for that language, which turns facts into text."""
    catalogue, zone = load_catalogue(language), ZoneInfo(dossier.zone)
    return Wording(lambda text: catalogue.plain(text, zone), dossier.names, zone)


def _inner(dossier: Dossier, sheets: Sheets, wording: Wording) -> Iterator[Block]:
    """Yield the blocks after the cover: sheets, moves, days and cases."""
    for file in dossier.games:
        competition, times = sheets[file.game.id]
        yield FullPagePicture(wording(say("dossier.sheet", game=file.game.id)), competition)
        yield FullPagePicture(wording(say("dossier.time_sheet", game=file.game.id)), times)
    yield SectionHeading(wording(say("dossier.placements")))
    for file in dossier.games:
        yield from placements(file, wording)
    yield SectionHeading(wording(say("dossier.days")), new_page=False)
    for file in dossier.games:
        yield from days(file, wording)
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
    is_phase = any(file.setting.is_phase for file in dossier.games)
    phase = say(f"phase.{match.phase.value}") if is_phase else None
    subtitle = say("dossier.subtitle", phase=phase, at=at) if phase else say("dossier.made", at=at)
    return Cover(
        competition=dossier.competition or wording(untitled(match.kind)),
        title=wording(title),
        subtitle=wording(subtitle),
        scores=tuple(_score(dossier, file, wording) for file in dossier.games),
        facts=Facts(tuple(_facts(dossier, wording))),
        contents=wording(say("dossier.contents")),
    )


def _score(dossier: Dossier, file: GameFacts, wording: Wording) -> Score:
    """Return the score of a game for the cover."""
    game = file.game
    leg = say("leg.only" if file.setting.is_single else f"leg.{game.leg.value}")
    head = say("dossier.game_head", leg=leg, game=game.id)
    red, blue = (
        CoverScore(
            name=dossier.names[game.side(seat).person],
            label=wording(say(f"sheet.{seat.value}")),
            score=str(game.side(seat).score),
            side=side,
        )
        for seat, side in ((Seat.RED, PlayerColour.RED), (Seat.BLUE, PlayerColour.BLUE))
    )
    return Score(
        head=wording(head), red=red, blue=blue, below=tuple(_state(dossier, file, wording))
    )


def _state(dossier: Dossier, file: GameFacts, wording: Wording) -> Iterator[str]:
    """Yield the game's state or result, and its coefficients."""
    game, match = file.game, dossier.match
    if game.stage is Stage.RUNNING or game.ended is None:
        yield wording(say("dossier.running", n=len(game.moves)))
        return
    red, blue = dossier.names[game.red.person], dossier.names[game.blue.person]
    yield wording(ending_text(game.ended, red, blue))
    for result in match.results:
        if result.leg is game.leg:
            final = match.stage is MatchStage.HOMOLOGATED
            yield wording(
                say(
                    "dossier.homologated" if final else "dossier.proposed",
                    red=str(result.red),
                    blue=str(result.blue),
                    article=result.article,
                )
            )


def _facts(dossier: Dossier, wording: Wording) -> Iterator[tuple[str, str]]:
    """Yield labels and values: the subject in short, then the conditions of play."""
    yield from summary(dossier, wording)
    match, first = dossier.match, dossier.games[0]
    arbiters = first.setting.arbiters
    if arbiters:
        yield wording(say("dossier.arbiters", n=len(arbiters))), ", ".join(arbiters)
    budget, leave = match.rules.budget(match.phase), match.rules.leave(match.phase)
    given = say("dossier.time_given", days=budget, leave=leave)
    yield wording(say("dossier.time")), wording(given)
    note = None if first.setting.word_list_official else say("words.not_official")
    words = say("dossier.word_list", name=match.edition.name, note=note)
    yield wording(say("sheet.word_list")), wording(words)
    for file in dossier.games:
        yield from _dates(file, wording)


def _dates(file: GameFacts, wording: Wording) -> Iterator[tuple[str, str]]:
    """Yield when a game was played."""
    game = file.game
    begun = shown_instant(file.events[0].at, wording.zone)
    ended = None if game.ended is None else shown_instant(game.ended.at, wording.zone)
    dates = say(
        "dossier.from_to" if ended else "dossier.since",
        begun=begun,
        ended=ended or "",
    )
    yield wording(say("dossier.played", game=game.id)), wording(dates)
