"""What the bot does in one unit of work, in layers: reading below, acting above.

From the bottom: `context` (the unit of work, and answers) beside `pure` (calculations), `readers`,
`lookups` (what functions find out from them), `notices`, `recording`, `operations`, `following`
(consequences), `service`. The packages of subjects above, such as `matches`, are the use cases.

Each layer has a class that adds to the one below: `Context`, `Readers`, `Notifier`, `Recorder`,
`Service`. A function takes the lowest one that it needs.
"""
