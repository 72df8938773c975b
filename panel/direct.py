"""How the page's events reach their functions."""

from __future__ import annotations

from typing import Any

# Past the queue: Stop must not wait behind anything, nor the page behind a run. Private: no API.
DIRECT: dict[str, Any] = {
    "queue": False,
    "show_progress": "hidden",
    "api_visibility": "private",
}
