"""The Telegram bot: what people see and type, and the machinery that loses nothing of it."""
