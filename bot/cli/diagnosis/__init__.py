"""The checks of `turretur doctor`, one module each: the machine, Telegram, and what is stored."""
