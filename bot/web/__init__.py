"""The Mini App's room: another way in for people, beside the chat (docs/app.md).

Who asks is known by a token (`sessions`), had for what Telegram has signed (`init_data`). What is
asked comes in by `routes`: looks are answered at once (`views`), changes are stored in the inbox
and waited for (`asking`), and carried out by the worker (`acts`). `events` says when games change,
`page` hands out the page itself. Nothing here may know Telegram's library, or the chat.
"""
