"""The sections about the game itself: moves, days, claims, and the cited articles."""

import re
from collections.abc import Iterable, Iterator

from bot.documents.dossier.blocks import (
    Block,
    CaseFileRow,
    ColumnAlign,
    Facts,
    LongTable,
    Quote,
    SectionHeading,
    Subsection,
    TableColumn,
    TextBlock,
)
from bot.documents.dossier.facts import CaseRecord, Dossier, GameFacts
from bot.documents.dossier.rulings import decision
from bot.documents.dossier.summary import stage_text
from bot.documents.dossier.wording import Wording, shown_instant, statement_words
from bot.documents.views.moves import correction_of, correction_text, moves_made
from bot.documents.views.setting import SIDES
from bot.texts.articles import ARTICLES
from bot.texts.formats import in_tens
from bot.texts.messages import Text, say
from bot.texts.notices.cases.ruling_texts import claim_text
from bot.texts.notices.days.ledger import entry_text
from bot.texts.signs import gained
from engine.cases.case import Case
from engine.games.events import Passed
from engine.games.game import Game, Move
from engine.ids import Seat
from engine.matches.ledger.entries import DaysChange, DaysEntry

THE_BOT = "Tur-Retur"
"""The author of changes that the bot made by itself."""
_CITED = re.compile(r"(?<![\d.])(\d{1,2}\.\d)(?![\d.])")
"""The number of an article, such as 7.2; dates and coefficients have more digits or full stops."""


def placements(facts: GameFacts, wording: Wording) -> Iterator[Block]:
    """Yield the table of moves; those that no longer count are struck through (art. 4.2, 5.2)."""
    game = facts.game
    yield Subsection(wording(say("dossier.game", game=game.id)))
    totals = dict.fromkeys(Seat, 0)
    rows = [_placement(move, void, totals, game, wording) for move, void in moves_made(game)]
    yield LongTable(
        columns=(
            TableColumn(wording(say("sheet.round")), 4, ColumnAlign.RIGHT),
            TableColumn(wording(say("dossier.colour")), 9),
            TableColumn(wording(say("sheet.position")), 6),
            TableColumn(wording(say("sheet.word")), 24),
            TableColumn(wording(say("dossier.tiles")), 11),
            TableColumn(wording(say("sheet.score")), 7, ColumnAlign.RIGHT),
            TableColumn(wording(say("dossier.counted")), 7, ColumnAlign.RIGHT),
            TableColumn(wording(say("sheet.total")), 7, ColumnAlign.RIGHT),
            TableColumn(wording(say("sheet.sent")), 15, ColumnAlign.RIGHT),
        ),
        rows=tuple(rows),
        empty=wording(say("history.none")),
    )
    if game.ended is not None:
        yield TextBlock(
            wording(
                say(
                    "dossier.final",
                    red_adjustment=gained(game.ended.red_adjustment),
                    blue_adjustment=gained(game.ended.blue_adjustment),
                    red_score=game.red.score,
                    blue_score=game.blue.score,
                )
            )
        )
    yield TextBlock(wording(say("dossier.sequence", tiles=in_tens(game.sequence))), quiet=True)


def _placement(
    move: Move, void: Text | None, totals: dict[Seat, int], game: Game, wording: Wording
) -> CaseFileRow:
    """Return the row of a move; if the move counts, add its points to the total of its player.

    `void` says why it does not count; None for a move that does.
    """
    notes = [] if void is None else [wording(void)]
    if move.entered_by is not None:
        notes.append(wording(say("story.entered_by", author=wording.names[move.entered_by])))
    if move.conditional:
        notes.append(wording(say("story.conditional")))
    side, colour = SIDES[move.by], wording(say(f"sheet.{move.by.value}"))
    sent = shown_instant(move.at, wording.zone)
    if isinstance(move, Passed):
        what = "\n".join([wording(say("sheet.pass")), *notes])
        total = "" if void is not None else str(totals[move.by])
        cells = (str(move.round), colour, "", what, "", "", "", total, sent)
        return CaseFileRow(cells, side=side, struck=void is not None)
    if void is None:
        totals[move.by] += move.counted
    corrected = correction_of(game, move)
    if corrected is not None:
        notes.append(wording(correction_text(corrected)))
    cells = (
        str(move.round),
        colour,
        move.square.position(move.axis),
        "\n".join(filter(None, (move.word, ", ".join(move.words[1:]), *notes))),
        move.tiles,
        str(move.points),
        str(move.counted),
        "" if void is not None else str(totals[move.by]),
        sent,
    )
    return CaseFileRow(cells, side=side, struck=void is not None)


def days(facts: GameFacts, wording: Wording) -> Iterator[Block]:
    """Yield the ledger of days, and the number of days that each player has left (art. 7)."""
    game = facts.game
    for seat in Seat:
        who = wording.names[game.side(seat).person]
        head = say("dossier.days_of", game=game.id, colour=say(f"sheet.{seat.value}"), who=who)
        yield Subsection(wording(head))
        yield _ledger_of(seat, facts, wording)
    yield TextBlock(wording(say("dossier.days_note")), quiet=True)


