"""A rating table in the chat meets the people known to the bot, as every entrance does."""

from tests.e2e.harness import Table
from tests.e2e.people.who_is_who_shared import season
from tests.e2e.rating_talk import keeper
from tests.e2e.texts import mentions
from tests.rating_files import calendar

ANA, DAN, GEO = "Ana Pop", "Dan Ene", "Geo Luca"
TABLE = "jocuri.csv", calendar(3, names=('"Pop Ana"', '"ENE, Dan"', '"Geo Lucas"'))


async def test_a_likely_name_is_asked_about_once(table: Table) -> None:
    """„Pop Ana” is Ana Pop by the officer's answer, „Geo Lucas” another; neither is asked again.

    The spelling „ENE, Dan” is joined unasked, and the summary says so.
    """
    await season(table, "Cupa Unu", ANA, DAN, GEO)
    talk = await keeper(table)
    await talk.begin("frs")
    asked = await talk.send(TABLE)
    assert mentions(asked, "rating.doubt_known", found="Pop Ana", near=ANA)
    await talk.press(asked, "Da")
    assert mentions(asked, "rating.doubt_known", found="Geo Lucas", near=GEO)
    await talk.press(asked, "Nu")
    assert not mentions(asked, "rating.doubt_known")
    assert mentions(asked, "rating.same", found="ENE, Dan", near=DAN)
    await talk.rate(asked)

    await talk.begin("frs")
    again = await talk.send(TABLE)

    assert not mentions(again, "rating.doubt_known")
    assert mentions(again, "rating.same", found="Pop Ana", near=ANA)
    assert not mentions(again, "rating.same", found="Geo Lucas", near=GEO)
