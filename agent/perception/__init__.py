"""How a run sees: which recogniser and detector, and what names icons."""
