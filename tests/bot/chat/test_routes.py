"""The tables of routes: every command has a handler, and every verb and topic one subject."""

from bot.chat import routes
from bot.chat.analysis import routes as analysis
from bot.chat.cases import routes as cases
from bot.chat.commands import COMMANDS
from bot.chat.competitions import routes as competitions
from bot.chat.conversation import routes as conversation
from bot.chat.days import routes as days
from bot.chat.matches import routes as matches
from bot.chat.people import routes as people
from bot.chat.play import routes as play
from bot.chat.ratings import routes as ratings

SUBJECTS = (analysis, cases, competitions, conversation, days, matches, people, play, ratings)


def test_every_command_has_a_handler_and_every_handler_a_command() -> None:
    """No command of the menus is without a handler, and no handler is out of reach."""
    assert routes.COMMANDS.keys() == {one.romanian for one in COMMANDS}


def test_no_verb_and_no_topic_belongs_to_two_subjects() -> None:
    """Each button and each question leads to one handler."""
    answers = [topic for subject in SUBJECTS for topic in getattr(subject, "ANSWERS", ())]
    verbs = [verb for subject in SUBJECTS for verb in subject.BUTTONS]
    commands = [name for subject in SUBJECTS for name in subject.COMMANDS]
    about_games = {"show", "for"}
    assert (len(answers), len(commands)) == (len(routes.ANSWERS), len(routes.COMMANDS))
    assert len({*verbs, *about_games}) == len(verbs) + len(about_games) == len(routes.BUTTONS)
