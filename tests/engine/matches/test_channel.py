"""The channel of two players: both agree, either may end it, the arbiter may set one."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import GameStateError, NotationError
from engine.games.orders import Order
from engine.ids import Leg, PersonId
from engine.matches.channel import (
    Channel,
    accept_channel,
    drop_channel,
    end_channel,
    end_sheets_only,
    propose_channel,
    read_channel,
    rule_channel,
)
from engine.matches.correspondence_events import (
    ChannelProposed,
    ChannelSet,
    ChannelSettings,
    Origin,
)
from engine.matches.decide import join
from engine.matches.match import Match
from tests.builders import noon
from tests.engine.matches.staged import ANA, ARBITER, ION, after, new_match, played
from tests.engine.matches.staged import leg_ended as ended
from tests.engine.refusals import error_lines

MEANS = st.builds(
    ChannelSettings, channel=st.sampled_from(["", "Signal", *Channel]), sheets_only=st.booleans()
)
ORDER = Order(at=noon(), arbiter=ARBITER, article="6.1", reason="Nu s-au înțeles.")


def agreed(match: Match, settings: ChannelSettings) -> Match:
    """Return the match after Ana proposed settings and Ion accepted them."""
    match = after(match, *propose_channel(match, ANA, settings, noon()))
    return after(match, *accept_channel(match, ION, settings, noon()))


@pytest.mark.article("4.2", "6.1")
@given(asked=st.lists(st.tuples(st.sampled_from([ANA, ION]), MEANS), max_size=8))
def test_no_means_hold_that_only_one_of_them_wants(
    asked: list[tuple[PersonId, ChannelSettings]],
) -> None:
    """The last settings that both players proposed or accepted apply."""
    match, holds, last = new_match(), ChannelSettings(), (ARBITER, ChannelSettings())
    for person, settings in asked:
        if settings == holds or (person, settings) == last:
            continue
        match = after(match, *propose_channel(match, person, settings, noon()))
        if last[0] not in {ARBITER, person} and last[1] == settings:
            holds, last = settings, (ARBITER, ChannelSettings())
        else:
            last = (person, settings)
        assert match.channel_settings == holds


@pytest.mark.article("6.1")
def test_two_spellings_of_one_name_are_one_channel() -> None:
    """A player who answers `Discord` with `discord` has agreed, and cannot propose it again."""
    small, capital = ChannelSettings(channel="discord"), ChannelSettings(channel="Discord")
    match = after(new_match(), *propose_channel(new_match(), ANA, capital, noon()))
    match = after(match, *propose_channel(match, ION, small, noon()))
    assert match.channel_settings == capital
    with pytest.raises(GameStateError) as again:
        propose_channel(match, ANA, small, noon())
    assert again.value.faults[0].code == "means_hold"
    (ruled,) = rule_channel(match, ORDER, "discord")
    assert isinstance(ruled, ChannelSet)
    assert ruled.means == capital


@pytest.mark.article("6.1")
def test_a_proposal_is_accepted_by_the_opponent_alone_and_as_it_stands() -> None:
    """A proposal cannot be accepted by its author, or after it was replaced or withdrawn."""
    viber, skype = ChannelSettings(channel="viber"), ChannelSettings(channel="skype")
    match = after(new_match(), *propose_channel(new_match(), ANA, viber, noon()))
    with pytest.raises(GameStateError):
        accept_channel(match, ANA, viber, noon())
    with pytest.raises(GameStateError) as again:  # the partner is not asked twice
        propose_channel(match, ANA, viber, noon())
    assert again.value.faults[0].code == "means_asked"
    match = after(match, *propose_channel(match, ANA, skype, noon()))
    with pytest.raises(GameStateError):
        accept_channel(match, ION, viber, noon())
    match = after(match, *drop_channel(match, ANA, skype, noon()))
    with pytest.raises(GameStateError):
        accept_channel(match, ION, skype, noon())
    assert match.channel_settings == ChannelSettings()


@pytest.mark.article("4.2")
@pytest.mark.parametrize("person", [ANA, ION])
def test_either_ends_alone_what_was_agreed(person: PersonId) -> None:
    """Either player can end photographed sheets and the channel, each separately."""
    match = agreed(new_match(), ChannelSettings(channel="whatsapp", sheets_only=True))
    match = after(match, *end_sheets_only(match, person, noon()))
    assert match.channel_settings == ChannelSettings(channel="whatsapp")
    match = after(match, *end_channel(match, person, noon()))
    assert match.channel_settings == ChannelSettings()


@pytest.mark.article("6.1")
def test_a_channel_that_the_arbiter_set_is_changed_by_both_or_by_them() -> None:
    """A player alone cannot end the arbiter's channel, but can end an agreement on sheets."""
    match = agreed(new_match(), ChannelSettings(sheets_only=True))
    match = after(match, *rule_channel(match, ORDER, "email"))
    assert match.channel_settings == ChannelSettings(channel="email", sheets_only=True)
    match = after(match, *end_sheets_only(match, ION, noon()))
    with pytest.raises(GameStateError) as refused:
        end_channel(match, ION, noon())
    assert refused.value.faults[0].code == "channel_is_ruled"
    both = agreed(match, ChannelSettings())
    assert both.channel_settings == ChannelSettings()
    assert after(match, *rule_channel(match, ORDER, "")).channel_settings == ChannelSettings()


