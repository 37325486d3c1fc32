from datetime import UTC, datetime, timedelta

from bot.runtime.alerts import APART, MOST_CAUSES, AlertDelivery, Alerts, Cause, cause_of

NOW = datetime(2025, 5, 1, 12, tzinfo=UTC)
NOTICE, UPDATE = Cause("notice", "no topic"), Cause("update", "TypeError")


def test_one_alert_of_a_cause_is_sent_in_a_while_and_the_others_are_counted() -> None:
    """Three hundred in three minutes are one, and another cause adds one silent alert."""
    alerts = Alerts()
    sent = [alerts.delivery_of(NOTICE, NOW + timedelta(seconds=n * 0.6)) for n in range(300)]

    assert sent == [AlertDelivery(0, silent=False), *[None] * 299]
    assert alerts.delivery_of(UPDATE, NOW + timedelta(minutes=4)) == AlertDelivery(0, silent=True)
    assert alerts.take_left_out(NOW + timedelta(minutes=5)) == []
    assert alerts.take_left_out(NOW + APART) == [(NOTICE, 299)]
    assert alerts.take_left_out(NOW + APART) == []
    assert alerts.delivery_of(NOTICE, NOW + APART) == AlertDelivery(0, silent=False)


def test_ever_other_reasons_alert_once() -> None:
    """Numbers and quotes do not make another cause, and beyond a few causes all share one."""
    alerts = Alerts()
    reasons = [f"the chat has no number: {n}" for n in range(100)]
    assert len({cause_of("update", each) for each in reasons}) == 1
    answers = [alerts.delivery_of(Cause("update", "x" * n), NOW) for n in range(100)]
    sent = [each for each in answers if each is not None]
    assert (len(sent), sum(not each.silent for each in sent)) == (MOST_CAUSES + 1, 1)
    assert sum(n for _, n in alerts.take_left_out(NOW + APART)) == 100 - MOST_CAUSES - 1
