import re
from html.parser import HTMLParser
from string import Formatter
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.formats import FORMATS, LONGEST_LINE
from bot.language.i18n import (
    LANGUAGES,
    Catalogue,
    WordingError,
    catalogue,
    fault_text,
    negotiate,
    pieces,
    plural_form,
    without_markup,
)
from bot.messages import Text, say
from engine.errors import Fault
from engine.rulesets import Phase
from tests.bot.catalogue_uses import faults_in, uses_in

RO = catalogue("ro")
EN = catalogue("en")
TAGS = {"a", "b", "blockquote", "code", "i", "pre", "s", "tg-spoiler", "u"}
PAIR = re.compile(r"\{\w+\}(?:</\w+>)* ?– ?(?:<\w+>)*\{\w+\}")
PAIR_OF = (("2–8", "−2–(−8)"), ("2 – 8", "−2 – (−8)"))
"""How such a pair is shown, without blanks and with them."""
NBSP = "\N{NO-BREAK SPACE}"


def worded(template: str, language: str = "ro", **facts: str | int | None) -> str:
    """Return the template filled in, in a catalogue that also has the language's units."""
    entries = {**catalogue(language).entries, "test": (template,)}
    return Catalogue(language, entries).html(Text("test", facts))


def placeholders(language: str, key: str) -> set[tuple[str, str]]:
    """Return the facts, with their formats, that the entry names in any of its forms."""
    forms = catalogue(language).entries[key]
    return {(name, spec) for form in forms for _, name, spec in pieces(form) if name}


class TestCatalogues:
    """The two catalogues are complete, alike and well formed."""

    def test_both_languages_say_the_same_things(self) -> None:
        """No key is missing in either language."""
        assert set(RO.entries) == set(EN.entries)

    @pytest.mark.parametrize("key", sorted(RO.entries))
    def test_both_languages_show_the_same_facts(self, key: str) -> None:
        """A sentence names the same facts in both languages, in the same formats."""
        assert placeholders("ro", key) == placeholders("en", key)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_formats_exist(self, language: str) -> None:
        """Every format named in a template is a known one, or a unit that is counted."""
        for key in catalogue(language).entries:
            for name, spec in placeholders(language, key):
                known = not spec or spec in FORMATS or f"unit.{spec}" in RO.entries
                assert known, f"{key}: {name}:{spec}"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_nothing_is_left_untranslated(self, language: str) -> None:
        """Every form of every sentence says something."""
        empty = [key for key, forms in catalogue(language).entries.items() if not all(forms)]
        assert empty == []

    def test_plurals_have_all_their_forms(self) -> None:
        """Romanian has three forms of a counted sentence, English two, of the same sentences."""
        assert {len(forms) for forms in RO.entries.values()} <= {1, 3}
        assert {len(forms) for forms in EN.entries.values()} <= {1, 2}
        counted = {key for key, forms in RO.entries.items() if len(forms) == 3}
        assert counted == {key for key, forms in EN.entries.items() if len(forms) == 2}

    def test_romanian_letters_have_commas(self) -> None:
        """Romanian writes ș and ț with a comma below, never the Turkish letters with a cedilla."""
        wrong = [key for key, forms in RO.entries.items() if set("".join(forms)) & set("şţŞŢ")]
        assert wrong == []

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_markup_is_well_formed(self, language: str) -> None:
        """Every template is HTML that Telegram takes: known tags, each closed in its turn."""
        for key, forms in catalogue(language).entries.items():
            for form in forms:
                checker = MarkupChecker(key)
                checker.feed(form)
                checker.close()
                assert checker.open == [], key


