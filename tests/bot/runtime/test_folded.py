"""Cache of folded logs by the hash of their last event, limited in size."""

from bot.runtime.recent_states import RecentStates


def test_what_was_folded_is_found_by_its_hash_alone() -> None:
    """Another hash or another log finds nothing."""
    folded: RecentStates[str] = RecentStates()
    folded.put("a", "game")

    assert folded.get("a") == "game"
    assert folded.get("b") is None


def test_what_was_not_asked_for_longest_makes_room() -> None:
    """The least recently used entry goes when the limit is reached."""
    folded: RecentStates[str] = RecentStates(most=2)
    folded.put("a", "first")
    folded.put("b", "second")
    assert folded.get("a") == "first"
    folded.put("c", "third")

    assert folded.get("b") is None
    assert folded.get("a") == "first"
    assert folded.get("c") == "third"
