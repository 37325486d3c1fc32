"""Every kind of picture and file has exactly one maker."""

from typing import get_args

import pytest

from bot.program.makers import makers
from bot.texts.pictures import Document, DocumentKind, GamePicture, PictureKind, RatingChart
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
