"""What the bot does with what people type and press: one module a subject.

A handler reads, asks the service to act, and answers; it decides nothing about a game itself.
Which word or button leads to which handler is told in `bot.chat.commands` and `bot.chat.routes`.
"""
