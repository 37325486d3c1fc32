"""An arbiter's bad day: correct reasons, cards that keep their buttons, complete lists."""

from pathlib import Path

import pytest

from tests.e2e.bench import card_of, claim, later, tap
from tests.e2e.championship import Championship
from tests.e2e.harness import Pair, Table, match_begun, table
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told, worded

PARTNER = {"federation_ruleset": "cn-2025-partner"}


@pytest.mark.article("5.3")
async def test_no_tap_says_of_a_listed_word_that_it_is_not_listed(tmp_path: Path) -> None:
    """The card says that the word is listed, and no reason on a button contradicts it."""
    async with table(tmp_path, settings=PARTNER, after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        await pair.place(pair.red, "H8 CASA")
        card = card_of(laid.arbiter, await claim(pair, pair.blue, "word", "s0"))
        assert mentions(card, "case.word_listed", word="CASA")

        (asked,) = await tap(laid, laid.arbiter, card, "word_invalid.m0")
        assert asked.labels == (worded("button.undecide"),)
        (asked,) = await tap(laid, laid.arbiter, card, "rejected")
        assert worded("why.word_listed") in asked.labels
        assert worded("why.word_not_listed") not in asked.labels


@pytest.mark.article("9.1")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_player_who_withdrew_is_called_withdrawn(table: Table, season: Season) -> None:
    """Neither the board nor the results call that player absent."""
    ana = season.players["Ana Pop"]
    pairs = [pair for pair in await season.pairs() if ana in {pair.red, pair.blue}]
    (question,) = await table.say(ana, "/retragere")
    await table.press(ana, question, "button.retire")

    for pair in pairs:
        (card,) = await table.say(table.arbiter, f"/omologheaza {pair.code}")
        assert mentions(card, "ending.withdrew", who="Ana Pop")
        assert not mentions(card, "ending.no_show")
        assert not mentions(card, "ending.abandoned")


async def test_a_digest_names_the_overdue_tasks_that_it_counts(pair: Pair) -> None:
    """The six-day-old case is named by its players, although another task is the new one."""
    laid, arbiter = pair.table, pair.table.arbiter
    case = await claim(pair, pair.red, "conduct")
    await later(laid, 8)
    seen = len(arbiter.messages)
    (asked,) = await laid.say(pair.blue, f"/arbitru {pair.id} Pot juca de pe alt telefon?")
    await laid.press(pair.blue, asked, "button.letter_beside")
    await laid.travel(1)

    news = [one for one in arbiter.messages[seen:] if mentions(one, "docket.news")]
    assert mentions(news[-1], "docket.over_listed", n=1)
    late = news[-1].text.partition(worded("docket.letter"))[0]
    assert f"{case} Ana Pop – Ion Rus" in late


async def test_a_seed_given_twice_is_refused_with_both_names(championship: Championship) -> None:
    """A seeding given twice, in lists or for a replacement, is refused with both names."""
    await championship.press("button.comp.add")
    (shown,) = await championship.say("Ana Pop, Cluj, 1\nIon Rus, Iași, 1\nDan Ene, Cluj, 2")
    assert mentions(shown, "table.seed_twice", found=1, first="Ana Pop", other="Ion Rus")
    await championship.press("button.comp.enter")

    await championship.press("button.comp.add")
    (shown,) = await championship.say("Ion Rus, Iași, 2\nEma Ilie, Iași, 3")
    assert mentions(shown, "table.seed_twice", found=2, first="Dan Ene", other="Ion Rus")
    await championship.press("button.comp.enter")

    assert sorted((await championship.names()).values()) == ["Ana Pop", "Dan Ene", "Ema Ilie"]
    seeds = [entry.seeding for entry in (await championship.now()).phase.entries]
    assert sorted(seeds, key=str) == [1, 2, 3]
    assert not told(championship.arbiter.messages, "fault.seeding_twice")

    await championship.press("button.comp.players")
    await championship.press("button.plain", label="Dan Ene")
    await championship.press("button.comp.replace")
    (refused,) = await championship.say("Vio Marin, Brașov, 1")
    assert mentions(refused, "fault.seeding_twice", seed=1, first="Ana Pop", other="Vio Marin")
    await championship.say("Vio Marin, Brașov, 2")
    assert sorted((await championship.names()).values()) == ["Ana Pop", "Ema Ilie", "Vio Marin"]


@pytest.mark.article("7.2")
async def test_a_claim_its_questions_and_its_ruling_stay_one_thread(pair: Pair) -> None:
    """The ruling replies to the claim in a player's chat, the question to the arbiter's card."""
    laid, arbiter = pair.table, pair.table.arbiter
    case = await claim(pair, pair.red, "conduct")
    card = card_of(arbiter, case)
    (asked,) = await tap(laid, arbiter, card, "warning.blue")
    (confirm,) = await laid.say(arbiter, "Mesaje nepotrivite.")
    await laid.press(arbiter, confirm, "button.decide")

    (claimed,) = told(pair.blue.messages, "claim.told", case=case)
    (ruling,) = told(pair.blue.messages, "case.decision", case=case)
    assert asked.reply_to is not None
    assert asked.reply_to.id == card.id
    assert ruling.reply_to is not None
    assert ruling.reply_to.id == claimed.id
