"""The use cases of an update or a due row, in layers: reading below, acting above.

A handler gets `service.Service`. Its layers each know only those below: `context` (the unit of
work, and answers), `readers` (reading), `notify` (notifications), `recording` (writing),
`following` (consequences). A function asks for the lowest layer that it needs.
"""
