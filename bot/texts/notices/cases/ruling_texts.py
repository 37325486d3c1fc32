"""Texts about cases: rulings, their consequences, and the articles they cite (art. 7.2, 10).

Pure: from cases, rulings and consequences to texts. The arbiter's card, the notices to players and
the case file use the same texts.
"""

from collections.abc import Mapping
from decimal import Decimal

from bot.texts.buttons.cases import CASE, CaseAction
from bot.texts.messages import Buttons, Text, say
from bot.texts.notices.cases.codes import ABOUT_WORDS
from engine.cases.case import Case, standing_place
from engine.cases.choices import ON_SOMEBODY
from engine.cases.events import Ruling, RulingKind
from engine.games.endings import absent
from engine.games.events import PlacementMade
from engine.games.game import Game, Move
from engine.games.in_force import took_moves
from engine.ids import PersonId

Names = Mapping[PersonId, str]


def claim_text(case: Case) -> Text:
    """Return the kind of the case in a few words."""
    return say(f"claim.{case.kind.value}" if case.kind else "claim.own")


def brought_key(case: Case) -> str:
    """Return the catalogue key that names the person who brought the case."""
    if case.is_query:
        return "case.asked_by"
    return "case.brought" if case.is_claim else "case.opened_by"


def ruling_text(  # noqa: PLR0911  (one return for each kind)
    ruling: Ruling, case: Case, game: Game, names: Names, *, made: bool = False
) -> Text:
    """Return the ruling as a sentence; `made`: it is in the game already."""
    kind = ruling.kind
    who = "" if ruling.seat is None else names[game.side(ruling.seat).person]
    if kind is RulingKind.LOST_ON_TIME and absent(game) is ruling.seat:
        return say("ruling.lost_as_no_show", who=who)
    if kind in ON_SOMEBODY:
        return say(f"ruling.{kind.value}", who=who)
    if kind in ABOUT_WORDS:
        return _word_text(ruling, case, game, made=made)
    match kind:
        case RulingKind.REJECTED if not case.is_claim:
            return say("ruling.nothing")
        case RulingKind.RETURNED | RulingKind.ANNULLED | RulingKind.SCORE:
            return _placement_ruling(ruling, game, names, made=made)
        case RulingKind.EXTENSION:
            days = ruling.number or 0
            key = "ruling.extension" if days > 0 else "ruling.extension_back"
            return say(key, who=who, n=abs(days))
        case RulingKind.PENALTY:
            key = "ruling.penalty" if ruling.penalty else "ruling.penalty_lifted"
            return say(key, who=who, points=_figure(ruling.penalty))
        case RulingKind.LIFTED:
            return say(f"ruling.{_lifted_key(ruling, game)}")
        case _:
            return say(f"ruling.{kind.value}")


def _lifted_key(ruling: Ruling, game: Game) -> str:
    """Return the last part of the key that says what is taken back."""
    if ruling.move is None:
        return "lifted"
    acts = [entry.event for entry in game.log if entry.event.at == ruling.placed]
    return "lifted_moves" if any(map(took_moves, acts)) else "lifted_end"


def _word_text(ruling: Ruling, case: Case, game: Game, *, made: bool) -> Text:
    """Return a ruling on words; `made`: it is in the game already."""
    n, words = len(ruling.words), [word.upper() for word in ruling.words]
    if case.is_of_words_alone or ruling.placement or ruling.query is not None:
        return _answer_text(ruling, case)
    if ruling.kind is RulingKind.WORD_VALID:
        if ruling.move is None:
            key = "ruling.word_valid" if _is_on_board(case, game) else "ruling.word_valid_off"
        else:
            key = "ruling.word_valid_all" if ruling.number else "ruling.word_valid_again"
        return say(key, n=n, words=words)
    if ruling.kind is RulingKind.WORD_ACCEPTED:
        return say("ruling.word_accepted", n=n, words=words)
    if ruling.move is None:
        return say("ruling.word_invalid", n=n, words=words)
    run = _run_from(game, ruling.move) if made else game.moves[ruling.move :]
    is_last_move = len(run) == 1
    key = "ruling.word_invalid_returned" if is_last_move else "ruling.word_invalid_annulled"
    return say(key, n=n, words=words)


def _answer_text(ruling: Ruling, case: Case) -> Text:
    """Return the answer to a question about words, and its effect on the move."""
    n, words = len(ruling.words), [word.upper() for word in ruling.words]
    is_valid = ruling.kind is RulingKind.WORD_VALID
    if case.is_of_words_alone:
        return say("ruling.alone_valid" if is_valid else "ruling.alone_invalid", n=n, words=words)
    if is_valid:
        return say("ruling.query_valid", n=n, words=words, placement=ruling.placement)
    return say("ruling.query_invalid", n=n, words=words)


def _is_on_board(case: Case, game: Game) -> bool:
    """Return whether the disputed move is on the board, or the case concerns no move."""
    return case.move is None or standing_place(case, game) is not None


