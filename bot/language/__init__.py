"""How things are said: the catalogues, facts in a language, hints, pages Telegram takes."""
