"""Add `conditions.later`: the later rounds of a conditional move."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
_ONE_A_MOVE = "uq_conditions_person_game_id_partner_move"


def upgrade() -> None:
    """Apply this step."""
    with op.batch_alter_table("conditions") as table:
        table.add_column(sa.Column("later", sa.Text(), server_default="", nullable=False))
        table.drop_constraint(op.f(_ONE_A_MOVE), type_="unique")
        table.create_index(table.f("ix_conditions_person_game_id"), ["person", "game_id"])


def downgrade() -> None:
    """Revert this step: later rounds are lost, and only the first condition of a move stays."""
    conditions = sa.table(
        "conditions",
        *(sa.column(name) for name in ("id", "person", "game_id", "partner_move", "later")),
    )
    whose = (conditions.c.person, conditions.c.game_id, conditions.c.partner_move)
    first = sa.select(sa.func.min(conditions.c.id)).group_by(*whose)
    op.execute(sa.delete(conditions).where(conditions.c.later != ""))
    op.execute(sa.delete(conditions).where(conditions.c.id.not_in(first)))
    with op.batch_alter_table("conditions") as table:
        table.drop_index(table.f("ix_conditions_person_game_id"))
        table.create_unique_constraint(op.f(_ONE_A_MOVE), ["person", "game_id", "partner_move"])
        table.drop_column("later")
