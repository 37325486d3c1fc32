"""Several silences decided at once, and the next task offered after each decision."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bot.texts.buttons.cases import BULK, SilencesAction
from sandbox import Message
from tests.e2e.cases.task_list_shared import SILENT, opens, silent_cup
from tests.e2e.championship import press
from tests.e2e.harness import bucharest, table
from tests.e2e.season import Season, cup_begun
from tests.e2e.texts import facts_of, mentions, says, told, worded


@pytest.mark.article("7.2")
async def test_silences_are_waited_for_written_to_and_opened_at_once(tmp_path: Path) -> None:
    """One confirmation decides all chosen games, and each person gets one message.

    A button chooses only the games of one group, another all games. The button for more files
    sends each file that was not sent, even if a game was decided meanwhile; one of an earlier
    version names the place of the first file that it opens.
    """
    async with silent_cup(tmp_path) as season:
        laid, arbiter = season.table, season.table.arbiter
        (listed,) = await laid.say(arbiter, "/mesa")
        (choice,) = await laid.press(arbiter, listed, "button.silences")
        assert says(choice, "silences.list", n=SILENT, chosen=SILENT)
        await _last_file_by_an_older_button(season, choice)
        await _only_group_a(season, choice)
        left = choice.buttons[0].data.rpartition(":")[2]
        arbiter.press_button(choice, choice.buttons[0])
        await laid.settle()
        assert says(choice, "silences.list", n=SILENT, chosen=SILENT - 1)

        files = await laid.press(arbiter, choice, "button.silences.files")
        assert len([one for one in files if mentions(one, "silence.dossier")]) == 10
        decided = await _never_opened(season, files)
        rest = await laid.press(arbiter, files[-1], "button.silences.more_files")
        assert len([one for one in rest if mentions(one, "silence.dossier")]) == SILENT - 1 - 10
        assert not told(rest, "silences.more")

        seen = {user: len(user.messages) for user in season.users.values()}
        await laid.press(arbiter, choice, "button.silences.write")
        (shown,) = await laid.say(arbiter, "Mai jucați? Răspundeți până vineri.")
        assert not any(told(user.messages[n:], "letter.about") for user, n in seen.items())
        await laid.press(arbiter, shown, "button.decide")
        chosen = [pair for pair in await season.pairs() if pair.id not in {left, decided}]
        games = [await pair.game() for pair in chosen]
        silent = Counter(game.side(game.turn).person for game in games)
        assert says(shown, "silences.done.write", n=len(silent))
        for person, user in season.users.items():
            letters = told(user.messages[seen[user] :], "letter.about")
            assert len(letters) == (1 if silent[person] else 0)

        (listed,) = await laid.say(arbiter, "/mesa")
        (choice,) = await laid.press(arbiter, listed, "button.silences")
        arbiter.press_button(choice, choice.buttons[0])
        await laid.settle()
        (shown,) = await laid.press(arbiter, choice, "button.silences.wait")
        seen = {user: len(user.messages) for user in season.users.values()}
        await laid.press(arbiter, shown, "button.decide")

        assert says(shown, "silences.done.wait", n=SILENT - 2, until="2025-05-16")
        for user, number in seen.items():
            assert len(user.messages[number:]) <= 1
        (listed,) = await laid.say(arbiter, "/mesa")
        assert opens(listed) == [left]
        assert opens(shown) == [left]


async def _last_file_by_an_older_button(season: Season, choice: Message) -> None:
    """Have the arbiter press a button of an earlier version that names the last file."""
    laid, arbiter = season.table, season.table.arbiter
    older = replace(choice.buttons[0], target=BULK.data(SilencesAction.FILES, SILENT - 1))
    before = len(arbiter.messages)

    arbiter.press_button(choice, older)
    await laid.settle()

    files = [one for one in arbiter.messages[before:] if mentions(one, "silence.dossier")]
    assert len(files) == 1


async def _never_opened(season: Season, files: list[Message]) -> str:
    """Have the arbiter rule a no-show by one of the files; return its game."""
    laid, arbiter = season.table, season.table.arbiter
    moved = (await season.pairs())[0].id  # the list is in the order of the random codes
    not_opened = next(one for one in told(files, "silence.dossier") if moved not in one.text)
    (asked,) = await laid.press(arbiter, not_opened, "button.no_show")
    await laid.press(arbiter, asked, "verdict.usual_not_opened")
    await laid.press(arbiter, asked, "button.decide")
    return facts_of(not_opened, "silence.dossier")["game"]


async def _only_group_a(season: Season, choice: Message) -> None:
    """Have the arbiter choose the games of group A, then all games again."""
    laid, arbiter = season.table, season.table.arbiter
    await press(laid, arbiter, choice, "button.silences.group", label="A")

    assert says(choice, "silences.list", n=SILENT, chosen=SILENT // 2)
    shown = {each.data.rpartition(":")[2]: each.label for each in choice.buttons}
    matches = await season.matches()
    assert {match.group for match in matches} == {"A", "B"}
    for match in matches:
        if (label := shown.get(f"{match.code}/1")) is not None:
            assert ("✅" in label) == (match.group == "A")
    await laid.press(arbiter, choice, "button.silences.all")


@pytest.mark.article("9.1")
async def test_after_each_decision_a_button_opens_the_next_task(tmp_path: Path) -> None:
    """The buttons name players and days, so the arbiter opens the list only once."""
    async with table(tmp_path, after=cup_begun("Ana Pop", "Ion Rus", "Dan Ene")) as laid:
        season = Season.at(laid, *laid.done)
        arbiter = laid.arbiter
        third = await (await season.pairs())[2].game()
        await season.abandoned(third.id, third.red.person)
        await laid.travel_to(bucharest("2025-05-15", "12:00:00"))
        (listed,) = await laid.say(arbiter, "/mesa")
        games = opens(listed)
        assert len(games) == 2
        first = await laid.stored.game(games[0])
        names = await season.championship.names()
        who = worded(
            "docket.one_of",
            name=names[first.side(first.turn).person],
            partner=names[first.side(first.turn.partner).person],
        )
        assert any(who in label and "zile" in label for label in listed.labels)

        opened, button = listed, listed.buttons[0]
        for number in range(len(games)):
            before = len(arbiter.messages)
            arbiter.press_button(opened, button)
            await laid.settle()
            file = next(one for one in arbiter.messages[before:] if one.buttons)
            (asked,) = await laid.press(arbiter, file, "button.no_show")
            await laid.press(arbiter, asked, "verdict.usual_not_opened")
            await laid.press(arbiter, asked, "button.decide")
            following = [each for each in asked.buttons if each.data.startswith("mesa:open:")]
            assert len(following) == (number < len(games) - 1)
            opened, button = asked, following[0] if following else button
        (listed,) = await laid.say(arbiter, "/mesa")
        assert says(listed, "docket.empty")
