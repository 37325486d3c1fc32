"""Add the e-mail addresses of people who play in a browser, and the codes that confirm them."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key, UtcDateTime

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "mail_addresses",
        sa.Column("person", Key, autoincrement=False, nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirmed_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("refused_at", UtcDateTime(timezone=True)),
        sa.Column("accepted_at", UtcDateTime(timezone=True)),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_mail_addresses_person_persons")
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_mail_addresses")),
    )
    op.create_table(
        "mail_codes",
        sa.Column("person", Key, autoincrement=False, nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.Column("expires_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_mail_codes_person_persons")
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_mail_codes")),
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("mail_codes")
    op.drop_table("mail_addresses")
