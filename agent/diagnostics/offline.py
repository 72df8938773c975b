"""Everything that would talk to a server by itself is switched off here, before it is imported.

Libraries read these variables once, when they are imported: call apply() before that.
"""

from __future__ import annotations

import os
import sys

from models.files.paths import data_folder

_SETTINGS = {
    # gradio: analytics, a check for updates, the tunnel that would publish the panel, its history
    "GRADIO_ANALYTICS_ENABLED": "False",
    "GRADIO_SHARE": "False",
    "GRADIO_MCP_SERVER": "False",
    "GRADIO_SSR_MODE": "False",
    "GRADIO_RUN_HISTORY": "False",
    # huggingface_hub and transformers: no access to the hub, no telemetry, no check for updates
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "DISABLE_TELEMETRY": "1",
    # ultralytics: looks up two host names when imported unless offline; offline it sends no
    # analytics and no crash reports, and it must not install packages by itself
    "YOLO_OFFLINE": "true",
    "YOLO_AUTOINSTALL": "false",
    "YOLO_VERBOSE": "false",
    # onnxruntime since 1.29: sends what models run, how fast and on what machine, from native code,
    # unless this is set before it is imported; the second is the name in versions in between
    "ORT_DISABLE_TELEMETRY": "1",
    "ORT_TELEMETRY_DISABLED": "1",
    # experiment trackers that ultralytics and transformers would start when they are installed
    "WANDB_MODE": "disabled",
    "COMET_MODE": "disabled",
    # pip, which fetches the weights that are published as wheels
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    # a convention that many libraries follow
    "DO_NOT_TRACK": "1",
}
# With these a library would sign in somewhere as the person.
_CREDENTIALS = ("ULTRALYTICS_API_KEY", "HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
# Importing one of these before apply() would be too late.
_READ_AT_IMPORT = ("gradio", "huggingface_hub", "onnxruntime", "transformers", "ultralytics")


def apply() -> None:
    """Set the environment variables; calling it again changes nothing.

    Raises:
        RuntimeError: a library that reads them was imported before the first call.
    """
    late = [name for name in _READ_AT_IMPORT if name in sys.modules]
    if late and not _applied():
        raise RuntimeError(f"{', '.join(late)}: imported before agent.diagnostics.offline.apply()")
    os.environ.update(_SETTINGS)
    # Its own settings, so that neither an account nor `sync` of the person's settings counts.
    os.environ["YOLO_CONFIG_DIR"] = str(data_folder() / "ultralytics")
    for name in _CREDENTIALS:
        os.environ.pop(name, None)
    # No network, but read at import too: torch and llama.cpp share a thread pool whose threads
    # spin while they wait, which slows everything as soon as another program computes.
    os.environ.setdefault("GOMP_SPINCOUNT", "2000")
    _keep_loopback_direct()


def _applied() -> bool:
    return all(os.environ.get(name) == value for name, value in _SETTINGS.items())


def _keep_loopback_direct() -> None:
    """gradio asks its own page once at the start: a proxy must not hear of that."""
    for name in ("NO_PROXY", "no_proxy"):
        hosts = [host for host in os.environ.get(name, "").split(",") if host]
        hosts += [host for host in _LOOPBACK if host not in hosts]
        os.environ[name] = ",".join(hosts)
