"""What everybody may read outside the chat: how names are shown there."""

from sqlalchemy import Column, String, Table

from storage.schema.base import metadata

publicity = Table(
    "publicity",
    metadata,
    Column("competition", String(40), primary_key=True),
    Column("names", String(8), nullable=False),
)
