"""The second page of an arbiter's card, which has every ruling (art. 10.1)."""

from collections import defaultdict
from dataclasses import replace
from functools import reduce

import pytest

from bot.texts.buttons.cases import CASE, RULE, CaseAction
from bot.texts.notices.cases.card_buttons import OfferedRulings, buttons, first_page
from bot.texts.notices.cases.codes import code_of
from engine.cases.choices import offered, open_kinds
from engine.cases.decide import rule
from engine.cases.events import ClaimKind, Ruling, RulingKind
from engine.cases.fold import evolve_case
from engine.ids import Seat
from tests.bot.service.cases.stages import RULED, STAGES, on
from tests.engine.cases.bench import claim, own_case


@pytest.mark.article("10.1")
@pytest.mark.parametrize("stage", STAGES)
def test_the_second_page_has_a_button_for_every_ruling(stage: str) -> None:
    """A ruling that needs a figure is behind the button of its kind; the first page leads there."""
    now, by = STAGES[stage](), on()
    warned = rule(own_case(now), on(RULED - 1), Ruling(kind=RulingKind.WARNING, seat=Seat.RED))
    ruled = reduce(evolve_case, warned, own_case(now))
    for case in (own_case(now), claim(now, ClaimKind.CONDUCT), ruled):
        rulings = offered(case, now, by, every=True)
        card = OfferedRulings(
            case=case,
            present=now,
            order=by,
            rulings=rulings,
            names=defaultdict(str),
            every=True,
            lexicon=(),
            has_more_arbiters=False,
        )

        second = {each.data for row in buttons(first_page(card)) for each in row}

        expected = {RULE.data(case.id, code_of(one, case)) for one in rulings}
        kinds = open_kinds(case, now, by, every=True)
        expected |= {CASE.data(case.id, CaseAction.MORE, kind.value) for kind in kinds}
        assert rulings
        assert not expected - second
        likely = () if case is ruled else offered(case, now, by)
        first = first_page(replace(card, rulings=likely, every=False))
        if first.is_short or case is ruled:
            leads = {each.data for row in buttons(first) for each in row}
            assert CASE.data(case.id, CaseAction.ALL) in leads
