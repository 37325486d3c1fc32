"""HTTP: the Mini App, which is a second way to play beside the chat (docs/app.md), and the site.

This package imports neither Telegram's library nor the chat.
"""
