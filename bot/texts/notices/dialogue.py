"""Small things that dialogues by buttons have in common. Pure."""

from collections.abc import Sequence

from bot.texts.messages import Button, Buttons, say


def rows_of(buttons: Sequence[Button], width: int) -> Buttons:
    """Return the buttons in rows of that many."""
    return tuple(tuple(buttons[start : start + width]) for start in range(0, len(buttons), width))


def page_of(buttons: Sequence[Button], wanted: int, most: int, turns: str) -> Buttons:
    """Return a page of so many buttons, one a row, and a row that turns to the others.

    `turns` begins the data of that row's buttons; the number of the page, from 0, ends it.
    """
    pages = max(1, -(-len(buttons) // most))
    page = min(wanted, pages - 1)
    return (*rows_of(buttons[page * most : (page + 1) * most], 1), *turning(page, pages, turns))


def turning(page: int, pages: int, turns: str) -> Buttons:
    """Return the row of buttons that turn the page, if there is more than one."""
    row = []
    if page:
        row.append(Button(say("button.list_back", page=page, pages=pages), f"{turns}{page - 1}"))
    if page + 1 < pages:
        row.append(Button(say("button.list_on", page=page + 2, pages=pages), f"{turns}{page + 1}"))
    return (tuple(row),) if row else ()


def write_button(about: str) -> Button:
    """Return the button by which a player writes to his arbiter, about a game or without one."""
    return Button(say("button.letter"), f"letter:{about}")
