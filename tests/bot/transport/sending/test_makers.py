"""Every kind of picture and file has exactly one maker, which addresses readers as messages do."""

import io
from dataclasses import replace
from typing import get_args

import pytest
from pypdf import PdfReader

from bot.program.makers import makers
from bot.program.menu_contents import menu_named
from bot.texts.command_menus import MenuName
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.texts.pictures import (
    Document,
    DocumentKind,
    GamePicture,
    HowToPlay,
    PictureKind,
    RatingChart,
)
from bot.transport.sending.makers import Makers, NoMaker
from tests.bot.conftest import PostOffice
from tests.bot.documents.dossier.match import shared

OF_A_GAME = {each.kind for each in get_args(GamePicture)}
OF_THE_PRESS = {DocumentKind.GCG, DocumentKind.WORD_LIST, DocumentKind.MY_DATA}


def test_every_kind_has_one_maker(post: PostOffice) -> None:
    """The program's table has all kinds that the press does not make, and no other."""
    table = makers(post.runtime, shared())
    assert set(table.pictures) == set(PictureKind) - OF_A_GAME
    assert set(table.documents) == set(DocumentKind) - OF_THE_PRESS


async def test_a_kind_without_a_maker_is_refused_by_its_name() -> None:
    """No other maker is used by default."""
    with pytest.raises(NoMaker, match="rating_chart"):
        await Makers().picture(RatingChart("frs:1", 0), "ro")
    with pytest.raises(NoMaker, match="dossier"):
        await Makers().document(Document(DocumentKind.DOSSIER, "K7QF"), "ro")


async def test_files_pictures_and_menus_address_a_reader_as_messages_do(post: PostOffice) -> None:
    """A federation that writes „dumneavoastră” has no „tu” in its guide or menu."""
    usual = makers(post.runtime, shared())
    formal = makers(post.runtime, replace(shared(), is_formal=True))
    (first, *_) = load_catalogue("ro", formal=True).plain(say("how.full.move")).split(".")

    page = await formal.document(Document(DocumentKind.HOW, ""), "ro")

    paper = " ".join(PdfReader(io.BytesIO(page.content)).pages[0].extract_text().split())
    assert " ".join(first.split()) in paper
    assert await formal.picture(HowToPlay(), "ro") != await usual.picture(HowToPlay(), "ro")
    descriptions = menu_named(MenuName("ro"), formal=True)
    assert descriptions["joaca"] == load_catalogue("ro", formal=True).plain(say("menu.joaca"))
    assert descriptions["joaca"] != menu_named(MenuName("ro"), formal=False)["joaca"]
