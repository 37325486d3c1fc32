"""Which word list a competition plays with, where another comes into force before it starts."""

from pathlib import Path

import pytest

from engine.words.lexicon import Edition, write_edition
from tests.e2e.championship import FOUR, set_up
from tests.e2e.harness import bucharest, table
from tests.e2e.texts import mentions, told


@pytest.mark.article("3.1")
async def test_the_list_in_force_at_the_start_is_announced_and_pinned(tmp_path: Path) -> None:
    """Setting up warns that it will be another; from the start that one is the competition's."""
    folder = tmp_path / "lists"
    loc = Edition(name="LOC-2025", sha256="", words=0, licence="", official=True, folder=folder)
    written = write_edition(["CASA", "MASA"], loc)
    settings = {
        "lexicon_directory": str(folder),
        "federation_next_word_list": "LOC-2025",
        "federation_next_word_list_from": "2025-05-04",
    }
    async with table(tmp_path, settings=settings) as laid:
        (warned,) = await laid.say(laid.arbiter, "/meci Ana Pop - Ion Rus start 10.05.2025")
        assert mentions(warned, "edition.differs", edition="LOC-2025")
        championship = await set_up(laid)
        assert (await championship.now()).edition.name == "LOC-2025"
        await championship.enter(FOUR)
        ana = await championship.claim("Ana Pop")
        await championship.draw()
        await laid.travel(5)

        assert (await championship.now()).edition.sha256 == written.sha256
        (announced,) = told(ana.messages, "leg.word_list_named", edition="LOC-2025")
        assert not mentions(announced, "words.not_official")


@pytest.mark.article("3.1")
async def test_a_competition_keeps_its_list_when_another_comes_into_force(tmp_path: Path) -> None:
    """Its player reads what the board says; who plays nowhere reads the list of the day."""
    folder = tmp_path / "lists"
    loc = Edition(name="LOC-2025", sha256="", words=0, licence="", official=True, folder=folder)
    write_edition(["CASA", "MASA"], loc)
    settings = {
        "lexicon_directory": str(folder),
        "federation_next_word_list": "LOC-2025",
        "federation_next_word_list_from": "2025-07-01",
    }
    async with table(tmp_path, settings=settings) as laid:
        championship = await set_up(laid)
        await championship.enter(FOUR)
        ana = await championship.claim("Ana Pop")
        await championship.draw()
        await laid.travel_to(bucharest("2025-05-05", "09:00:00"))
        await laid.travel_to(bucharest("2025-07-02"))
        stranger = laid.sandbox.add_user("Curiosul", language_code="ro")

        (own,) = await laid.say(ana, "/cuvant STIRE")
        (other,) = await laid.say(stranger, "/cuvant STIRE")

        assert mentions(own, "words.right", word="STIRE")
        assert "LOC-2025" not in own.text
        assert mentions(other, "words.wrong", word="STIRE")
        assert "LOC-2025" in other.text
