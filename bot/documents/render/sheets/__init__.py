"""Drawing: both sheets."""
