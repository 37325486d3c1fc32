"""Messages to a competition's group: results in lines, long lists cut, nothing else."""

import pytest

from bot.texts.i18n import load_catalogue
from bot.texts.messages import Text
from bot.texts.notices.competitions.posts import (
    MOST_RESULTS,
    Result,
    advanced_post,
    closed_post,
    results_post,
    return_post,
    started_post,
)
from engine.competitions.events import PlayersAdvanced, ResultCorrected, ResultHomologated
from engine.competitions.results import advance, correct_result
from engine.ids import PersonId
from tests.bot.documents.standings.samples import NAMES, played, scene
from tests.engine.competitions.desk import LEVEL, WON, Desk, running

NAMED = {PersonId(number): name for number, name in enumerate(NAMES, 1)}


def worded(text: Text, language: str = "ro") -> str:
    """Return the text in its readable form."""
    return load_catalogue(language).plain(text)


def results(desk: Desk) -> list[Result]:
    """Return the results in the competition's log."""
    return [e for e in desk.log if isinstance(e, ResultHomologated | ResultCorrected)]


def test_the_start_names_the_groups_and_no_seed() -> None:
    """The start's message lists the players of each group, and no data of the draw."""
    desk = running(6, 2)
    text = worded(started_post(desk.now, NAMED))
    assert all(name in text for name in NAMES[:6])
    assert "Grupa B" in text
    seeds = desk.now.phase.seeds
    assert not any(seed.hex()[:8] in text for seed in (seeds.home, seeds.back, seeds.lots))
    assert "30 septembrie 2025" in text


def test_names_from_right_to_left_are_set_apart_one_by_one() -> None:
    """Each keeps its place in the list, which is not reversed."""
    desk = running(4)
    names = {**NAMED, PersonId(1): "שרה לוי", PersonId(2): "محمد علي"}
    shown = worded(started_post(desk.now, names))
    assert "\u2068שרה לוי\u2069" in shown
    assert "\u2068محمد علي\u2069" in shown
    assert shown.count("\u2068") == shown.count("\u2069") == 2


@pytest.mark.article("8.1")
def test_each_result_is_a_line() -> None:
    """Each result's line has the leg, players, score and both coefficients."""
    desk = running(3)
    desk.homologates_all(WON)
    text = worded(results_post(desk.now, results(desk), NAMED, {}))
    match = desk.now.phase.matches[0]
    red, blue = NAMED[match.red], NAMED[match.blue]
    assert f"tur: {red} 524–480 {blue} (1,5219 / 0,4781)" in text
    assert f"retur: {blue} 524–480 {red} (1,5219 / 0,4781)" in text
    assert len(text.splitlines()) == 2 + 6


def test_many_results_are_cut_to_the_newest() -> None:
    """A message stays readable: the newest results and how many more there are."""
    desk = running(5)
    desk.homologates_all()
    text = worded(results_post(desk.now, results(desk), NAMED, {}))
    assert len(text.splitlines()) == 2 + MOST_RESULTS + 1
    assert "și încă 8 rezultate" in text


@pytest.mark.article("10.3")
def test_a_correction_is_said_to_be_a_ruling_without_its_reason() -> None:
    """All read the new figures, and only the people concerned the reason."""
    desk = running(3)
    desk.homologates_all()
    game = next(iter(desk.now.phase.matches[0].games))
    desk.does(correct_result, game, WON, reason="a copiat")
    text = worded(results_post(desk.now, results(desk)[-1:], NAMED, {}))
    assert "Prin decizie" in text
    assert "1,5219" in text
    assert "copiat" not in text


def test_who_advances_and_who_has_won() -> None:
    """Ranks are in order, with the first day of the next phase."""
    desk = running(4, 2)
    desk.homologates_all(LEVEL)
    (event,) = desk.does(advance)
    assert isinstance(event, PlayersAdvanced)
    text = worded(advanced_post(desk.now, event, NAMED))
    lines = [f"{n}. {NAMED[each.player]}" for n, each in enumerate(event.players, 1)]
    assert "\n".join(lines) in text
    assert "15 octombrie 2025" in text

    snapshot = scene(played(6))
    ranked = [row.player for row in snapshot.overall]
    podium = worded(closed_post(snapshot.competition, ranked, snapshot.names))
    assert [line[:2] for line in podium.splitlines()[-3:]] == ["1.", "2.", "3."]
    assert snapshot.names[snapshot.overall[0].player] in podium


def test_a_return_game_is_announced() -> None:
    """The message of a return game names the pair, Red first."""
    text = worded(return_post("K7QF", "Ana", "Ion"), "en")
    assert text == "▶️ Return game K7QF: 🔴 Ana – 🔵 Ion"
