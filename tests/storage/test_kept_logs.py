"""Every version reads earlier logs: the same chains, games and figures."""

import json
from pathlib import Path

import pytest

from engine.chronology import backward_steps
from engine.competitions.fold import replay_competition
from storage.codec import CODECS
from tests.storage.kept import LOGS, chained, digest, events_of, played_out, read, states

VERSIONS = sorted(LOGS.iterdir())


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_logs_of_every_version_are_read_verified_and_folded_to_the_same_state(
    folder: Path,
) -> None:
    """No row was changed, and the rebuilt state has every recorded figure."""
    logs = read(folder)
    kept = json.loads((folder / "states.json").read_text(encoding="utf-8"))

    assert logs.keys() == kept.keys()
    assert all(chained(rows) for rows in logs.values())
    now = states(logs)
    for stream, then in kept.items():
        state = now[stream]
        # Facts that only a later version knows are not compared.
        assert {fact: state[fact] for fact in then["state"]} == then["state"], stream
        assert digest(then["state"]) == then["digest"]


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_reserves_of_older_logs_follow_from_the_tables(folder: Path) -> None:
    """Older logs state the reserves; the tables of that moment give the same in the same order."""
    compared = 0
    for rows in read(folder).values():
        for number, row in enumerate(rows):
            if (row["name"], row["version"]) == ("competition.advanced", 1):
                events = [stored.event for stored in events_of(rows[:number])]
                before = replay_competition(events)
                (_, others), kept = before.phase.qualified, json.loads(row["payload"])["reserves"]
                assert [*others] == kept
                compared += 1
    assert compared


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_no_kept_event_lies_before_the_one_that_it_follows(folder: Path) -> None:
    """The check of instants has no false alarm in logs of earlier versions."""
    for name, rows in read(folder).items():
        assert backward_steps(events_of(rows)) == (), name


def test_every_kind_of_event_is_among_the_kept_logs() -> None:
    """An event kind without a kept log could change its meaning unnoticed."""
    kept = {row["name"] for folder in VERSIONS for rows in read(folder).values() for row in rows}
    known = {name for codec in CODECS.values() for name in codec.registry}

    assert known - kept == set()


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_a_whole_game_is_among_the_logs_of_every_version(folder: Path) -> None:
    """Each version has at least one game from the draw to the last tile."""
    assert any(played_out(rows) for rows in read(folder).values())
