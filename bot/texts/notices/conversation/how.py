"""*How to play*: its one screen, the lessons, and the glossary for players. Pure."""

from typing import Final

from bot.texts.buttons.conversation import HELP, HOW, LESSON, HowPart, LessonAction
from bot.texts.buttons.matches import ANOTHER, PRACTICE
from bot.texts.messages import Button, Buttons, Text, say
from engine.lessons import LESSONS, Lesson

POINTS: Final = ("tiles", "move", "check", "points", "days", "end", "result", "wrong")
"""The points of the screen, in order."""
GLOSSARY: Final = (
    *("sequence", "move", "blank", "pass", "cap", "days", "leave", "sheet"),
    *("claim", "coefficient", "approved", "return", "conditional"),
)
"""The terms of the glossary, in order."""


def how_button() -> Button:
    """Return the button that opens *How to play*."""
    return HOW.button(say("button.how"), HowPart.SCREEN)


def first_buttons() -> Buttons:
    """Return a newcomer's three choices: practise, play with somebody, read *How to play*."""
    return (
        (PRACTICE.button(say("button.start.practice")),),
        (ANOTHER.button(say("button.start.play")),),
        (how_button(),),
    )


def screen_text() -> Text:
    """Return the text under the picture; it fits the caption of a picture."""
    return say("how.screen", rows=[say(f"how.{point}") for point in POINTS])


def screen_buttons() -> Buttons:
    """Return the lessons, the page to print, the glossary and the help."""
    return (
        (LESSON.button(say("button.how.lesson"), 1),),
        (
            HOW.button(say("button.how.terms"), HowPart.GLOSSARY),
            HOW.button(say("button.how.print"), HowPart.PRINT),
        ),
        (HELP.button(say("button.how.commands"), ""),),
    )


def glossary_text() -> Text:
    """Return the words that a player meets, each with its meaning."""
    rows = [
        say("how.term", term=say(f"how.term.{name}"), means=say(f"how.means.{name}"))
        for name in GLOSSARY
    ]
    return say("how.glossary", rows=rows)


def lesson_text(lesson: Lesson, rack: str) -> Text:
    """Return the task of the lesson, with an example that ends it."""
    task = say(f"lesson.task.{lesson.number}", example=lesson.example)
    return say("lesson.card", number=lesson.number, of=len(LESSONS), task=task, rack=rack)


def lesson_preview(lesson: Lesson, written: str, words: tuple[str, ...], points: int) -> Text:
    """Return the effect of the learner's move before they send it."""
    rows = [say("preview.word_right", word=word.upper()) for word in words]
    return say("lesson.preview", number=lesson.number, move=written, points=points, words=rows)


def lesson_preview_buttons(lesson: Lesson, written: str) -> Buttons:
    """Return the buttons that send the learner's move or let them write another."""
    return (
        (
            LESSON.button(say("button.send"), lesson.number, LessonAction.SEND, written),
            LESSON.button(say("button.how.other"), lesson.number, LessonAction.OTHER),
        ),
    )
