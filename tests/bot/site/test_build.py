"""The record of a build of the site."""

from pathlib import Path

import pytest

from bot.site.build import RECORD, make_site
from bot.site.options import SiteOptions
from bot.site.source import BuildCaches
from storage.db import Database


@pytest.mark.parametrize(
    "content",
    ["", "[]", '{"stamp": "", "pages": []}', '{"stamp": "", "pages": {"404": ["", [], ""]}}'],
)
async def test_a_record_in_another_form_means_that_everything_is_built_again(
    database: Database, tmp_path: Path, content: str
) -> None:
    """Whatever is in the record, the site is built, and then the record is whole."""
    (tmp_path / RECORD).write_text(content, encoding="utf-8")
    built = await make_site(database, BuildCaches(), SiteOptions(), tmp_path)
    again = await make_site(database, BuildCaches(), SiteOptions(), tmp_path)

    assert len(built.written) == built.files > 0
    assert (again.written, again.files) == ((), built.files)
