"""The program around the bot: who leads, what runs beside the chat, and how well it is."""
