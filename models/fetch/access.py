"""What is trusted, and what is gone through, when a server is asked: as the person set it."""

from __future__ import annotations

import os
import ssl
from dataclasses import dataclass
from pathlib import Path

from models.fetch.wheels import PipSettings
from models.runtime.errors import ModelError


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach servers from this machine."""

    certificates: ssl.SSLContext
    proxy: str | None

    @staticmethod
    def of(settings: PipSettings, context: ssl.SSLContext) -> Access:
        """Let `context` also trust what the system, the environment and pip's settings trust.

        Raises:
            ModelError: a file of certificates that is named there holds none.
        """
        context.load_default_certs()
        named = [os.environ.get(name) for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")]
        for file in [settings.certificates, *(Path(name) for name in named if name)]:
            if file is not None and file.is_file():
                try:
                    context.load_verify_locations(file)
                except ssl.SSLError as error:
                    raise ModelError(
                        f"There are no usable certificates in {file}: {error.reason}.",
                        "Correct pip's setting, REQUESTS_CA_BUNDLE or CURL_CA_BUNDLE.",
                    ) from error
        return Access(context, settings.proxy)