def _run_from(game: Game, place: int) -> tuple[Move, ...]:
    """Return the moves from `place` on that were last taken back, else those on the board."""
    runs = [run.moves for run in game.voided if run.moves_before == place]
    return runs[-1] if runs else game.moves[place:]


def _placement_ruling(ruling: Ruling, game: Game, names: Names, *, made: bool) -> Text:
    """Return a ruling on a move: annulled, returned, or its score."""
    place = ruling.move or 0
    if ruling.kind is RulingKind.ANNULLED and place == 0:
        return say("ruling.annulled_all")
    if ruling.kind is RulingKind.ANNULLED:
        kept = game.moves[place - 1] if place <= len(game.moves) else None
        return say("ruling.annulled", placement=_named(kept, names, game))
    is_off_board = made and ruling.kind is RulingKind.RETURNED
    run = _run_from(game, place) if is_off_board else game.moves[place:]
    named = _named(run[0] if run else None, names, game)
    if ruling.kind is RulingKind.RETURNED:
        return say("ruling.returned", placement=named)
    return say("ruling.score", placement=named, points=ruling.number or 0)


def _named(move: Move | None, names: Names, game: Game) -> Text:
    """Return a move as a part of a sentence; it may have been removed."""
    if move is None:
        return say("placement.gone")
    return placement_text(move, names[game.side(move.by).person])


def placement_text(move: Move, who: str) -> Text:
    """Return a move or pass in short: round, author, position, word, points (art. 1.4)."""
    if not isinstance(move, PlacementMade):
        return say("placement.pass", round=move.round, who=who)
    return say(
        "placement.capped" if move.counted < move.points else "placement.made",
        round=move.round,
        who=who,
        position=move.square.position(move.axis),
        word=move.word,
        points=move.points,
        counted=move.counted,
    )


def placement_button(made: PlacementMade, who: str, key: str = "claim.placement") -> Text:
    """Return the label of a move's button."""
    return say(
        key,
        position=made.square.position(made.axis),
        word=made.word.upper(),
        round=made.round,
        who=who,
    )


def short_ruling(ruling: Ruling, case: Case, game: Game, names: Names) -> Text:  # noqa: PLR0911  (one return for each kind)
    """Return the label of a ruling's button."""
    kind = ruling.kind
    who = "" if ruling.seat is None else names[game.side(ruling.seat).person]
    if kind in ON_SOMEBODY:
        return say(f"choice.{kind.value}", who=who)
    match kind:
        case RulingKind.REJECTED if not case.is_claim:
            return say("choice.nothing")
        case RulingKind.ANNULLED if not ruling.move:
            return say("choice.annulled_all")
        case RulingKind.ANNULLED | RulingKind.RETURNED | RulingKind.SCORE:
            return _short_placement(ruling, game)
        case RulingKind.EXTENSION:
            days = ruling.number or 0
            return say("choice.extension", who=who, days=f"+{days}" if days > 0 else str(days))
        case RulingKind.PENALTY:
            key = "choice.penalty" if ruling.penalty else "choice.penalty_lifted"
            return say(key, who=who, points=_figure(ruling.penalty))
        case RulingKind.WORD_VALID if ruling.placement:
            return say("choice.query_valid")
        case RulingKind.WORD_INVALID if len(case.words) > 1:
            return say("choice.word_invalid_one", words=", ".join(ruling.words).upper())
        case RulingKind.WORD_VALID if ruling.move is not None:
            return say("choice.word_valid_all" if ruling.number else "choice.word_valid_again")
        case RulingKind.WORD_VALID if not _is_on_board(case, game):
            return say("choice.word_valid_off")
        case RulingKind.LIFTED:
            return say(f"choice.{_lifted_key(ruling, game)}")
        case _:
            return say(f"choice.{kind.value}")


def _short_placement(ruling: Ruling, game: Game) -> Text:
    """Return a ruling about a move in few words, for a button."""
    place = ruling.move or 0
    if ruling.kind is RulingKind.ANNULLED:
        kept = game.moves[place - 1]
        return say("choice.annulled", round=kept.round, colour=say(f"colour.{kept.by.value}"))
    if ruling.kind is RulingKind.RETURNED:
        return say("choice.returned")
    return say("choice.score", points=ruling.number or 0)


def _figure(figure: Decimal | None) -> str:
    """Return the figure without trailing zeros: 0.3, 1."""
    return f"{figure.normalize():f}" if figure else "0"


def claim_buttons(case: Case) -> Buttons:
    """Return the buttons of a player for their own open claim."""
    add_button = CASE.button(say("button.case.add"), case.id, CaseAction.SAY)
    withdraw_button = CASE.button(say("button.case.take_back"), case.id, CaseAction.WITHDRAW)
    return ((add_button,), (withdraw_button,))


def query_buttons(case: Case) -> Buttons:
    """Return the buttons of a player for their open question about a word."""
    return ((CASE.button(say("button.query.drop"), case.id, CaseAction.WITHDRAW_QUESTION),),)
