"""Messages with an analysis whose game was closed again by a ruling."""

from typing import NoReturn, cast

import pytest

from bot.analysis.analysed_games import ClosedAgain
from bot.texts.messages import Notice
from bot.texts.pictures import AnalysisPicture, AnalysisView, Document, DocumentKind
from bot.transport.sending.composing import Composer
from bot.web.people.feed import Feed
from bot.web.refusals import RefusedError
from tests.bot.somebody import ANA


class Closing:
    """A composer to which every analysis is closed."""

    async def picture(self, *_: object) -> NoReturn:
        """Refuse a picture."""
        raise ClosedAgain

    async def file(self, *_: object) -> NoReturn:
        """Refuse a file."""
        raise ClosedAgain


@pytest.mark.article("2.1")
async def test_an_analysis_closed_again_is_missing_from_the_page() -> None:
    """Old messages have neither its picture nor its file, and the page has no error of ours."""
    feed = Feed(cast("Composer", Closing()))
    book = Document(DocumentKind.ANALYSIS, "AAAA/1")

    with pytest.raises(RefusedError) as no_picture:
        await feed.draw(ANA, AnalysisPicture("AAAA/1", AnalysisView.LOSSES))
    with pytest.raises(RefusedError) as no_file:
        await feed.file(ANA, Notice(to=1, document=book))

    assert no_picture.value.refusal.status == no_file.value.refusal.status == 404
