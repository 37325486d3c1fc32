"""Notices and texts as JSON for the outbox, in both directions.

Only fields that differ from their default are written. Old rows stay readable as long as fields are
only added to `bot.texts.messages`, never renamed. The texts in them are brought up to date.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, Final

from bot.texts.messages import Button, GroupTopic, InlineResult, Notice, Param, Relayed, Text
from bot.texts.pictures import PICTURES, Document, DocumentKind, Picture, PictureKind

Json = dict[str, Any]

_PLAIN: Final = (
    *("edits", "answers", "alert", "silent", "reply_to", "dedup", "about"),
    *("is_copy", "thread", "menu", "captioned", "reaction"),
    "mailed_with",
)
"""Fields of a notice that are already JSON."""
_INSTANTS: Final = ("not_before", "expires")
_FOUND_TEXTS: Final = ("title", "note", "text")
_STORED_AS: Final[Mapping[PictureKind, Mapping[str, str]]] = {
    PictureKind.STANDINGS: {"competition": "game", "which": "table"},
    PictureKind.RATING_LIST: {"of": "game", "page": "seq", "marked": "table"},
    PictureKind.RATING_MOVES: {"of": "game", "page": "seq"},
    PictureKind.RATING_CHART: {"of": "game", "latest": "seq", "players": "table"},
    PictureKind.PAGE: {"of": "game", "page": "seq"},
}
"""Fields stored under older names: a game's pictures once shared one type."""
_LINES: Final = frozenset({"players"})
"""Fields with several values, stored one a line."""
_REPLACED: Final[Mapping[str, Text]] = {
    "button.comp.earlier": Text("button.plain", {"label": "◀️"}),
    "button.comp.later": Text("button.plain", {"label": "▶️"}),
    "claim.words_please": Text("fault.statement_empty"),
}
"""What stands for texts whose keys the catalogues no longer have."""
_NEW_FACTS: Final[Mapping[str, Mapping[str, str]]] = {
    "forget.ask": {"obligations": "playing"},
    "import.shown_season": {"beside": ""},
    "operator.forget": {"leading": ""},
}
"""Facts that texts stored earlier lack, and under which name they had them; "" for none."""


def text_to_json(text: Text) -> Json:
    """Return the text as JSON; a nested text becomes an object, a list an array."""
    return {"key": text.key, "params": {name: _param(fact) for name, fact in text.params.items()}}


def text_from_json(stored: Mapping[str, Any]) -> Text:
    """Return the text that `text_to_json` wrote, with the key and facts of this version."""
    key = stored["key"]
    if key in _REPLACED:
        return _REPLACED[key]
    facts = {name: _fact(value) for name, value in stored["params"].items()}
    for name, old_name in _NEW_FACTS.get(key, {}).items():
        facts.setdefault(name, facts.get(old_name))
    return Text(key, facts)


def notice_to_json(notice: Notice) -> Json:
    """Return the notice as JSON, without fields that equal their default."""
    stored: Json = {"to": notice.to}
    if notice.text is not None:
        stored["text"] = text_to_json(notice.text)
    if notice.buttons:
        stored["buttons"] = [[_button(button) for button in row] for row in notice.buttons]
    if notice.pictures:
        stored["pictures"] = [_picture(picture) for picture in notice.pictures]
    if notice.document is not None:
        stored["document"] = {"kind": notice.document.kind.value, "of": notice.document.of}
    if (sent := notice.relayed) is not None:
        stored["relayed"] = {
            field.name: value
            for field in fields(sent)
            if (value := getattr(sent, field.name)) != field.default
        }
    if notice.found is not None:
        stored["found"] = [_found(inline_result) for inline_result in notice.found]
    if notice.topic is not None:
        stored["topic"] = {"key": notice.topic.key, "title": notice.topic.title}
    for name in _PLAIN:
        # No message and no topic has the number 0, so 0 is left out, too: it equals False.
        if (value := getattr(notice, name)) not in (None, "", False):
            stored[name] = value
    for name in _INSTANTS:
        if (instant := getattr(notice, name)) is not None:
            stored[name] = instant.isoformat()
    return stored