class MarkupChecker(HTMLParser):
    """Follows the tags of a template and refuses what Telegram would refuse."""

    def __init__(self, key: str) -> None:
        super().__init__(convert_charrefs=False)
        self.key = key
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a known tag, with a link's address at most."""
        assert tag in TAGS, self.key
        assert [name for name, _ in attrs] == (["href"] if tag == "a" else []), self.key
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Take the end of the tag opened last."""
        assert self.open, self.key
        assert self.open.pop() == tag, self.key

    def handle_data(self, data: str) -> None:
        """Take text without stray markup."""
        assert not re.search(r"[<>]|&(?!\w+;)", data), self.key


class TestWhatTheCodeSays:
    """Code and catalogues agree on keys and facts."""

    def test_every_key_said_exists_with_its_facts(self) -> None:
        """Code never says a key that has no sentence, nor leaves out a fact the sentence names."""
        wrong = []
        for said in uses_in("bot").said:
            if said.key not in RO.entries:
                wrong.append(f"{said.where}: no entry {said.key}")
            elif said.facts is not None:
                named = {name for name, _ in placeholders("ro", said.key)}
                if missing := named - said.facts:
                    wrong.append(f"{said.where}: {said.key} lacks {sorted(missing)}")
        assert wrong == []

    def test_every_entry_is_said(self) -> None:
        """No sentence lies unused in the catalogues (units are there for any template)."""
        uses = uses_in("bot")
        idle = [key for key in RO.entries if not key.startswith("unit.") and not uses.covers(key)]
        assert idle == []

    def test_every_fault_of_the_engine_has_its_sentence(self) -> None:
        """Whatever the engine refuses can be said to a person, with the facts it carries."""
        wrong = []
        for fault in faults_in("engine"):
            if fault.key not in RO.entries:
                wrong.append(f"{fault.where}: no entry {fault.key}")
            elif fault.facts is not None:
                named = {name for name, _ in placeholders("ro", fault.key)}
                if missing := named - fault.facts:
                    wrong.append(f"{fault.where}: {fault.key} lacks {sorted(missing)}")
        assert wrong == []


class TestPlurals:
    """Counts take their grammatical form."""

    @pytest.mark.parametrize(
        ("count", "shown"),
        [
            (0, "0 puncte"),
            (1, "1 punct"),
            (2, "2 puncte"),
            (19, "19 puncte"),
            (20, "20 de puncte"),
            (21, "21 de puncte"),
            (99, "99 de puncte"),
            (100, "100 de puncte"),
            (101, "101 puncte"),
            (119, "119 puncte"),
            (120, "120 de puncte"),
            (-1, "−1 punct"),
            (-5, "−5 puncte"),
            (-20, "−20 de puncte"),
        ],
    )
    def test_romanian(self, count: int, shown: str) -> None:
        """A count takes its Romanian form: 1 punct, 2 puncte, 20 de puncte, 101 puncte."""
        assert worded("{n:points}", n=count) == shown

    @pytest.mark.parametrize(
        ("count", "shown"), [(0, "0 days"), (1, "1 day"), (2, "2 days"), (-1, "−1 day")]
    )
    def test_english(self, count: int, shown: str) -> None:
        """A count takes its English form."""
        assert worded("{n:days}", "en", n=count) == shown

    @given(st.integers(-1000, 1000))
    def test_a_sentence_chooses_by_n(self, n: int) -> None:
        """A sentence with plural forms is chosen as a counted noun in it would be."""
        forms = ("unu {n}", "câteva {n}", "multe {n}")
        html = Catalogue("ro", {"test": forms}).html(say("test", n=n))

        tail = abs(n) % 100
        expected = 0 if abs(n) == 1 else 1 if n == 0 or 0 < tail < 20 else 2
        assert html.split()[0] == forms[expected].split()[0]
        assert plural_form("ro", n) == expected


class TestFormats:
    """Facts are shown as the reader's language writes them."""

    @pytest.mark.parametrize(
        ("template", "fact", "romanian", "english"),
        [
            ("{x:date}", "2025-05-03", "3 mai 2025", "3 May 2025"),
            ("{x:day}", "2025-05-03", "sâmbătă, 3 mai", "Saturday, 3 May"),
            ("{x:date}", None, "—", "—"),
            ("{x:date}", "2025-05-03T21:30:00+00:00", "4 mai 2025", "4 May 2025"),
            ("{x:time}", "2025-05-03T21:30:00+00:00", "00:30", "00:30"),
            ("{x:time}", "2025-12-03T21:30:00+00:00", "23:30", "23:30"),
            (
                "{x:datetime}",
                "2025-05-03T18:05:00+00:00",
                "3 mai 2025, 21:05",
                "3 May 2025, 21:05",
            ),
            ("{x:bytes}", 1500, f"2{NBSP}KB", f"2{NBSP}KB"),
            ("{x:bytes}", 10 << 20, f"10{NBSP}MB", f"10{NBSP}MB"),
            ("{x:coef}", "1.5219", "1,5219", "1.5219"),
            ("{x:coef}", "-0.1000", "−0,1000", "−0.1000"),
            ("{x:article}", "7.2", f"art.{NBSP}7.2", f"art.{NBSP}7.2"),
            ("{x:article}", "", "", ""),
            ("{x:list}", "A,B, C", "A, B și C", "A, B and C"),
            ("{x:list}", "A", "A", "A"),
            ("{x:list}", "", "—", "—"),
            ("{x:quote}", "a <\nb", "a &lt;\nb", "a &lt;\nb"),
            ("{x}", -3, "−3", "−3"),
            ("{x}", None, "", ""),
        ],
    )
    def test_facts_are_shown_as_the_language_writes_them(
        self, template: str, fact: str | int | None, romanian: str, english: str
    ) -> None:
        """Dates, lists and decimals follow the reader's language and the federation's calendar."""
        assert worded(template, x=fact) == romanian
        assert worded(template, "en", x=fact) == english

    def test_weekdays_and_months_have_commas_below(self) -> None:
        """No Romanian weekday or month comes with a cedilla."""
        for month in range(1, 13):
            for day in range(1, 8):
                shown = worded("{x:day}", x=f"2025-{month:02}-{day:02}")
                assert not set(shown) & set("şţŞŢ")

    def test_the_reader_may_live_elsewhere(self) -> None:
        """An instant is shown in the time zone the reader chose."""
        text = Text("test", {"x": "2025-05-03T21:30:00+00:00"})
        shown = Catalogue("en", {"test": ("{x:datetime}",)}).html(text, ZoneInfo("America/Toronto"))

        assert shown == "3 May 2025, 17:30"


