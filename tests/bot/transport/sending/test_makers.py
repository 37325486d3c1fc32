"""Every kind of picture and file is made by somebody, and nothing is made by the wrong one."""

import pytest

from bot.program.makers import makers
from bot.texts.pictures import Document, DocumentKind, PictureKind, RatingChart
from bot.transport.sending.makers import Makers, NobodyMakesIt
from bot.transport.sending.press import OF_A_GAME
from tests.bot.conftest import PostOffice
from tests.bot.documents.dossier.match import shared

OF_THE_PRESS = {DocumentKind.GCG, DocumentKind.WORD_LIST, DocumentKind.MY_DATA}


def test_every_kind_has_one_maker(post: PostOffice) -> None:
    """What the press does not make itself stands in the program's table, and nothing else does."""
    table = makers(post.runtime, shared())
    assert set(table.pictures) == set(PictureKind) - OF_A_GAME
    assert set(table.documents) == set(DocumentKind) - OF_THE_PRESS


async def test_a_kind_without_a_maker_is_refused_by_its_name() -> None:
    """A picture or file that nobody makes is not handed to anyone who comes last."""
    with pytest.raises(NobodyMakesIt, match="rating_chart"):
        await Makers().picture(RatingChart("frs:1", 0), "ro")
    with pytest.raises(NobodyMakesIt, match="dossier"):
        await Makers().document(Document(DocumentKind.DOSSIER, "K7QF"), "ro")
