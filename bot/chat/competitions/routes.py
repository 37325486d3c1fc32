"""The handlers of competitions: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.competitions import (
    championship,
    closing,
    gallery,
    groups,
    importing,
    new,
    person_records,
    public_pages,
    retirement,
    searching,
    sign_up,
    standings,
)
from bot.chat.handling import AnswerHandler, Handler
from bot.chat.topics import Topic

COMMANDS: Final[Mapping[str, Handler]] = {
    "clasament": standings.standings,
    "galerie": gallery.gallery,
    "cauta": searching.search,
    "retragere": retirement.retire,
    "site": public_pages.site,
    "campionat": championship.championship,
    "preia": importing.start,
    "inchidere": closing.closing,
    "grup": groups.group,
    "arhiva": groups.archive,
    "leaga": groups.link_here,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    "std": standings.show_table,
    "grp": groups.pressed,
    "copies": groups.copies_chosen,
    "retire": retirement.pressed,
    "state": closing.stated,
    "close": closing.end_all,
    "close1": closing.end_one,
    "c": championship.pressed,
    "cn": new.pressed,
    "import": importing.pressed,
    "su": sign_up.pressed,
    "gal": gallery.pressed,
    "find": searching.turn_page,
    "who": person_records.show_person,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.CHAMPIONSHIP: new.typed,
    Topic.COMPETITION: championship.typed,
    Topic.IMPORT: importing.given,
    Topic.SIGN_UP: sign_up.typed,
}
