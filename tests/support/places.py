"""Where things lie: the checkout, the helpers of tests, and their pictures."""

from __future__ import annotations

from pathlib import Path

SUPPORT = Path(__file__).parent
DATA = SUPPORT.parent / "data"
ROOT = SUPPORT.parent.parent
