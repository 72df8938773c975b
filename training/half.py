"""Whether this CPU multiplies in half precision (bfloat16). One that does learns twice as fast with
it; one that does not, nine times as slowly.

Import this module late: torch takes seconds.
"""

from __future__ import annotations

import torch

KNOWN = bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
