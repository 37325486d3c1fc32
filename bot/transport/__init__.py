"""The Bot API: receives updates and sends messages; only `telegram_io` uses Telegram's library."""
