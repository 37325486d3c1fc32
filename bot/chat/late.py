"""The handlers of what is seldom asked for, as the tables name them: none is loaded yet.

Arbiters' work, competitions, disputes and ratings: on most days nobody asks for most of it, and
the program starts sooner without (docs/adr/0029-late.md). Whoever checks types sees the modules
themselves; whoever runs the program gets, of each handler, what loads it when it is called.
"""

# ruff: noqa: PLC0414  (so a module shows a name to others)

from typing import TYPE_CHECKING

from bot.chat.lazy import Lazy

if TYPE_CHECKING:
    from bot.chat.handlers import analysis as analysis
    from bot.chat.handlers import arranging as arranging
    from bot.chat.handlers import calendar as calendar
    from bot.chat.handlers import case_figures as case_figures
    from bot.chat.handlers import case_list as case_list
    from bot.chat.handlers import championship as championship
    from bot.chat.handlers import championship_card as championship_card
    from bot.chat.handlers import championship_new as championship_new
    from bot.chat.handlers import claims as claims
    from bot.chat.handlers import closing as closing
    from bot.chat.handlers import cnis as cnis
    from bot.chat.handlers import compensation as compensation
    from bot.chat.handlers import conditions as conditions
    from bot.chat.handlers import decided as decided
    from bot.chat.handlers import docket as docket
    from bot.chat.handlers import dossier as dossier
    from bot.chat.handlers import extension as extension
    from bot.chat.handlers import gags as gags
    from bot.chat.handlers import handing_over as handing_over
    from bot.chat.handlers import homologation as homologation
    from bot.chat.handlers import leave as leave
    from bot.chat.handlers import match_list as match_list
    from bot.chat.handlers import means as means
    from bot.chat.handlers import my_rating as my_rating
    from bot.chat.handlers import notebook as notebook
    from bot.chat.handlers import notes as notes
    from bot.chat.handlers import own_archive as own_archive
    from bot.chat.handlers import places as places
    from bot.chat.handlers import public_pages as public_pages
    from bot.chat.handlers import rating as rating
    from bot.chat.handlers import rating_files as rating_files
    from bot.chat.handlers import rating_lists as rating_lists
    from bot.chat.handlers import rating_why as rating_why
    from bot.chat.handlers import regulation as regulation
    from bot.chat.handlers import remarks as remarks
    from bot.chat.handlers import retirement as retirement
    from bot.chat.handlers import standings as standings
    from bot.chat.handlers import states as states
    from bot.chat.handlers import verifying as verifying
    from bot.chat.handlers import word_queries as word_queries
    from bot.chat.handlers import writers as writers

else:

    class _Module:
        """A module of handlers, of which only the name is known."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, handler: str) -> Lazy:
            return Lazy(f"{self._name}.{handler}")

    def __getattr__(name: str) -> _Module:
        if name.startswith("_"):
            raise AttributeError(name)
        return _Module(name)