def notice_from_json(stored: Mapping[str, Any]) -> Notice:
    """Return the notice that `notice_to_json` wrote."""
    values: Json = {name: stored[name] for name in ("to", *_PLAIN) if name in stored}
    for name in _INSTANTS:
        if name in stored:
            values[name] = datetime.fromisoformat(stored[name])
    if "text" in stored:
        values["text"] = text_from_json(stored["text"])
    if "buttons" in stored:
        values["buttons"] = tuple(
            tuple(
                Button(
                    text_from_json(button["label"]),
                    data=button.get("data", ""),
                    url=button.get("url", ""),
                    words=text_from_json(button["words"]) if "words" in button else None,
                    share=button.get("share", ""),
                )
                for button in row
            )
            for row in stored["buttons"]
        )
    if "pictures" in stored:
        values["pictures"] = tuple(_picture_from_json(picture) for picture in stored["pictures"])
    if "document" in stored:
        document = stored["document"]
        values["document"] = Document(DocumentKind(document["kind"]), document["of"])
    if "relayed" in stored:
        values["relayed"] = Relayed(**stored["relayed"])
    if "found" in stored:
        values["found"] = tuple(_found_from_json(one) for one in stored["found"])
    if "topic" in stored:
        values["topic"] = GroupTopic(**stored["topic"])
    return Notice(**values)


def _found(inline_result: InlineResult) -> Json:
    texts = {name: text_to_json(getattr(inline_result, name)) for name in _FOUND_TEXTS}
    return {"key": inline_result.key, "url": inline_result.url, **texts}


def _found_from_json(stored: Mapping[str, Any]) -> InlineResult:
    texts = {name: text_from_json(stored[name]) for name in _FOUND_TEXTS}
    return InlineResult(key=stored["key"], url=stored["url"], **texts)


def _param(fact: Param) -> object:
    """Return a fact of a text as JSON."""
    if isinstance(fact, Text):
        return text_to_json(fact)
    if isinstance(fact, Sequence) and not isinstance(fact, str):
        return [text_to_json(item) if isinstance(item, Text) else item for item in fact]
    return fact


def _fact(stored: object) -> Param:
    """Return the fact stored by `_param`."""
    if isinstance(stored, dict):
        return text_from_json(stored)
    if isinstance(stored, list):
        return [item if isinstance(item, str) else text_from_json(item) for item in stored]
    if stored is None or isinstance(stored, str | int):
        return stored
    raise TypeError(f"no fact of a text: {stored!r}")


def _button(button: Button) -> Json:
    """Return a button as JSON."""
    stored: Json = {"label": text_to_json(button.label)}
    if button.data:
        stored["data"] = button.data
    if button.url:
        stored["url"] = button.url
    if button.words is not None:
        stored["words"] = text_to_json(button.words)
    if button.share:
        stored["share"] = button.share
    return stored


def _picture(picture: Picture) -> Json:
    """Return a picture as JSON, without the values that are the default."""
    names = _STORED_AS.get(picture.kind, {})
    stored: Json = {"kind": picture.kind.value}
    for field in fields(picture):
        value = getattr(picture, field.name)
        if value != field.default:
            name = names.get(field.name, field.name)
            stored[name] = "\n".join(value) if field.name in _LINES else value
    return stored


def _picture_from_json(stored: Mapping[str, Any]) -> Picture:
    """Return the picture stored by `_picture`."""
    kind = PictureKind(stored["kind"])
    names = _STORED_AS.get(kind, {})
    facts: Json = {}
    for field in fields(PICTURES[kind]):
        name = names.get(field.name, field.name)
        if name in stored:
            value = stored[name]
            facts[field.name] = tuple(value.split("\n")) if field.name in _LINES else value
    made: Callable[..., Picture] = PICTURES[kind]
    return made(**facts)