class TestFacts:
    """What people type cannot disturb a sentence."""

    @given(st.text())
    def test_a_fact_never_becomes_markup(self, name: str) -> None:
        """Whatever a person calls himself, it stays text: no tag, no entity, no hidden sign."""
        html = worded("<b>{name}</b>", name=name)
        inner = html.removeprefix("<b>").removesuffix("</b>")

        assert "<" not in inner
        assert ">" not in inner
        assert without_markup(html).strip("\u2068\u2069").isprintable()
        assert len(without_markup(html)) <= LONGEST_LINE

    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("Ana & <b>Pop</b>", "Ana &amp; &lt;b&gt;Pop&lt;/b&gt;"),
            ("a\N{RIGHT-TO-LEFT OVERRIDE}nA", "anA"),
            ("A\N{ZERO WIDTH SPACE}na\nPop", "Ana Pop"),
            ("\N{ZERO WIDTH SPACE}", "—"),
            ("Ștefan Țîrlea", "Ștefan Țîrlea"),
            ("{x} {0}", "{x} {0}"),
        ],
    )
    def test_names_are_shown_as_written_less_the_tricks(self, name: str, shown: str) -> None:
        """Ordinary names are untouched; characters that hide or turn text around are dropped."""
        assert worded("{name}", name=name) == shown

    def test_a_long_fact_is_cut(self) -> None:
        """A name of a thousand letters does not fill the screen."""
        shown = worded("{name}", name="x" * 1000)

        assert len(shown) == LONGEST_LINE
        assert shown.endswith("…")

    def test_texts_within_texts(self) -> None:
        """A fact may be a sentence of its own, or several: one a line, or in a list."""
        entries = {"outer": ("{what}",), "inner": ("<i>{x}</i>",), "row": ("{all:list}",)}
        words = Catalogue("ro", entries)
        inner = [say("inner", x="1<"), say("inner", x="2"), say("inner", x="3")]

        assert words.html(say("outer", what=inner[0])) == "<i>1&lt;</i>"
        assert words.html(say("outer", what=inner)) == "<i>1&lt;</i>\n<i>2</i>\n<i>3</i>"
        assert words.html(say("row", all=inner)) == "<i>1&lt;</i>, <i>2</i> și <i>3</i>"
        assert words.plain(say("outer", what=inner[0])) == "1<"

    @pytest.mark.parametrize(
        ("template", "facts"),
        [("{missing}", {}), ("{n:points}", {"n": "many"}), ("{x:date}", {"x": "soon"})],
    )
    def test_a_text_that_cannot_be_worded_is_named(
        self, template: str, facts: dict[str, str]
    ) -> None:
        """A missing or unfit fact is one clear error with the key, never a half sentence."""
        with pytest.raises(WordingError, match="test"):
            worded(template, **facts)

    @pytest.mark.parametrize(
        ("facts", "shown"),
        [
            ({"a": "1", "b": "2", "c": "3"}, "1\n\nx 2\n3"),
            ({"a": None, "b": "2", "c": "3"}, "x 2\n3"),
            ({"a": "1", "b": "2", "c": None}, "1\n\nx 2"),
            ({"a": "1", "b": None, "c": "3"}, "1\n\nx \n3"),
            ({"a": "1", "b": "", "c": ""}, "1\n\nx \n"),
            ({"a": None, "b": None, "c": None}, "x "),
        ],
    )
    def test_a_line_without_a_fact_is_left_out(
        self, facts: dict[str, str | None], shown: str
    ) -> None:
        """A line that holds nothing but a fact that is None goes; the other lines stay apart."""
        entries = {"test": ("{a}\n\nx {b}\n{c}",)}
        words = Catalogue("ro", entries)

        assert words.html(Text("test", facts)) == shown

    @pytest.mark.parametrize(
        ("template", "shown"),
        [("1\n{x}\n2", "1\n2"), ("1\n\n{x}\n{x}\n2", "1\n\n2"), ("{x}\n\n{x}", "")],
    )
    def test_paragraphs_stay_apart(self, template: str, shown: str) -> None:
        """Where a line goes, a paragraph's end before or after it stays."""
        assert worded(template, x=None) == shown

    def test_from_a_day_to_the_same_day_is_one_day(self) -> None:
        """A leave of one day is not told from that day to itself; one of two days is."""
        template = "{first:date} – {last:date}, {n:days}"
        words = Catalogue("ro", {**RO.entries, "some.leave": (template,)})

        def told(last: str, n: int) -> str:
            return words.html(say("some.leave", first="2025-05-12", last=last, n=n))

        assert told("2025-05-12", 1) == "12 mai 2025, 1 zi"
        assert told("2025-05-13", 2) == "12 mai 2025 – 13 mai 2025, 2 zile"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_scores_side_by_side_can_be_told_apart(self, language: str) -> None:
        """No sentence that there is has a minus sign right after a dash: 2–(−8), not 2–−8."""
        every = [form for forms in catalogue(language).entries.values() for form in forms]
        pairs = [pair for form in every for pair in PAIR.findall(form)]

        bold = "{red_score}</b> – <b>{blue_score}"
        assert {"{mine}–{theirs}", "{red_score} – {blue_score}", bold} <= set(pairs)
        for pair in pairs:
            first, second = (name for _, name, _, _ in Formatter().parse(pair) if name)
            for (one, other), shown in zip(((2, 8), (-2, -8)), PAIR_OF[" " in pair], strict=True):
                told = worded(pair, language, **{first: one, second: other})
                assert without_markup(told) == shown

    def test_an_unknown_key_is_named(self) -> None:
        """A key without an entry is one clear error."""
        with pytest.raises(WordingError, match=r"no\.such\.key"):
            RO.html(say("no.such.key"))


