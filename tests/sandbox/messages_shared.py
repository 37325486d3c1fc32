"""What `test_messages` and other tests share."""

from telegram import InlineKeyboardButton, InlineKeyboardMarkup


def buttons(*labels: str) -> InlineKeyboardMarkup:
    """One row of buttons that call back with their own label in lower case."""
    row = [InlineKeyboardButton(label, callback_data=label.lower()) for label in labels]
    return InlineKeyboardMarkup([row])
