"""Notices and texts as JSON and back: how a message waits in the outbox.

Only what differs from a field's default is written. Old rows stay readable as long as fields are
only added to `bot.messages`, never renamed.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from bot.messages import (
    Button,
    Document,
    DocumentKind,
    Notice,
    Param,
    Picture,
    PictureKind,
    Relayed,
    Text,
    Topic,
)

Json = dict[str, Any]

_PLAIN: Final = (
    *("edits", "answers", "alert", "silent", "reply_to", "dedup", "about"),
    *("is_copy", "thread", "menu", "captioned"),
)
"""Fields of a notice that are JSON already."""
_INSTANTS: Final = ("not_before", "expires")


def text_to_json(text: Text) -> Json:
    """Return the text as JSON; a fact that is a text becomes an object, several become an array."""
    return {"key": text.key, "params": {name: _param(fact) for name, fact in text.params.items()}}


def text_from_json(stored: Mapping[str, Any]) -> Text:
    """Return the text that `text_to_json` wrote."""
    return Text(stored["key"], {name: _fact(value) for name, value in stored["params"].items()})


def notice_to_json(notice: Notice) -> Json:
    """Return the notice as JSON, without the fields that say nothing."""
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
        stored["relayed"] = {"file_id": sent.file_id, "name": sent.name, "is_photo": sent.is_photo}
        if sent.by:
            stored["relayed"]["by"] = sent.by
    if notice.topic is not None:
        stored["topic"] = {"key": notice.topic.key, "title": notice.topic.title}
    for name in _PLAIN:
        if (value := getattr(notice, name)) not in (None, "", False):
            stored[name] = value
    for name in _INSTANTS:
        if (instant := getattr(notice, name)) is not None:
            stored[name] = instant.isoformat()
    return stored


def notice_from_json(stored: Mapping[str, Any]) -> Notice:
    """Return the notice that `notice_to_json` wrote."""
    fields: Json = {name: stored[name] for name in ("to", *_PLAIN) if name in stored}
    for name in _INSTANTS:
        if name in stored:
            fields[name] = datetime.fromisoformat(stored[name])
    if "text" in stored:
        fields["text"] = text_from_json(stored["text"])
    if "buttons" in stored:
        fields["buttons"] = tuple(
            tuple(
                Button(
                    text_from_json(button["label"]),
                    data=button.get("data", ""),
                    url=button.get("url", ""),
                )
                for button in row
            )
            for row in stored["buttons"]
        )
    if "pictures" in stored:
        fields["pictures"] = tuple(
            Picture(**{**picture, "kind": PictureKind(picture["kind"])})
            for picture in stored["pictures"]
        )
    if "document" in stored:
        document = stored["document"]
        fields["document"] = Document(DocumentKind(document["kind"]), document["of"])
    if "relayed" in stored:
        fields["relayed"] = Relayed(**stored["relayed"])
    if "topic" in stored:
        fields["topic"] = Topic(**stored["topic"])
    return Notice(**fields)


def _param(fact: Param) -> object:
    if isinstance(fact, Text):
        return text_to_json(fact)
    if isinstance(fact, Sequence) and not isinstance(fact, str):
        return [text_to_json(text) for text in fact]
    return fact


def _fact(stored: object) -> Param:
    if isinstance(stored, dict):
        return text_from_json(stored)
    if isinstance(stored, list):
        return [text_from_json(text) for text in stored]
    if stored is None or isinstance(stored, str | int):
        return stored
    raise TypeError(f"no fact of a text: {stored!r}")


def _button(button: Button) -> Json:
    stored: Json = {"label": text_to_json(button.label)}
    if button.data:
        stored["data"] = button.data
    if button.url:
        stored["url"] = button.url
    return stored


def _picture(picture: Picture) -> Json:
    stored: Json = {"kind": picture.kind.value, "game": picture.game, "seq": picture.seq}
    if picture.preview:
        stored["preview"] = picture.preview
    if picture.table:
        stored["table"] = picture.table
    return stored
