"""`/contestatie`: a player files a claim, with buttons and one text.

One message changes as the player chooses kind, move and words. The player then writes the comment
and files the claim with a tap. The bot adds a copy of the game and notifies the opponent (art.
7.2). The game continues meanwhile.
"""

import json
from dataclasses import dataclass
from typing import Final, Self

from bot.chat.matches.time_claims import ask_on_time
from bot.chat.play.games_meant import claims
from bot.chat.play.one_game import about_one
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.statements import checked_statement
from bot.service.notices.cases import case_notices
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.cases import APART_FROM_SHEET, CLAIM, FILE
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.play import View
from bot.texts.buttons.verb import page_in
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Button, Param, Text, page_of_buttons, rows_of, say
from bot.texts.notices.cases.codes import placement_code, placement_of
from bot.texts.notices.cases.facts import time_facts
from bot.texts.notices.cases.ruling_texts import (
    claim_buttons,
    claim_text,
    placement_button,
    placement_text,
)
from engine.cases.case import ARTICLES
from engine.cases.decide import ABOUT_A_PLACEMENT, CaseEvents, Claim, file_claim, give_comment
from engine.cases.events import ClaimKind
from engine.cases.fold import replay_case
from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.events import PlacementMade
from engine.games.game import Game, Stage
from engine.games.orders import placements_made
from engine.ids import GameId
from engine.matches.friendly import must_have_arbiter