def _ledger_of(seat: Seat, facts: GameFacts, wording: Wording) -> LongTable:
    """Return the changes of one player's days in order, each with the balance after it."""
    return LongTable(
        columns=(
            TableColumn(wording(say("dossier.when")), 20.5),
            TableColumn(wording(say("dossier.what")), 43.5),
            TableColumn(wording(say("dossier.days_change")), 6, ColumnAlign.RIGHT),
            TableColumn(wording(say("dossier.days_left")), 8, ColumnAlign.RIGHT),
            TableColumn(wording(say("dossier.leave_change")), 9.5, ColumnAlign.RIGHT),
            TableColumn(wording(say("dossier.leave_left")), 7.5, ColumnAlign.RIGHT),
            TableColumn(wording(say("dossier.author")), 13),
            TableColumn(wording(say("sheet.article")), 5, ColumnAlign.RIGHT),
        ),
        rows=tuple(_entry(entry, wording) for entry in facts.ledger if entry.seat is seat),
        empty="",
    )


def _entry(entry: DaysEntry, wording: Wording) -> CaseFileRow:
    """Return the row of one change of days."""
    if entry.author is not None:
        author = wording.names[entry.author]
    else:  # without an author, a change comes from the bot, and exceeded time from a calculation
        is_given = entry.change is DaysChange.GRANTED
        author = THE_BOT if is_given else wording(say("dossier.reckoned"))
    return CaseFileRow(
        (
            shown_instant(entry.at, wording.zone),
            wording(entry_text(entry, wording.names)),
            gained(entry.days) if entry.days or entry.row else "",
            str(entry.left),
            gained(entry.leave) if entry.leave else "",
            str(entry.leave_left),
            author,
            entry.article,
        ),
        side=SIDES[entry.seat],
    )


def cases(dossier: Dossier, wording: Wording) -> Iterator[Block]:
    """Yield each claim with both players' statements and the ruling (art. 7.2, 10)."""
    if not dossier.cases:
        yield TextBlock(wording(say("dossier.no_cases")))
    for record in dossier.cases:
        yield from _case(record, dossier, wording)


def _case(record: CaseRecord, dossier: Dossier, wording: Wording) -> Iterator[Block]:
    """Yield one case: its facts, the statements and the rulings."""
    case = record.case
    game = dossier.facts_of(case.game).game
    sides = {game.side(seat).person: SIDES[seat] for seat in Seat}
    yield Subsection(
        wording(say("dossier.case" if case.is_claim else "dossier.own_case", case=case.id))
    )
    yield Facts(tuple(_case_facts(case, dossier, wording)))
    for statement in record.statements:
        at = shown_instant(statement.at, wording.zone)
        who = wording.names[statement.author]
        head = say("dossier.statement", part=statement.part, who=who, at=at)
        words = statement_words(statement, wording)
        yield Quote(wording(head), words, sides.get(statement.author))
    for ruled in case.rulings:
        at = shown_instant(ruled.at, wording.zone)
        head = say("dossier.ruling", who=wording.names[ruled.arbiter], at=at, article=ruled.article)
        yield Quote(wording(head), f"{wording(decision(ruled, record, dossier))}\n{ruled.reason}")


def _case_facts(case: Case, dossier: Dossier, wording: Wording) -> Iterator[tuple[str, str]]:
    """Yield the label and the value of each fact about a case."""
    yield wording(say("dossier.kind")), wording(claim_text(case))
    opened = shown_instant(case.opened, wording.zone)
    yield wording(say("dossier.brought_by")), f"{wording.names[case.by]}, {opened}"
    if case.against is not None:
        yield wording(say("dossier.against")), wording.names[case.against]
    if case.words:
        yield wording(say("dossier.words")), ", ".join(case.words)
    yield wording(say("dossier.copy")), wording(say("dossier.copied", last=case.copy))
    if case.told is not None:
        delivered = shown_instant(case.told.delivered, wording.zone)
        yield wording(say("dossier.partner_told")), delivered
    yield wording(say("dossier.stage")), wording(stage_text(case, dossier, wording))


def articles(blocks: Iterable[Block], wording: Wording) -> Iterator[Block]:
    """Yield the articles that the case file cites, each with its requirement."""
    # The file is made for an appeal, so the article on appeals always belongs to it.
    cited = {"10.2"} | {article for block in blocks for article in _cited_in(block)}
    yield SectionHeading(wording(say("dossier.articles")))
    yield Facts(
        tuple(
            (f"art. {article}", wording(say(f"article.{article}")))
            for article in ARTICLES
            if article in cited
        )
    )
    yield TextBlock(wording(say("dossier.articles_note")), quiet=True)


def _cited_in(block: Block) -> Iterator[str]:
    """Yield every article number in the block's texts; other figures have no such form."""
    match block:
        case TextBlock(text=text):
            yield from _CITED.findall(text)
        case Quote(head=head, text=text):
            yield from _CITED.findall(f"{head}\n{text}")
        case Facts(rows=facts):
            yield from _CITED.findall(" ".join(fact for _, fact in facts))
        case LongTable(rows=rows):
            yield from _CITED.findall("\n".join("\n".join(row.cells) for row in rows))
        case _:
            pass
