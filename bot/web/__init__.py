"""HTTP: the Mini App, which is a second way to play beside the chat (docs/app.md), and the site.

A token identifies the person (`sessions`); they get it for data that Telegram has signed
(`init_data`). `routes` receives requests. Queries are answered at once (`views`). Changes are
stored in the inbox and awaited (`asking`); the worker carries them out (`acts`). `events` notifies
pages of changed games, and `page` serves the page's files. This package imports neither Telegram's
library nor the chat.
"""
