"""A rating table in the chat meets the people known to the bot, as every entrance does."""

from tests.e2e.harness import Table
from tests.e2e.people.who_is_who_shared import season
from tests.e2e.rating_talk import keeper
from tests.e2e.texts import mentions
from tests.rating_files import calendar

ANA, DAN = "Ana Pop", "Dan Ene"


def table_of(name: str) -> tuple[str, bytes]:
    """Return collective games in which that name took part."""
    return "jocuri.csv", calendar(3, names=(f'"{name}"', DAN, "Geo Luca"))


async def test_a_likely_name_is_asked_about_once(table: Table) -> None:
    """„Pop Ana” is Ana Pop by the officer's answer; the same table asks nothing again."""
    await season(table, "Cupa Unu", ANA, DAN)
    talk = await keeper(table)
    await talk.begin("frs")
    asked = await talk.send(table_of("Pop Ana"))
    assert mentions(asked, "rating.doubt_known", found="Pop Ana", near=ANA)
    await talk.press(asked, "Da")
    await talk.rate(asked)

    await talk.begin("frs")
    again = await talk.send(table_of("Pop Ana"))

    assert not mentions(again, "rating.doubt_known")
    assert mentions(again, "rating.same", found="Pop Ana", near=ANA)


async def test_a_spelling_is_joined_unasked(table: Table) -> None:
    """„POP, Ana” is Ana Pop, and the summary says so."""
    await season(table, "Cupa Unu", ANA, DAN)
    talk = await keeper(table)
    await talk.begin("frs")

    shown = await talk.send(table_of("POP, Ana"))

    assert not mentions(shown, "rating.doubt_known")
    assert mentions(shown, "rating.same", found="POP, Ana", near=ANA)


async def test_another_person_is_not_asked_about_again(table: Table) -> None:
    """The answer „another” is kept with the officer's last list."""
    await season(table, "Cupa Unu", ANA, DAN)
    talk = await keeper(table)
    await talk.begin("frs")
    asked = await talk.send(table_of("Ana Popp"))
    await talk.press(asked, "Nu")
    await talk.rate(asked)

    await talk.begin("frs")
    again = await talk.send(table_of("Ana Popp"))

    assert not mentions(again, "rating.doubt_known")
    assert not mentions(again, "rating.same")