_STORED_AS: Final = "claim to file"
"""The key under which a claim waits for the tap that files it: its choice and its comment."""
_ON_PAGE: Final = 8
"""Moves offered on one page."""
_PAGE_PREFIX: Final = "+"
"""Stands before a page's number, which a button may have in place of a move."""
_ALL_WORDS: Final = "*"
"""Stands in place of a word's number for all words of the move."""
_OFFERED: Final = frozenset(ClaimKind) - {ClaimKind.QUERY}
"""The kinds with a button here; a refused word has its own button for a query."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """What a player has chosen of a claim."""

    game: GameId
    kind: ClaimKind
    placement: str
    """The code of the move (`bot.texts.notices.cases.codes`); "" if the claim is about none."""
    word: str
    """The number of a word of the move, or `_ALL_WORDS`; "" if none was asked."""

    def to_json(self) -> str:
        """Return the choice as it is stored with the question for the comment."""
        return json.dumps([self.game, self.kind.value, self.placement, self.word])

    @classmethod
    def from_json(cls, stored: str) -> Self:
        """Return the choice that `to_json` wrote."""
        game, kind, placement, word = json.loads(stored)
        return cls(GameId(game), ClaimKind(kind), placement, word)


async def ask_game(service: Service, user_input: UserInput) -> None:
    """Handle `/contestatie [GAME]`."""
    await about_one(service, user_input, View.CLAIM, ask_kind, needs=claims, of_any_stage=True)


async def ask_kind(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Ask for the subject of the claim."""
    game = snapshot.game
    match = (await service.matches.load(game.match)).match
    if not match.kind.has_claims:
        must_have_arbiter(match)  # always refuses here, with the reason of practice
    if not match.kind.has_arbiter:
        await ask_on_time(service, user_input, snapshot)
        return
    participants = await service.participants.of(game)
    partner = participants.at(service.games.seat(user_input, game).partner).name
    buttons = (
        *(
            (CLAIM.button(say(f"claim.kind.{kind.value}"), game.id, kind),)
            for kind in ClaimKind
            if kind in _OFFERED
        ),
        _cancel_row(),
    )
    goes_on = say("claim.meanwhile") if game.stage is not Stage.ENDED else None
    text = say("claim.which_kind", game=game.id, partner=partner, meanwhile=goes_on)
    service.reply(user_input, text, buttons, about=game.id)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons that choose part by part: `cl:GAME:KIND:PLACEMENT:WORD`.

    With `:apart` at the end, under a sheet, the question is a new message, so the sheet and its
    buttons stay.
    """
    game, kind, placement, word, where = CLAIM.read(user_input.args)
    if where == APART_FROM_SHEET:
        service.toast(user_input)
        user_input = user_input.as_message()
    snapshot = await service.games.of_player(user_input, game)
    must_have_arbiter((await service.matches.load(snapshot.game.match)).match)
    if kind not in _OFFERED:
        raise GameStateError(Fault("button_unknown"))
    choice = _Choice(game, kind, placement, word)
    if choice.kind in ABOUT_A_PLACEMENT and (not placement or placement.startswith(_PAGE_PREFIX)):
        page = page_in(placement.removeprefix(_PAGE_PREFIX))
        await _ask_placement(service, user_input, snapshot.game, choice.kind, page)
        return
    move = placement_of(snapshot.game, placement) if placement else None
    is_word_open = choice.kind is ClaimKind.WORD and not word
    if is_word_open and move is not None and len(move.words) > 1:
        _ask_word(service, user_input, choice, move)
        return
    await _ask_comment(service, user_input, snapshot, choice)


async def _ask_placement(
    service: Service, user_input: UserInput, game: Game, kind: ClaimKind, page: int
) -> None:
    """Offer the moves that the claim may concern.

    Only arithmetic may concern one's own move, unless that was returned.
    """
    seat = service.games.seat(user_input, game)
    participants = await service.participants.of(game)
    moves = [
        move
        for move in placements_made(game)
        # A move that is not in the game was returned.
        if kind is ClaimKind.ARITHMETIC or move.by is seat.partner or move not in game.moves
    ]
    if not moves:
        service.edit(user_input, say("claim.no_placement", game=game.id))
        return
    buttons = [
        CLAIM.button(
            placement_button(
                move,
                participants.at(move.by).name,
                "claim.placement" if move in game.moves else "claim.placement_returned",
            ),
            game.id,
            kind,
            placement_code(game, move),
        )
        for move in reversed(moves)
    ]
    service.edit(
        user_input,
        say("claim.which_placement", claim=say(f"claim.{kind.value}")),
        (
            *page_of_buttons(buttons, page, _ON_PAGE, CLAIM.data(game.id, kind, _PAGE_PREFIX)),
            _cancel_row(),
        ),
    )


def _ask_word(
    service: Service, user_input: UserInput, choice: _Choice, move: PlacementMade
) -> None:
    """Ask which word of the move the claim is about."""
    so_far = choice.game, choice.kind, choice.placement
    buttons = [
        CLAIM.button(say("button.plain", label=word.upper()), *so_far, f"{number}")
        for number, word in enumerate(move.words)
    ]
    buttons.append(CLAIM.button(say("claim.all_words"), *so_far, _ALL_WORDS))
    text = say("claim.which_word", word=move.word.upper())
    service.answer(user_input, text, (*rows_of(buttons, 2), _cancel_row()))


def _cancel_row() -> tuple[Button]:
    """Return the row of the button that leaves a claim which is not filed yet."""
    return (KEEP.button(say("button.undecide")),)


async def _ask_comment(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, choice: _Choice
) -> None:
    """Ask for the comment, which a claim must have; show the relevant facts of the sheet."""
    new_claim = _claim_of(service, user_input, snapshot.game, choice)
    # Refuse now, not after the comment.
    await _case_events(service, user_input, snapshot, new_claim)
    asked = await service.questions.ask(user_input, Topic.CLAIM, choice.to_json())
    text = say(
        "claim.why",
        claim=say(f"claim.{new_claim.kind.value}"),
        article=ARTICLES[new_claim.kind],
        what=await _subject_lines(service, snapshot.game, new_claim),
    )
    service.answer(user_input, text, (asked.way_out,))


async def _subject_lines(service: Service, game: Game, new_claim: Claim) -> list[Text] | None:
    """Return the subject of the claim: the move and its words, or both players' days.

    None for a claim about the game as a whole.
    """
    participants = await service.participants.of(game)
    if new_claim.kind is ClaimKind.TIME:
        timed_game = await service.arrivals.for_time_decisions(game)
        return time_facts(timed_game, participants, service.games.today(game))
    if new_claim.placement is None:
        return None
    who = participants.at(new_claim.placement.by).name
    lines = [say("case.placement", placement=placement_text(new_claim.placement, who))]
    if new_claim.words:
        lines.append(say("claim.words", words=[word.upper() for word in new_claim.words]))
    return lines


def _claim_of(service: Service, user_input: UserInput, game: Game, choice: _Choice) -> Claim:
    """Return the chosen claim.

    Raises:
        GameStateError: the person does not play the game, or the claim's move no longer exists.
    """
    service.games.seat(user_input, game)  # refuses a person who does not play in it
    move = placement_of(game, choice.placement) if choice.placement else None
    words: tuple[str, ...] = ()
    if move is not None and choice.kind is ClaimKind.WORD:
        words = _words_of(move, choice.word)
    return Claim(kind=choice.kind, by=user_input.person.id, placement=move, words=words)


def _words_of(move: PlacementMade, chosen: str) -> tuple[str, ...]:
    """Return the chosen word of the move, by its number; all of them if none was chosen alone.

    Raises:
        GameStateError: `button_unknown`, it has no such word.
    """
    if chosen in {"", _ALL_WORDS}:
        return move.words
    by_number = {f"{number}": (word,) for number, word in enumerate(move.words)}
    if chosen not in by_number:
        raise GameStateError(Fault("button_unknown"))
    return by_number[chosen]


async def _case_events(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, new_claim: Claim
) -> CaseEvents:
    """Return the first events of the claim's case, which the caller may record.

    Raises:
        GameStateError: the match has no arbiter, or as `file_claim`.
        RuleViolation: as `file_claim`.
    """
    new = await service.cases.new_case(snapshot, user_input.at)
    others = [case_snapshot.case for case_snapshot in await service.cases.of_game(snapshot.game.id)]
    return file_claim(snapshot.game, new, new_claim, others)


async def comment_given(service: Service, user_input: UserInput, about: str) -> None:
    """Store the comment, and show the whole claim before it is filed.

    `about`: the JSON of the choice, as `_Choice.to_json` wrote it.
    """
    choice = _Choice.from_json(about)
    snapshot = await service.games.of_player(user_input, choice.game)
    try:
        new_claim = _claim_of(service, user_input, snapshot.game, choice)
        await _case_events(service, user_input, snapshot, new_claim)
    except (GameStateError, RuleViolation) as error:
        # No other comment could help, so none is asked for any longer.
        await service.questions.close(user_input)
        service.reply(user_input, say("refused", faults=faults_text(error)))
        return
    comment = checked_statement(user_input.args)
    token = service.new_token()
    unfiled = json.dumps([about, comment])
    await service.dialogues.keep_tagged(user_input, _STORED_AS, token, unfiled)
    await service.questions.close(user_input)
    participants = await service.participants.of(snapshot.game)
    facts: dict[str, Param] = {
        "game": snapshot.game.id,
        "claim": say(f"claim.{new_claim.kind.value}"),
        "article": ARTICLES[new_claim.kind],
        "what": await _subject_lines(service, snapshot.game, new_claim),
        "comment": comment,
        "partner": participants.at(service.games.seat(user_input, snapshot.game).partner).name,
    }
    file_button = FILE.button(say("button.claim.file"), token)
    drop_button = KEEP.button(say("button.undecide"))
    service.reply(
        user_input,
        say("claim.confirm", **facts),
        ((file_button,), (drop_button,)),
        about=snapshot.game.id,
    )


async def file_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the tap that files a claim: `claim:TOKEN`."""
    token = FILE.read(user_input.args).token
    unfiled = await service.dialogues.take_tagged(user_input, _STORED_AS, token)
    if unfiled is None:
        service.answer_late(user_input, say("claim.stale"))
        return
    choice_json, comment = json.loads(unfiled)
    choice = _Choice.from_json(choice_json)
    snapshot = await service.games.of_player(user_input, choice.game)
    new_claim = _claim_of(service, user_input, snapshot.game, choice)
    events = await _case_events(service, user_input, snapshot, new_claim)
    unopened = replay_case(events)
    statement = checked_statement(comment)
    digest = await service.case_acts.keep_statement(user_input, unopened.id, statement)
    commented = give_comment(unopened, user_input.person.id, digest, user_input.at)
    filed = await service.case_acts.begin((*events, *commented), user_input.at)
    case = filed.case
    partner = "" if case.against is None else (await service.persons.get(case.against)).name
    text = say(
        "claim.filed", case=case.id, claim=claim_text(case), partner=partner, comment=comment
    )
    service.edit(user_input, text, claim_buttons(case))
    await case_notices.notify_opponent(service, case, comment)
