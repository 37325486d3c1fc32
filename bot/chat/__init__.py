"""The chat: tables of commands, buttons and answers, and their handlers."""
