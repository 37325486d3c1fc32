"""The Bot API: updates in, messages out; only `telegram_io` knows Telegram's library."""
