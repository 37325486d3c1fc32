"""Checks for a developer who adds or renames a command; each failure names what is missing."""

from bot.chat.command_hints import COMMAND_OF_SPOKEN, COMMAND_OF_TYPED
from bot.chat.commands import BY_NAME, COMMANDS, SUBJECTS
from bot.chat.handling import CommandRole
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES

WITHOUT_SUBJECT = {"start", "ajutor"}
"""The help itself, and what opens the chat."""


def test_each_command_is_under_a_subject_of_the_help() -> None:
    """A new command is added to `SUBJECTS`, and what is there is a command."""
    listed = {name for names in SUBJECTS.values() for name in names}
    commands = {command.romanian for command in COMMANDS} - WITHOUT_SUBJECT

    missing, unknown = sorted(commands - listed), sorted(listed - commands)
    assert not missing, f"add to SUBJECTS in bot/chat/commands.py: {missing}"
    assert not unknown, f"no command, but in SUBJECTS in bot/chat/commands.py: {unknown}"


def test_each_command_and_subject_has_its_text_in_each_catalogue() -> None:
    """A new command has what the menu says of it, `menu.NAME`; a new subject its button."""
    wanted = {f"menu.{command.romanian}" for command in COMMANDS if command.romanian != "start"}
    wanted |= {f"help.subject.{subject}" for subject in SUBJECTS}
    missing = {
        f"{key} in {language}.po"
        for language in LANGUAGES
        for key in wanted - load_catalogue(language).entries.keys()
    }

    assert not missing, f"write in bot/texts/locales: {sorted(missing)}"


def test_no_command_is_taken_for_another_by_its_old_meaning() -> None:
    """A word that becomes a player's command no longer leads to the one it was a hint for."""
    own = {
        name for command in COMMANDS if command.role is CommandRole.ANYONE for name in command.names
    }

    old = sorted(own & COMMAND_OF_TYPED.keys())
    assert not old, f"take the old meaning out of bot/chat/command_hints.py: {old}"


def test_each_hint_leads_to_a_command() -> None:
    """The words of a hint name their command in Romanian, as the tables of handlers do."""
    meant = {*COMMAND_OF_TYPED.values(), *COMMAND_OF_SPOKEN.values()}

    gone = sorted(meant - {command.romanian for command in COMMANDS})
    assert not gone, f"bot/chat/command_hints.py leads to these, which are no commands: {gone}"


def test_a_former_english_name_still_works() -> None:
    """`/nudge`, `/giveback`, `/means` do what `/remind`, `/send_back`, `/channel` do."""
    former = {command.former: command.english for command in COMMANDS if command.former}

    assert former.items() >= {("nudge", "remind"), ("retire", "withdraw"), ("means", "channel")}
    assert all(BY_NAME[old] is BY_NAME[new] for old, new in former.items())
