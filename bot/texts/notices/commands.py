"""What a command does, in a few words: the same in a menu and in the help. Pure."""

from bot.texts.messages import Text


def describe(command: str, *, is_operator: bool = False) -> Text:
    """Return what the command of that Romanian name does for the person.

    To an operator `/arbitru` names arbiters; everybody else writes to his own by it.
    """
    if is_operator and command == "arbitru":
        return Text("menu.names_arbiter")
    return Text(f"menu.{command}")
