"""A real server of a language model for tests: an OpenAI-compatible interface by Starlette, around
the smallest model on llama.cpp, or around an answer that is told. It speaks as llama-server,
vLLM or Ollama do, or takes no grammar at all."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route

from models.runtime.llm import Completion, Message
from tests.support.timing import AMPLE, waited_for

Body = dict[str, Any]
Speak = Callable[[Body], Iterator[Body]]
"""Makes the chunks of a reply from the body of a question."""
OWNERS = {"llama-server": "llamacpp", "vllm": "vllm", "ollama": "library", "plain": "someone"}


@dataclass
class EngineServer:
    """A running server: `asked` are the bodies of the questions, `left` counts those whose asker
    went away before the end."""

    speak: Speak
    kind: str = "llama-server"
    models: tuple[str, ...] = ("small",)
    key: str = ""
    version: str = "0.14.0"
    port: int = 0
    asked: list[Body] = field(default_factory=list)
    left: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def application(self) -> Starlette:
        routes = [
            Route("/v1/models", self._models),
            Route("/v1/chat/completions", self._chat, methods=["POST"]),
        ]
        if self.kind == "llama-server":
            facts = {"default_generation_settings": {"n_ctx": 2048}}
            routes.append(Route("/props", lambda request: JSONResponse(facts)))
        if self.kind == "vllm":
            said = {"version": self.version}
            routes.append(Route("/version", lambda request: JSONResponse(said)))
        if self.kind == "ollama":
            known = {"version": "0.12.0"}
            routes.append(Route("/api/version", lambda request: JSONResponse(known)))
        return Starlette(routes=routes)

    def _refusal(self, request: Request) -> JSONResponse | None:
        if self.key and request.headers.get("authorization") != f"Bearer {self.key}":
            return JSONResponse({"error": {"message": "Invalid API Key"}}, 401)
        return None

    async def _models(self, request: Request) -> JSONResponse:
        if (refusal := self._refusal(request)) is not None:
            return refusal
        listed: list[Body] = [{"id": name, "owned_by": OWNERS[self.kind]} for name in self.models]
        if self.kind == "vllm":
            listed = [{**one, "max_model_len": 3000} for one in listed]
        return JSONResponse({"object": "list", "data": listed})

    async def _chat(self, request: Request) -> JSONResponse | StreamingResponse:
        if (refusal := self._refusal(request)) is not None:
            return refusal
        body = await request.json()
        if body["model"] not in self.models:
            return JSONResponse({"error": {"message": "model not found"}}, 404)
        self.asked.append(body)
        return StreamingResponse(self._events(body), media_type="text/event-stream")

    async def _events(self, body: Body) -> Any:
        from starlette.concurrency import iterate_in_threadpool

        whole = False
        try:
            async for chunk in iterate_in_threadpool(self.speak(body)):
                yield f"data: {json.dumps(chunk)}\n\n"
            yield "data: [DONE]\n\n"
            whole = True
        finally:
            self.left += not whole


@contextmanager
def served(speak: Speak, kind: str = "llama-server", **settings: Any) -> Iterator[EngineServer]:
    """A server on this machine while the block lasts."""
    engine = EngineServer(speak, kind, **settings)
    config = uvicorn.Config(
        engine.application(), host="127.0.0.1", port=0, log_level="error", lifespan="off"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, name="engine", daemon=True)
    thread.start()
    waited_for(lambda: server.started)
    engine.port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield engine
    finally:
        server.should_exit = server.force_exit = True
        thread.join(AMPLE)


def saying(answer: Callable[[Body], str]) -> Speak:
    """Says what it is told, a word at a time."""

    def speak(body: Body) -> Iterator[Body]:
        words = answer(body).split(" ")
        for number, word in enumerate(words):
            piece = word if number == 0 else f" {word}"
            yield {"choices": [{"delta": {"content": piece}, "finish_reason": None}]}
        yield {"choices": [{"delta": {}, "finish_reason": "stop"}]}
        yield {"choices": [], "usage": {"prompt_tokens": 40, "completion_tokens": len(words)}}

    return speak


def grammar_of(body: Body) -> str | None:
    """The grammar in a question, in whatever way a server would be given it."""
    outputs = body.get("structured_outputs") or {}
    grammar = body.get("grammar") or body.get("guided_grammar") or outputs.get("grammar")
    if grammar is None and "response_format" in body:
        from llama_cpp.llama_grammar import json_schema_to_gbnf

        form = body["response_format"]["json_schema"]["schema"]
        grammar = json_schema_to_gbnf(json.dumps(form), prop_order=["thought", "actions"])
    return grammar


def real_model(path: Path) -> Speak:
    """The model at `path`, run by llama.cpp on one thread; it follows grammars."""
    from models.runtime.llama import LlamaModel

    model = LlamaModel(path, 2048, threads=1)

    def speak(body: Body) -> Iterator[Body]:
        pieces: Queue[str | None] = Queue()
        over = threading.Event()
        replies: list[Completion] = []

        def work() -> None:
            try:
                replies.append(
                    model.complete(
                        [Message(**one) for one in body["messages"]],
                        grammar=grammar_of(body),
                        max_tokens=body["max_tokens"],
                        stop=over,
                        on_token=pieces.put,
                    )
                )
            finally:
                pieces.put(None)

        threading.Thread(target=work, daemon=True).start()
        try:
            while (piece := pieces.get()) is not None:
                yield {"choices": [{"delta": {"content": piece}, "finish_reason": None}]}
        finally:
            over.set()
        [reply] = replies
        usage = {"prompt_tokens": reply.prompt_tokens, "completion_tokens": reply.new_tokens}
        yield {"choices": [{"delta": {}, "finish_reason": reply.ending}], "usage": usage}

    return speak
