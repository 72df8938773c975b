"""Looks at a file on a server before it is fetched: its size, its hash, what its header says.

huggingface_hub is not used: it is switched off in Deskhand (its telemetry, its cache and its token
with it), and all that is needed is in the answer to one request.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from urllib.parse import quote, unquote, urlsplit

import httpx

from models.catalogue.described import Described, Wishes, described, entry, part_of
from models.catalogue.entries import FILE_NAME, REPOSITORY, SHA256
from models.catalogue.sources import HubSource, UrlSource, hub_address
from models.catalogue.spec import ModelFile, ModelSpec
from models.fetch.job import Patience, SourceFailed
from models.fetch.transfer import Broken, access, client, head_of, in_range, problem
from models.runtime.errors import ModelError

# The keys that are asked for stand before the vocabulary.
_BEGINNING_BYTES = 1 << 18


def on_hub(repo: str, names: list[str], revision: str, wishes: Wishes) -> ModelSpec:
    """The entry of a model in a repository on Hugging Face: its weights and maybe its projector.

    Raises:
        ModelError: there is no such file, it is no model, or the server cannot be reached.
    """
    if not REPOSITORY.fullmatch(repo):
        raise ModelError(
            f'"{repo}" is not the name of a repository.',
            "Use the form OWNER/NAME, such as Qwen/Qwen3-4B.",
        )
    found: list[Described] = []
    with client(access(), Patience()) as http:
        for number, name in enumerate(names):
            source = HubSource(repo, name, revision)
            where = f"{name} in {repo}"
            answer, beginning = _ask(http, source.url, where)
            file = ModelFile(
                _plain_name(name),
                _hash(answer),
                _size(answer),
                (replace(source, revision=_commit(answer) or revision),),
                part_of(number),
            )
            found.append(described(file, beginning, where, detector=wishes.detector))
        licence = _licence(http, repo)
    return entry(found[0], found[1] if len(found) > 1 else None, wishes, licence)


def at_address(urls: list[str], sha256: str, wishes: Wishes) -> ModelSpec:
    """The entry of a model at an address; `sha256` of its weights is "" when it is not known.

    Raises:
        ModelError: there is no such file, it is no model, or the server cannot be reached.
    """
    if sha256 and not SHA256.fullmatch(sha256.lower()):
        raise ModelError(f'"{sha256}" is not a SHA-256.', "A SHA-256 has 64 hexadecimal digits.")
    found: list[Described] = []
    with client(access(), Patience()) as http:
        for number, url in enumerate(urls):
            answer, beginning = _ask(http, url, url.split("?")[0])
            known = sha256.lower() if sha256 and number == 0 else None
            name = _plain_name(unquote(urlsplit(url).path))
            file = ModelFile(name, known, _size(answer), (UrlSource(url),), part_of(number))
            where = url.split("?")[0]
            found.append(described(file, beginning, where, detector=wishes.detector))
    return entry(found[0], found[1] if len(found) > 1 else None, wishes)


def _ask(http: httpx.Client, url: str, where: str) -> tuple[list[httpx.Response], bytes]:
    """The answers on the way to a file, the last one first, and the file's beginning."""
    data = b""
    try:
        with http.stream("GET", url, headers=in_range(0, _BEGINNING_BYTES)) as response:
            if response.status_code == 404:
                raise SourceFailed("the file does not exist there")
            head_of(response, 0)
            for chunk in response.iter_raw():
                data += chunk
                if len(data) >= _BEGINNING_BYTES:
                    break
            return [response, *reversed(response.history)], data[:_BEGINNING_BYTES]
    except Exception as error:
        trouble = problem(error)
        if isinstance(trouble, Broken | SourceFailed):
            raise ModelError(
                f"{where} cannot be read: {trouble}.",
                "Check the name and the network. For a file on this machine:"
                " deskhand models import FILE",
            ) from error
        raise


def _size(answers: list[httpx.Response]) -> int | None:
    place = re.fullmatch(r"bytes \d+-\d+/(\d+)", answers[0].headers.get("Content-Range", ""))
    if place:
        return int(place[1]) or None
    length = answers[0].headers.get("Content-Length")
    return int(length) or None if length and answers[0].status_code == 200 else None


def _hash(answers: list[httpx.Response]) -> str | None:
    """The SHA-256 that Hugging Face tells of a large file."""
    tags = (one.headers.get("X-Linked-Etag", "").strip('"') for one in answers)
    return next((tag for tag in tags if SHA256.fullmatch(tag)), None)


def _commit(answers: list[httpx.Response]) -> str:
    """The commit that a branch points to now: the same bytes will be there tomorrow."""
    commits = (one.headers.get("X-Repo-Commit", "") for one in answers)
    return next((one for one in commits if re.fullmatch(r"[0-9a-f]{40}", one)), "")


def _licence(http: httpx.Client, repo: str) -> str:
    """What the repository's page says; "" when it says nothing."""
    try:
        answer = http.get(f"{hub_address()}/api/models/{quote(repo)}")
        card = answer.json().get("cardData") if answer.is_success else None
    except (httpx.HTTPError, json.JSONDecodeError, AttributeError):
        return ""  # The file's own header may say it.
    licence = card.get("license") if isinstance(card, dict) else None
    return licence if isinstance(licence, str) else ""


def _plain_name(path: str) -> str:
    name = path.rsplit("/", 1)[-1]
    if not FILE_NAME.fullmatch(name):
        raise ModelError(f'"{path}" does not end with a file name.')
    return name
