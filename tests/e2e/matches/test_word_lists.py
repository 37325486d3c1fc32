"""A competition's word list, if another comes into force before the start."""

from pathlib import Path

import pytest

from engine.words.lexicon import DEFAULT_EDITION, Edition, find_edition, write_edition
from tests.e2e.championship import FOUR, set_up
from tests.e2e.harness import Pair, bucharest, last_with, match_begun, table
from tests.e2e.texts import facts_of, mentions, told

OLDER = "rospell-3.3.8"


@pytest.mark.article("3.1")
async def test_what_starts_after_a_list_came_into_force_has_it_and_what_ran_keeps_its_own(
    tmp_path: Path,
) -> None:
    """Set-up warns that the list will change; the list in force at the start is pinned.

    A player sees their board's list; a person without games sees the day's list.
    """
    folder = tmp_path / "lists"
    loc = Edition(name="LOC-2025", sha256="", words=0, licence="", official=True, folder=folder)
    written = write_edition(["CASA", "MASA"], loc)
    settings = {
        "lexicon_directory": str(folder),
        "federation_next_word_list": "LOC-2025",
        "federation_next_word_list_from": "2025-05-08",
    }
    async with table(tmp_path, changed=settings) as laid:
        (warned,) = await laid.say(laid.arbiter, "/meci Ana Pop - Ion Rus start 10.05.2025")
        assert mentions(warned, "edition.differs", edition="LOC-2025")
        early = await set_up(laid)
        await early.enter(FOUR)
        ana = await early.claim("Ana Pop")
        await early.draw()
        late = await set_up(laid, {"preliminary": "10.05 30.09"}, title="Cupa Toamnei 2025")
        assert (await late.now()).edition.name == "LOC-2025"
        await late.enter("Tina Popa\nSorin Radu\nLia Sava\nVasile Ban")
        tina = await late.claim("Tina Popa")
        await late.draw()
        await laid.travel_to(bucharest("2025-05-05", "09:00:00"))
        await laid.travel_to(bucharest("2025-05-10", "09:00:00"))
        stranger = laid.sandbox.add_user("Curiosul", language_code="ro")

        assert (await late.now()).edition.sha256 == written.sha256
        (announced,) = told(tina.messages, "leg.word_list_named", edition="LOC-2025")
        assert not mentions(announced, "words.not_official")
        (own,) = await laid.say(ana, "/cuvant STIRE")
        (other,) = await laid.say(stranger, "/cuvant STIRE")
        assert mentions(own, "words.right", word="STIRE")
        assert "LOC-2025" not in own.text
        assert mentions(other, "words.wrong", word="STIRE")
        assert "LOC-2025" in other.text


async def test_players_of_a_friendly_match_choose_among_installed_lists(tmp_path: Path) -> None:
    """The request names the chosen list, which decides on words and applies to a rematch."""
    folder = tmp_path / "lists"
    few = Edition(name="LOC-2025", sha256="", words=0, licence="", official=True, folder=folder)
    written = write_edition(["CASA", "MASA"], few)
    async with table(tmp_path, changed={"lexicon_directory": str(folder)}) as laid:
        ana, ion = (
            laid.sandbox.add_user(name, language_code="ro") for name in ("Ana Pop", "Ion Rus")
        )
        (card,) = await laid.say(ana, "/joaca")
        for games in (2, 1):
            ana.press(card, f"play:10:{games}:::{written.sha256[:8]}")
            await laid.settle()
        assert "LOC-2025" in facts_of(card, "requests.offer")["rules"]
        await laid.press(ana, card, "button.requests.public")
        (listed,) = await laid.say(ion, "/cereri")
        assert "fără rating, lista LOC-2025" in facts_of(listed, "requests.list")["rows"]
        await laid.press(ion, listed, "button.requests.accept")

        pair = Pair(laid, facts_of(listed, "requests.begun")["match"], ana, ion)
        assert (await pair.game()).edition.sha256 == written.sha256
        (answer,) = await laid.say(ana, f"/cuvant {pair.id} STIRE")
        assert "LOC-2025" in answer.text
        await pair.place(ana, "H8 CASA")
        (question,) = await laid.say(ion, f"/abandon {pair.id}")
        await laid.press(ion, question, "button.abandon")
        await laid.press(ana, last_with(ana, f"again:{pair.code}"), "button.requests.rematch")
        (asked,) = told(ion.messages, "requests.rematch_asked")
        assert "lista LOC-2025" in facts_of(asked, "requests.rematch_asked")["terms"]
        await laid.press(ion, asked, "button.requests.yes")
        code = facts_of(asked, "requests.begun")["match"]
        assert (await laid.stored.match(code)).edition.sha256 == written.sha256


@pytest.mark.article("3.1")
async def test_an_older_free_list_keeps_its_matches_and_is_offered_for_no_new_one(
    tmp_path: Path,
) -> None:
    """A match keeps the edition that it began with; a new one is not offered a superseded list."""
    older, newer = ({"federation_word_list": name} for name in (OLDER, ""))
    async with table(tmp_path, settings=older, changed=newer, after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        assert (await pair.game()).edition.name == OLDER
        stranger = laid.sandbox.add_user("Curiosul", language_code="ro")
        (old,) = await laid.say(pair.red, "/cuvant ANALOGA")
        (new,) = await laid.say(stranger, "/cuvant ANALOGA")
        assert mentions(old, "words.wrong", word="ANALOGA")
        assert mentions(new, "words.right", word="ANALOGA")
        assert DEFAULT_EDITION in new.text
        (card,) = await laid.say(stranger, "/joaca")
        assert find_edition(OLDER).sha256[:8] not in "".join(one.data for one in card.buttons)
