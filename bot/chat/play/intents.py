"""Questions in plain language, each answered by one line for each game.

„câte zile mai am?”, „cine e la rând?”, „și acum ce fac?”. Thanks („ok”, „mulțumesc”, „👍”) get a
reaction without a sound. All other talk gets a hint or an offer to forward it
(`bot.chat.free_input`).
"""

import re
from enum import StrEnum
from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.lookups.play.waiting_games import own_form
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.messages import Text, say
from engine.games.game import Stage
from engine.ids import PersonId
from engine.notation import fold

_MOST_LINES: Final = 6
"""The most games in one answer."""
_MOST_WORDS: Final = 10
"""The most words of a question; a longer text is a message to somebody."""


class Intent(StrEnum):
    """A question that a player may ask in plain language."""

    DAYS = "days"
    TURN = "turn"
    NOW = "now"


THUMB: Final = "\N{THUMBS UP SIGN}"
"""The reaction to thanks."""
_THANKS: Final = frozenset(
    (
        *("ok", "okay", "okey", "inteles", "multumesc", "multumim", "multam", "mersi", "merci"),
        *("thanks", "thank", "thx"),
    )
)
"""Words of which thanks need one."""
_WITH_THANKS: Final = frozenset(
    (
        *("am", "bine", "da", "frumos", "in", "mult", "perfect", "regula", "super"),
        *("a", "great", "lot", "so", "much", "very", "you"),
    )
)
"""Words that may accompany thanks; beside any other, a text is no thanks."""
_THANKFUL_SIGNS: Final = frozenset("👍👌🙏👏🙂😊😀😃❤🤝")
"""Signs of which one is enough in a text without a word."""
_QUESTIONS: Final = (
    (Intent.DAYS, re.compile(r"(?:cate zile|cat timp)(?: mai)? (?:am|avem)\b.*")),
    (Intent.DAYS, re.compile(r"how (?:many days|much time|long) (?:do|have) (?:i|we)\b.*")),
    (Intent.TURN, re.compile(r"(?:cine|al cui)(?: e| este)?(?: la)? rand(?:ul)?(?: acum)?")),
    (Intent.TURN, re.compile(r"(?:e|este|sunt)(?: eu)? (?:randul meu|la rand)(?: acum)?")),
    (Intent.TURN, re.compile(r"(?:whose turn is it|is it my turn)(?: now)?")),
    (Intent.NOW, re.compile(r"(?:si )?(?:acum )?ce (?:fac|facem|am de facut|urmeaza)(?: acum)?")),
    (Intent.NOW, re.compile(r"(?:and )?what (?:now|do i do|should i do|next)(?: now)?")),
)
"""Each question's forms; the whole text must match, since a longer one is for the opponent."""


def intent_of(text: str) -> Intent | None:
    """Return the question that the whole text asks, or None."""
    words = re.findall(r"\w+", fold(text).lower())
    plain = " ".join(words)
    if len(words) > _MOST_WORDS:
        return None
    return next((intent for intent, question in _QUESTIONS if question.fullmatch(plain)), None)


def is_thanks(text: str) -> bool:
    """Return whether the whole text says thanks or that it was read: „ok”, „mulțumesc”, „👍”."""
    words = frozenset(re.findall(r"\w+", fold(text).lower()))
    if words:
        return words <= _THANKS | _WITH_THANKS and not words.isdisjoint(_THANKS)
    return bool(_THANKFUL_SIGNS.intersection(text))


async def answer_question(service: Service, user_input: UserInput) -> bool:
    """Answer a question in plain language with the state of the running games.

    Return False for any other text. Only to „what now?” a last line says what to do.
    """
    intent = intent_of(user_input.args)
    if intent is None:
        return False
    rows = (await service.game_lists.listed(user_input.person.id))[:_MOST_LINES]
    answers = []
    for row in rows:
        with leaving_out_damaged():
            snapshot = await service.games.of_row(row)
            line = await _game_line(service, snapshot, user_input.person.id)
            if line is not None:
                answers.append(line)
    if not answers:
        service.reply(user_input, say("talk.nothing"))
        return True
    is_own = any(line.key == "talk.yours" for line in answers)
    if intent is Intent.NOW:
        form = await own_form(service, user_input.person.id)
        answers.append(say("talk.move", **form) if is_own else say("talk.wait"))
    service.reply(user_input, say("talk.lines", rows=answers))
    return True


async def _game_line(service: Service, snapshot: GameSnapshot, person: PersonId) -> Text | None:
    """Return whose turn it is and the reader's days left; None for a finished game."""
    game = await service.arrivals.for_time_decisions(snapshot.game)
    seat = game.seat_of(person)
    if game.stage is not Stage.RUNNING or seat is None:
        return None
    participants = await service.participants.of(game)
    clocks = await service.arrivals.clocks(game)
    partner = participants.at(seat.partner).name
    if game.turn is seat:
        until = participants.until(game)
        return say("talk.yours", game=game.id, partner=partner, left=clocks.left[seat], until=until)
    return say("talk.theirs", game=game.id, partner=partner, left=clocks.left[seat])
