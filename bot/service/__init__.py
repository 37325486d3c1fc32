"""Where an update, or a due row, is dealt with: readers below, those who act above.

`service.Service` is what a handler gets. It stands on floors, each of which knows only those below
it: `context` (the unit of work, and an answer), `readers` (what is known), `notify` (what people
are told), `recording` (what is written), `following` (what follows from that). Who does something
names the lowest floor that he needs.
"""