@pytest.mark.article("6.1")
@pytest.mark.parametrize(
    ("typed", "channel"),
    [
        ("e-mail", "email"),
        ("Whats App", "whatsapp"),
        ("TELEFON", "telephone"),
        (" Signal ", "Signal"),
        ("Poșta Română", "Poșta Română"),
        ("Poşta Rom\N{LATIN SMALL LETTER A}\N{COMBINING CIRCUMFLEX ACCENT}nă", "Poșta Română"),
        ("Mess s\N{COMBINING COMMA BELOW}i", "Mess și"),
        ("Poştă", "email"),
        ("bot", ""),
        ("Telegram-Bot", ""),
        ("Zulip42", "Zulip42"),
        ("a" * 16, "a" * 16),
    ],
)
def test_a_channel_goes_by_its_name(typed: str, channel: str) -> None:
    """Usual channels are recognised in any spelling, and others stay as typed."""
    assert read_channel(typed) == channel


@pytest.mark.article("6.1")
@pytest.mark.parametrize(
    "typed",
    [
        "",
        "0722 123 456",
        "ion@exemplu.ro",
        "t.me/ion",
        "+40722",
        "Signal 0722",
        "<b>x</b>",
        "a" * 17,
        "Zulip423",
        "b" * 41,
    ],
)
def test_no_number_or_address_gets_into_the_log(typed: str) -> None:
    """A channel with a number or an address is refused, because the log is permanent."""
    with pytest.raises(NotationError) as refused:
        read_channel(typed)
    named = " ".join(typed.split())[:40]
    assert error_lines(refused) == [f"channel_name (art. 6.1) text={named} most=16"]


def test_a_proposal_follows_its_author_into_the_place_they_take() -> None:
    """A proposal stays when its author joins as a known person, and is not accepted."""
    skype = ChannelSettings(channel="skype")
    match = after(new_match(), *propose_channel(new_match(), ION, skype, noon()))
    match = after(match, *join(match, ION, PersonId(9), noon()))
    assert match.proposed_channel == (PersonId(9), skype)
    sheets_only = agreed(new_match(), ChannelSettings(sheets_only=True))
    over = replace(played(ended(), ended(Leg.RETURN)), channels=sheets_only.channels)
    with pytest.raises(GameStateError):
        end_sheets_only(over, ANA, noon())


