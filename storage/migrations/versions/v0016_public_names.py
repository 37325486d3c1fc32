"""Add people's and organisers' choices about public names."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Apply this step; nobody has chosen yet."""
    wish = sa.Column("public_name", sa.String(8), server_default="", nullable=False)
    op.add_column("persons", wish)
    op.add_column(
        "persons", sa.Column("minor", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.create_table(
        "publicity",
        sa.Column("competition", sa.String(40), nullable=False),
        sa.Column("names", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("competition", name=op.f("pk_publicity")),
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("publicity")
    op.drop_column("persons", "minor")
    op.drop_column("persons", "public_name")