class TestFaults:
    """Refusals become sentences."""

    @pytest.mark.article("5.1")
    def test_a_fault_names_its_article(self) -> None:
        """A refusal is a sentence with the article it rests on."""
        fault = Fault("not_on_rack", "5.1", {"tiles": "Z", "rack": "AEIRST?"})

        assert RO.html(fault_text(fault)) == (
            "Nu ai în mână: <b>Z</b>. Literele tale sunt <code>AEIRST?</code>. "
            f"<i>(art.{NBSP}5.1)</i>"
        )

    @pytest.mark.parametrize(
        ("tiles", "romanian", "english"),
        [
            (("?",), "un joker", "a joker"),
            (("?", "A", "U"), "A, U și un joker", "A, U and a joker"),
            (("?", "?"), "2 jokeri", "2 jokers"),
        ],
    )
    def test_a_joker_that_is_not_held_is_called_one(
        self, tiles: tuple[str, ...], romanian: str, english: str
    ) -> None:
        """A tile that lacks is called what players call it, never by its sign."""
        told = fault_text(Fault("not_on_rack", "5.1", {"tiles": tiles, "rack": "AEIRSTN"}))

        assert RO.html(told).startswith(f"Nu ai în mână: <b>{romanian}</b>.")
        assert EN.html(told).startswith(f"You do not hold: <b>{english}</b>.")

    @pytest.mark.parametrize(
        ("phase", "romanian", "english"),
        [
            (Phase.PRELIMINARY, "Faza preliminară s-a încheiat.", "The preliminary phase is over."),
            (Phase.FINAL, "Faza finală s-a încheiat.", "The final phase is over."),
        ],
    )
    def test_a_phase_is_named_in_the_reader_s_language(
        self, phase: Phase, romanian: str, english: str
    ) -> None:
        """What the log calls it is no word for people."""
        told = fault_text(Fault("phase_over", facts={"phase": phase}))

        assert (RO.html(told), EN.html(told)) == (romanian, english)

    def test_a_fault_may_carry_several_words(self) -> None:
        """Several words in one fact are listed as the language lists them."""
        fault = Fault("words_are_valid", "", {"words": ("CASA", "AS", "OU")})

        assert RO.html(fault_text(fault)).endswith("CASA, AS și OU.")


