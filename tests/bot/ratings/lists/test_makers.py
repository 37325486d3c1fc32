"""The registry of rating systems: every registered system is offered everywhere."""

from datetime import date
from importlib import import_module

import pytest

from bot.cli.ratings.rating import command
from bot.ratings.calculation.file_roles import NEEDED
from bot.ratings.calculation.systems import TRAITS, System
from bot.ratings.jobs.cards import CHOICES, choice_card
from bot.ratings.lists.list_requests import read_request
from bot.ratings.lists.makers import MAKERS
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES


@pytest.mark.parametrize("system", System)
def test_a_system_of_the_registry_is_offered_everywhere(system: System) -> None:
    """Each system has a command, a button, its files, a word, and names in both languages."""
    pressed = [button.data for row in choice_card().buttons for button in row]

    assert command.commands[system.value].help == TRAITS[system].about
    assert f"rat:system:{system}" in pressed
    assert NEEDED[system].required
    assert system in MAKERS
    assert read_request(system.upper(), date(2026, 1, 1)).system == system
    assert callable(import_module(f"engine.ratings.{system}").rate)
    for language in LANGUAGES:
        entries = load_catalogue(language).entries
        assert {f"button.rating_{system}", f"rating.system.{system}"} <= entries.keys()
        for value in CHOICES.get(system, ("", ()))[1]:
            assert f"rating.chosen.{CHOICES[system][0]}_{value}" in entries
