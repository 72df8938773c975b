"""Text: what is done with the lines that a recogniser read."""

from __future__ import annotations

from vision.ocr.repair.inline_links import split_links
from vision.ocr.repair.key_labels import with_labels_of_keys
from vision.ocr.repair.leading_icons import without_pictures
from vision.ocr.repair.text_cursors import without_read_carets
from vision.pipeline.runner import Phase, step
from vision.structure.sheet_cells import sheets_apart

READING = Phase(
    "reading", "ocr", (step("inline_links", split_links, "text pixels reader", "text"),)
)
"""Of each region that is read anew, on a scene of that region alone."""

TEXT = Phase(
    "text",
    "ocr",
    (
        step("key_labels", with_labels_of_keys, "text detections shapes view reader", "text"),
        step("text_cursors", without_read_carets, "text view reader", "text"),
        step("leading_icons", without_pictures, "text view", "text"),
        step(
            "sheet_cells",
            sheets_apart,
            "text detections shapes view windows reader",
            "text detections shapes sheets",
        ),
    ),
)
"""Of the whole frame, once all of it is read."""