@pytest.mark.parametrize(
    ("announced", "language"),
    [
        ("ro", "ro"),
        ("ro-RO", "ro"),
        ("ro_MD", "ro"),
        ("mo", "ro"),
        ("", "ro"),
        (None, "ro"),
        ("en", "en"),
        ("en-GB", "en"),
        ("hu", "en"),
        ("pt-br", "en"),
    ],
)
def test_the_language_follows_what_the_app_announces(announced: str | None, language: str) -> None:
    """Romanian first: it is also chosen when nothing is announced; other languages get English."""
    assert negotiate(announced) == language


@pytest.mark.parametrize(
    ("players", "waiting", "shown"),
    [
        (3, 1, "3 jucători înscriși, 1 încă neintrat"),
        (1, 1, "1 jucător înscris, 1 încă neintrat"),
        (24, 2, "24 de jucători înscriși, 2 încă neintrați"),
        (24, 0, "24 de jucători înscriși"),
    ],
)
def test_two_counts_in_a_sentence_agree_each_with_its_own(
    players: int, waiting: int, shown: str
) -> None:
    """How many are entered and how many have still to come: each number has its own ending."""
    more = say("comp.players_waiting", n=waiting) if waiting else None
    text = say("comp.players_count", n=players, waiting=more)

    assert catalogue("ro").plain(text).replace("\N{NO-BREAK SPACE}", " ") == shown
