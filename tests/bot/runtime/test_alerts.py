from datetime import UTC, datetime, timedelta

from bot.runtime.alerts import APART, Alerts

NOW = datetime(2025, 5, 1, 12, tzinfo=UTC)


def test_one_alert_of_a_kind_is_sent_in_a_while_and_the_next_counts_the_others() -> None:
    """Three hundred in three minutes are one; another kind is not held up by them."""
    alerts = Alerts()
    sent = [alerts.asked("notice", NOW + timedelta(seconds=n * 0.6)) for n in range(300)]

    assert sent == [0, *[None] * 299]
    assert alerts.asked("update", NOW) == 0
    assert alerts.asked("notice", NOW + APART) == 299
    assert alerts.asked("notice", NOW + 2 * APART) == 0