@pytest.mark.article("4.2", "6.1")
def test_a_request_for_what_is_so_already_or_never_was_is_refused() -> None:
    """Settings in force are not proposed again, and missing ones cannot be ended."""
    match = new_match()
    viber = ChannelSettings(channel="viber")
    asked = after(match, *propose_channel(match, ANA, viber, noon()))
    ruled = after(match, *rule_channel(match, ORDER, "viber"))
    sheets_only = agreed(new_match(), ChannelSettings(sheets_only=True))
    over = replace(played(ended(), ended(Leg.RETURN)), channels=sheets_only.channels)
    refused: dict[str, list[Callable[[], object]]] = {
        "means_hold (art. 6.1)": [
            lambda: propose_channel(match, ANA, ChannelSettings(), noon()),
            lambda: propose_channel(agreed(match, viber), ION, viber, noon()),
            lambda: rule_channel(match, ORDER, ""),
            lambda: rule_channel(ruled, ORDER, "viber"),
        ],
        "means_not_proposed (art. 6.1)": [
            lambda: accept_channel(match, ION, viber, noon()),
            lambda: accept_channel(asked, ANA, viber, noon()),
            lambda: drop_channel(match, ION, viber, noon()),
            lambda: drop_channel(asked, ION, ChannelSettings(channel="skype"), noon()),
        ],
        "means_asked (art. 6.1)": [lambda: propose_channel(asked, ANA, viber, noon())],
        "means_not_agreed (art. 4.2)": [
            lambda: end_sheets_only(agreed(match, viber), ANA, noon()),
        ],
        "means_not_agreed (art. 6.1)": [
            lambda: end_channel(agreed(match, ChannelSettings(sheets_only=True)), ANA, noon()),
        ],
        "channel_is_ruled (art. 6.1)": [lambda: end_channel(ruled, ANA, noon())],
        "match_over (art. 6.1)": [
            lambda: propose_channel(over, ANA, viber, noon()),
            lambda: accept_channel(over, ANA, viber, noon()),
            lambda: drop_channel(over, ANA, viber, noon()),
            lambda: end_sheets_only(over, ANA, noon()),
            lambda: end_channel(over, ANA, noon()),
            lambda: rule_channel(over, ORDER, "email"),
        ],
    }
    for code, attempts in refused.items():
        for attempt in attempts:
            with pytest.raises(GameStateError) as why:
                attempt()
            assert error_lines(why) == [code]


@pytest.mark.article("6.1")
def test_the_arbiter_may_make_their_ruling_of_what_the_players_agreed() -> None:
    """After the arbiter confirms an agreed channel, neither player can end it alone."""
    match = agreed(new_match(), ChannelSettings(channel="email"))

    ruled = after(match, *rule_channel(match, ORDER, "email"))

    assert ruled.channel_settings == match.channel_settings
    with pytest.raises(GameStateError) as refused:
        end_channel(ruled, ANA, noon())
    assert error_lines(refused) == ["channel_is_ruled (art. 6.1)"]


@pytest.mark.article("4.2", "6.1")
def test_the_log_names_each_author_with_the_day() -> None:
    """The log names the author of each step, and an agreed setting ends its proposal."""
    viber = ChannelSettings(channel="viber", sheets_only=True)
    asked = after(new_match(), *propose_channel(new_match(), ANA, viber, noon(1)))
    accepted = ChannelSet(at=noon(2), by=ION, means=viber, origin=Origin.AGREED)
    holds = after(asked, accepted)

    assert propose_channel(new_match(), ANA, viber, noon(1)) == (
        ChannelProposed(at=noon(1), person=ANA, means=viber),
    )
    assert accept_channel(asked, ION, viber, noon(2)) == (accepted,)
    assert propose_channel(asked, ION, viber, noon(2)) == (accepted,)
    dropped = drop_channel(asked, ION, viber, noon(3))
    assert dropped == (ChannelProposed(at=noon(3), person=ION, means=None),)
    assert after(asked, *dropped).proposed_channel is holds.proposed_channel is None
    ends = [end_sheets_only(holds, ANA, noon(4)), end_channel(holds, ANA, noon(4))]
    assert ends == [
        (ChannelSet(at=noon(4), by=ANA, means=left, origin=Origin.ENDED),)
        for left in (ChannelSettings(channel="viber"), ChannelSettings(sheets_only=True))
    ]
    assert rule_channel(holds, ORDER, "email") == (
        ChannelSet(
            at=ORDER.at,
            by=ARBITER,
            means=replace(viber, channel="email"),
            origin=Origin.RULED,
            reason=ORDER.reason,
        ),
    )
