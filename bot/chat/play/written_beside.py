"""Compares the text beside a typed move with the words that the move forms (art. 4.2)."""

from bot.texts.messages import Text, say
from engine.games.appraisal import Appraisal
from engine.notation import parse_placement
from engine.written_placement import (
    WrittenPart,
    WrittenPlacement,
    differences,
    is_talk,
    parse_written,
)


def check_no_talk(text: str, appraisal: Appraisal) -> None:
    """Accept the words after the move as adjacent ones, or refuse them.

    Raises:
        NotationError: `several_words`: none of them is formed, and only spaces separate them.
    """
    if is_talk(parse_written(text), appraisal.words[1:]):
        parse_placement(text)


def beside_texts(text: str, appraisal: Appraisal, total: int) -> list[Text]:
    """Return a line for each difference between the text and what the move forms.

    `total`: the author's score after the move.
    """
    written, formed = parse_written(text), appraisal.words[1:]  # the first is the move's own word
    differing_parts = differences(written, formed, (appraisal.points, appraisal.counted), total)
    return [_difference_line(part, written, appraisal, total) for part in differing_parts]


def _difference_line(
    part: WrittenPart, written: WrittenPlacement, appraisal: Appraisal, total: int
) -> Text:
    """Return the line about one thing that the player wrote beside the move."""
    if part is WrittenPart.WORDS:
        formed = ", ".join(word.upper() for word in appraisal.words[1:])
        return say(
            "preview.beside_words" if formed else "preview.beside_no_words",
            written=", ".join(written.words),
            formed=formed,
        )
    if part is WrittenPart.POINTS:
        return say("preview.beside_points", written=written.points, right=appraisal.counted)
    return say("preview.beside_total", written=written.total, right=total)
