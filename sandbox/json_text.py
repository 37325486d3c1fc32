"""Reads JSON that comes from outside: from a page, from the bot, or in its answers."""

import json


def read_json(text: str | bytes) -> object:
    """Return the value that a JSON text holds.

    Raises:
        ValueError: the text is no JSON, or it is nested too deeply.
    """
    try:
        value: object = json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return value
