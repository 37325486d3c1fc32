"""The lessons of *How to play*: the learner writes a move, sees it, and sends it, as in a game.

A lesson is an open question. It stores nothing else: its position follows from its number, and the
button that sends carries the move. A move with the code of a game, or one typed later while a game
waits for the person, belongs to that game.
"""

from collections.abc import Container, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from bot.chat.conversation import how_to_play
from bot.chat.play.typed_moves import TypedMove
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.lookups.play.waiting_games import to_move_in
from bot.service.readers.conversation.questions import Question
from bot.service.service import Service
from bot.texts.buttons.conversation import LESSON, LessonAction
from bot.texts.fault_texts import faults_text, refusal_lines
from bot.texts.messages import Text, say
from bot.texts.notices.conversation.how import (
    first_buttons,
    lesson_preview,
    lesson_preview_buttons,
    lesson_text,
)
from bot.texts.pictures import LessonBoard
from engine.errors import Fault, GameStateError, NotationError
from engine.games.appraisal import Appraisal
from engine.games.game import Game
from engine.lessons import LESSONS, Lesson, appraise_in, lesson_game, missed
from engine.notation import format_placement, parse_placement
from engine.placement import Placement
from engine.written_placement import parse_written

_TAKES_MOVES_FOR: Final = timedelta(minutes=10)
"""How long a lesson takes moves although a game waits for the person."""


class _Position(NamedTuple):
    """A lesson's board and racks as a game, and the valid words."""

    game: Game
    words: Container[str]


async def takes_move(
    service: Service, user_input: UserInput, move: TypedMove | None, question: Question
) -> bool:
    """Return whether a typed move belongs to the open lesson, not to a game."""
    if move is None or move.code or question.topic != Topic.LESSON:
        return False
    if user_input.at - question.at <= _TAKES_MOVES_FOR:
        return True
    return not await to_move_in(service, user_input.person.id)


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle `lesson:NUMBER` (begin it), `lesson:NUMBER:send:MOVE` and `lesson:NUMBER:other`."""
    number, action, move = LESSON.read(user_input.args)
    lesson = _lesson_of(number)
    if action is LessonAction.SEND:
        await _send(service, user_input, lesson, move)
        return
    service.toast(user_input)
    await _begin(service, user_input, lesson)


async def move_given(service: Service, user_input: UserInput, about: str) -> None:
    """Show the learner's move on the board, or what is wrong with it."""
    if how_to_play.is_asked(user_input.incoming.text):
        await how_to_play.show(service, user_input)
        return
    lesson = _lesson_of(int(about))
    try:
        placement = parse_written(user_input.incoming.text).placement
    except NotationError as error:
        _refuse(service, user_input, lesson, faults_text(error))
        return
    game, words = _position(service, lesson)
    appraisal = appraise_in(game, placement, words)
    if faults := _faults(lesson, appraisal):
        _refuse(service, user_input, lesson, refusal_lines(faults))
    else:
        _preview(service, user_input, lesson, placement, appraisal)


def _faults(lesson: Lesson, appraisal: Appraisal) -> Sequence[Fault]:
    """Return what is wrong with the move, or what the lesson asks for and it lacks."""
    shortcoming = None if appraisal.faults else missed(lesson, appraisal)
    return appraisal.faults if shortcoming is None else (shortcoming,)


def _preview(
    service: Service,
    user_input: UserInput,
    lesson: Lesson,
    placement: Placement,
    appraisal: Appraisal,
) -> None:
    """Show the learner's move on the lesson's board, with the button that sends it."""
    written = format_placement(placement)
    service.reply(
        user_input,
        lesson_preview(lesson, written, appraisal.words, appraisal.points),
        lesson_preview_buttons(lesson, written),
        pictures=(LessonBoard(lesson.number, written),),
    )


async def _send(service: Service, user_input: UserInput, lesson: Lesson, move: str) -> None:
    """End the lesson with the learner's move, and begin the next one."""
    try:
        placement = parse_placement(move)
    except NotationError:
        raise GameStateError(Fault("button_unknown")) from None
    game, words = _position(service, lesson)
    appraisal = appraise_in(game, placement, words)
    if _faults(lesson, appraisal):
        raise GameStateError(Fault("button_unknown"))  # the bot offers only a move that solves it
    sent = say("lesson.sent", move=format_placement(placement), points=appraisal.points)
    service.edit(user_input, say(f"lesson.praise.{lesson.number}", sent=sent))
    if lesson.number < len(LESSONS):
        await _begin(service, user_input, _lesson_of(lesson.number + 1))
        return
    await service.questions.drop(user_input, Topic.LESSON)
    # Practise and play: *How to play*, the last of the three, is done.
    service.reply(user_input, say("lesson.done"), first_buttons()[:2])


async def _begin(service: Service, user_input: UserInput, lesson: Lesson) -> None:
    """Show the lesson's board and letters, and wait for the learner's move."""
    game = _position(service, lesson).game
    asked = await service.questions.ask(user_input, Topic.LESSON, f"{lesson.number}")
    service.reply(
        user_input,
        lesson_text(lesson, game.red.rack),
        (asked.way_out,),
        pictures=(LessonBoard(lesson.number),),
    )


def _refuse(
    service: Service, user_input: UserInput, lesson: Lesson, faults: Text | list[Text]
) -> None:
    """Say what is wrong with the move, and show a right one."""
    service.reply(user_input, say("lesson.refused", faults=faults, example=lesson.example))


def _position(service: Service, lesson: Lesson) -> _Position:
    """Return the lesson's position, and the words of the list in force."""
    edition = service.todays_edition()
    return _Position(lesson_game(lesson, edition), service.shared.lexicon(edition))


def _lesson_of(number: int) -> Lesson:
    """Return the lesson of that number.

    Raises:
        GameStateError: `button_unknown`.
    """
    if not 1 <= number <= len(LESSONS):
        raise GameStateError(Fault("button_unknown"))
    return LESSONS[number - 1]
