"""Requests go to known push services only, because a client names the address."""

import pytest

from bot.runtime.config.sections import Push
from bot.runtime.push_services import MOST_LETTERS, PushServices

KNOWN = PushServices(Push().services)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://FCM.googleapis.com:443/wp/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/QA1",
        "https://wns2-by3p.notify.windows.com/w/?token=abc",
    ],
)
def test_the_services_of_the_browsers_are_known(endpoint: str) -> None:
    """Chrome, Firefox, Safari and Edge."""
    assert KNOWN.accept(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "fcm.googleapis.com/abc",
        "http://fcm.googleapis.com/abc",
        "ftp://fcm.googleapis.com/abc",
        "https://fcm.googleapis.com:8443/abc",
        "https://fcm.googleapis.com.example.org/abc",
        "https://evil-push.apple.com/abc",
        "https://push.apple.com/abc",
        "https://.push.apple.com/abc",
        "https://fcm.googleapis.com@127.0.0.1/abc",
        "https://127.0.0.1/abc#fcm.googleapis.com",
        "https://127.0.0.1\\@fcm.googleapis.com/abc",
        "https://fcm.googleapis.com\r\nHost: x/",
        "https://[::1]/abc",
        "https://169.254.169.254/latest/meta-data",
        "http://127.0.0.1:8080/health",
        "https://fcm.googleapis.com:99999/abc",
        "https://fcm.googleapis.com/" + "a" * MOST_LETTERS,
        "https://fcm.googleapis.com./abc",
        "https://fcm。googleapis.com/abc",
    ],
)
def test_any_other_address_is_refused(endpoint: str) -> None:
    """Neither this machine, nor the network behind it, nor a look-alike gets a request."""
    assert not KNOWN.accept(endpoint)


def test_a_service_on_this_machine_must_be_named() -> None:
    """A test names its own server, with its port."""
    own = PushServices("http://127.0.0.1:8123")

    assert own.accept("http://127.0.0.1:8123/push/abc")
    assert not own.accept("http://127.0.0.1:8124/push/abc")
    assert not own.accept("http://x@127.0.0.1:8123/push/abc")
