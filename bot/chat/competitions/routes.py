"""The handlers of competitions: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.competitions import (
    championship,
    closing,
    gallery,
    importing,
    person_records,
    public_pages,
    retirement,
    searching,
    set_up,
    sign_up,
    standings,
    telegram_groups,
)
from bot.chat.handling import AnswerHandler, Handler
from bot.chat.topics import Topic
from bot.texts.buttons import competitions as verbs
from bot.texts.buttons.matches import IMPORT

COMMANDS: Final[Mapping[str, Handler]] = {
    "clasament": standings.show,
    "galerie": gallery.show,
    "cauta": searching.search,
    "retragere": retirement.ask,
    "site": public_pages.show,
    "campionat": championship.show,
    "preia": importing.start,
    "inchidere": closing.show,
    "grup": telegram_groups.show_group,
    "arhiva": telegram_groups.show_copies,
    "leaga": telegram_groups.explain_linking,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    verbs.TABLE.name: standings.show_table,
    verbs.GROUP.name: telegram_groups.pressed,
    verbs.COPIES.name: telegram_groups.copies_pressed,
    verbs.WITHDRAW.name: retirement.pressed,
    verbs.STATE.name: closing.record_statement,
    verbs.END_ALL.name: closing.ask_to_end_all,
    verbs.END_ONE.name: closing.ask_to_end_match,
    verbs.CARD.name: championship.pressed,
    verbs.NEW.name: set_up.pressed,
    IMPORT.name: importing.pressed,
    verbs.SIGN_UP.name: sign_up.pressed,
    verbs.GALLERY.name: gallery.pressed,
    verbs.FOUND.name: searching.turn_page,
    verbs.PLAYER.name: person_records.show_person,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.CHAMPIONSHIP: set_up.answer_given,
    Topic.COMPETITION: championship.answer_given,
    Topic.IMPORT: importing.file_given,
    Topic.SIGN_UP: sign_up.answer_given,
}
