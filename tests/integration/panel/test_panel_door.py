"""What the real panel refuses: foreign hosts and pages, files, uploads, the generated API."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from panel.page.control import SILENT, Control
from panel.server.door import LARGEST_BODY, knows
from panel.server.listen import outside_warning
from panel.server.open_pages import CLOSED
from tests.support.served_panel import Server, served
from tests.support.timing import AMPLE

RUN = "/gradio_api/run/predict"


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=AMPLE) as client:
        yield client


def wishes(server: Server) -> list[list[Any]]:
    """What the session was asked, but for what follows when pages of earlier tests close: the panel
    hears of that a moment later."""
    return [call for call in server.asked() if CLOSED not in call]


def stop_body(client: httpx.Client, session: str = "somebody") -> dict[str, Any]:
    """What the page sends for its Stop button, found as a program of elsewhere would find it."""
    return {"data": [], "fn_index": function_of(client, "dh-stop"), "session_hash": session}


def function_of(client: httpx.Client, button: str) -> int:
    """The number of the function behind a button, by the id of the button or its words."""
    import json
    import re

    page = client.get("/").text
    found = re.search(r"window\.gradio_config = (\{.*?\});\s*</script>", page, re.DOTALL)
    assert found is not None
    config = json.loads(found.group(1))
    known = {
        one["id"]
        for one in config["components"]
        if button in (one["props"].get("elem_id"), one["props"].get("value"))
    }
    functions = config["dependencies"]
    return next(int(f["id"]) for f in functions if any(t[0] in known for t in f["targets"]))


def test_the_page_itself_is_served_with_headers_that_protect_it(client: httpx.Client):
    answer = client.get("/")
    assert answer.status_code == 200
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "localhost@evil.example",
     "192.0.2.1:{port}", "", "127.0.0.1:x"],
)  # fmt: skip
def test_a_foreign_name_for_this_machine_is_refused(
    client: httpx.Client, server: Server, host: str
):
    """DNS rebinding: the page of elsewhere has its own name point here."""
    answer = client.get("/", headers={"host": host.format(port=server.port)})
    assert (answer.status_code, "not the panel's address" in answer.text) == (403, True)


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST", "[::1]:80"])
def test_names_of_this_machine_are_its_own(client: httpx.Client, server: Server, host: str):
    assert client.get("/", headers={"host": host.format(port=server.port)}).status_code == 200


def test_two_hosts_are_refused(server: Server):
    lines = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(lines)
        assert connection.recv(100).split()[1] in (b"403", b"400")


@pytest.mark.smoke
@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost:{port}",
     "https://127.0.0.1", "file://", "http://127.0.0.1:{port}.evil.example"],
)  # fmt: skip
def test_requests_of_other_pages_are_refused(client: httpx.Client, server: Server, origin: str):
    before = wishes(server)
    headers = {"origin": origin.format(port=server.port)}
    answer = client.post(RUN, json=stop_body(client), headers=headers)
    assert (answer.status_code, answer.text) == (403, "Requests of other web pages are refused.")
    assert wishes(server) == before


def test_the_pages_own_requests_come_in(client: httpx.Client, server: Server):
    answer = client.post(RUN, json=stop_body(client), headers={"origin": server.address})
    assert answer.status_code == 200
    assert wishes(server)[-1][:2] == ["stop", "the Stop button"]


@pytest.mark.parametrize(
    ("site", "mode", "dest", "status"),
    [("cross-site", "no-cors", "image", 403), ("same-site", "cors", "empty", 403),
     ("cross-site", "navigate", "iframe", 403), ("cross-site", "navigate", "document", 200),
     ("same-origin", "cors", "empty", 200), ("none", "navigate", "document", 200)],
)  # fmt: skip
def test_what_the_browser_says_of_the_asking_page_counts(
    client: httpx.Client, site: str, mode: str, dest: str, status: int
):
    """A request without Origin, such as that for a picture, is known by these."""
    headers = {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest}
    assert client.get("/", headers=headers).status_code == status


def test_other_pages_may_not_ask_whether_they_may(client: httpx.Client):
    asks = {"origin": "http://evil.example", "access-control-request-method": "POST"}
    answer = client.options(RUN, headers=asks)
    assert "access-control-allow-origin" not in answer.headers


API = "/gradio_api"


@pytest.mark.smoke
@pytest.mark.parametrize(
    "path",
    [f"{API}/file=/etc/passwd", f"{API}/file/etc/passwd", "/file=/etc/passwd",
     f"{API}/file=app.py", f"{API}/file=http://127.0.0.1:1/", f"{API}/proxy=http://127.0.0.1:1/",
     f"{API}/proxy=https://a.hf.space/", f"{API}/info", f"{API}/openapi.json", "/config",
     f"{API}/queue/data?session_hash=x", f"{API}/queue/status", f"{API}/call/tick/x",
     f"{API}/stream/x/1/1/playlist.m3u8", f"{API}/upload_progress?upload_id=x",
     f"{API}/custom_component/x/client/component/index.js", f"{API}/dev/reload", f"{API}/runs",
     f"{API}/run-history/records", f"{API}/deep_link", "/monitoring", "/monitoring/summary",
     f"{API}/profiling/traces", f"{API}/vibe-code", f"{API}/token", f"{API}/user", "/docs",
     "/openapi.json", "/redoc", "/svelte/x", "/mcp", "/gradio_api/mcp/sse", "/nothing"],
)  # fmt: skip
def test_nothing_but_the_page_can_be_read(client: httpx.Client, path: str):
    answer = client.get(path)
    assert (answer.status_code, answer.text) == (404, "The panel has no such page.")


_WAYS = ["../../../../../../etc/passwd", "..%2f..%2f..%2f..%2fetc%2fpasswd",
         "%2e%2e/%2e%2e/%2e%2e/etc/passwd", "..%5c..%5cetc%5cpasswd", "/etc/passwd",
         "%252e%252e%252f%252e%252e%252fetc%252fpasswd"]  # fmt: skip


@pytest.mark.parametrize(
    ("folder", "way"),
    [(folder, way) for folder in ("/static/", "/assets/") for way in _WAYS]
    + [(f"{API}/heartbeat/", way) for way in _WAYS[:4]],
)
def test_no_way_leads_out_of_the_folders_of_the_page(server: Server, folder: str, way: str):
    # By hand, since a client would tidy the path up first.
    request = f"GET {folder}{way} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), AMPLE) as connection:
        connection.sendall(request.encode())
        said = b""
        while piece := connection.recv(4096):
            said += piece
    assert said.split()[1] in (b"404", b"403"), said[:200]
    assert b"root:" not in said


@pytest.mark.parametrize(
    "path", [f"{API}/upload", f"{API}/queue/join", f"{API}/call/tick", f"{API}/call/v2/tick",
             f"{API}/run/tick", f"{API}/api/predict", f"{API}/cancel", f"{API}/reset",
             f"{API}/component_server", f"{API}/process_recording", f"{API}/stream/x",
             f"{API}/vibe-edit", f"{API}/run-history/connect", "/"],
)  # fmt: skip
def test_nothing_but_the_pages_own_function_can_be_called(
    client: httpx.Client, server: Server, path: str
):
    before = wishes(server)
    files = {"files": ("a.txt", b"x")} if path.endswith("upload") else None
    answer = client.post(path, json=None if files else stop_body(client), files=files)
    assert (answer.status_code, answer.text) == (404, "The panel has no such page.")
    assert wishes(server) == before


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(client: httpx.Client, method: str):
    assert client.request(method, "/").status_code == 404


def test_long_requests_are_refused_before_they_are_read(client: httpx.Client):
    answer = client.post(RUN, content=b"x" * (LARGEST_BODY + 1))
    assert answer.status_code == 413
    answer = client.post(RUN, content=iter([b"{", b"}"]))
    assert (answer.status_code, "how long" in answer.text) == (411, True)


def test_there_is_no_websocket(server: Server):
    lines = (
        f"GET /gradio_api/queue/join HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), AMPLE) as connection:
        connection.sendall(lines.encode())
        assert connection.recv(100).split()[1] in (b"403", b"404")


def test_one_page_steers_the_others_watch(server: Server, browser: Browser):
    first, second = browser.new_page(), browser.new_page()
    for page in (first, second):
        page.goto(server.address)
        expect(page.locator(".dh-state")).to_be_visible()
        expect(page.locator("#dh-run")).to_be_enabled()
    first.locator("#dh-task textarea").fill("a question")
    first.locator("#dh-run").click()
    card = second.locator("#dh-card")
    expect(card).to_be_visible()
    expect(second.locator("#dh-watching")).to_be_visible()
    expect(card.get_by_role("button", name="Deny", exact=True)).to_be_disabled()
    expect(first.locator("#dh-watching")).to_have_count(0)
    # Whoever watches may always stop.
    second.locator("#dh-stop").click()
    expect(first.locator(".dh-state")).to_contain_text("Stopped")
    expect(first.locator("#dh-run")).to_be_enabled()
    expect(second.locator("#dh-run")).to_be_disabled()
    first.close()
    expect(second.locator("#dh-run")).to_be_enabled()
    expect(second.locator("#dh-watching")).to_have_count(0)
    second.locator("#dh-task textarea").fill("taken over")
    second.locator("#dh-run").click()
    expect(second.locator(".dh-steps li")).to_have_count(5)
    assert server.started()[-1][0] == "taken over"
    second.close()


def test_a_page_without_control_can_start_and_answer_nothing(server: Server, client: httpx.Client):
    """Whatever its buttons look like: the server decides."""
    run, answer = function_of(client, "dh-run"), function_of(client, "Allow once")

    def post(function: int, session: str | None, *values: Any) -> None:
        body = {"data": values, "fn_index": function, "session_hash": session}
        assert client.post(RUN, json=body).status_code == 200

    post(run, "page one", "slow one", 5, False, "")
    post(run, "page two", "slow two", 5, False, "")
    post(run, None, "slow three", 5, False, "")
    assert server.started()[-1][0] == "slow one"
    answers = [call for call in server.asked() if call[0] == "answer"]
    post(answer, "page two", 4)
    assert [call for call in server.asked() if call[0] == "answer"] == answers
    post(answer, "page one", 4)
    assert len([call for call in server.asked() if call[0] == "answer"]) == len(answers) + 1
    post(function_of(client, "dh-stop"), "page two")
    # A page gives control up when this connection of it ends.
    with client.stream("GET", f"{API}/heartbeat/page one") as there:
        next(there.iter_lines())


def test_a_silent_page_loses_control():
    now = [0.0]
    control = Control(lambda: now[0])
    assert not control.take("")
    assert control.take("a")
    assert not control.take("b")
    now[0] = SILENT
    assert not control.watches("a"), "it is still there"
    now[0] = SILENT * 1.9
    assert control.watches("b")
    now[0] = SILENT * 2.1
    assert not control.watches("b")
    assert control.take("b")
    assert control.watches("a")
    control.leave("a")
    assert control.watches("a"), "only the one that has it can give it up"
    control.leave("b")
    assert not control.watches("a")


@pytest.mark.parametrize(
    ("said", "host", "known"),
    [("192.0.2.7:7860", "192.0.2.7", True), ("127.0.0.1", "192.0.2.7", True),
     ("desk.lan", "desk.lan", True), ("192.0.2.8", "192.0.2.7", False),
     ("192.0.2.8:1", "0.0.0.0", True), ("[2001:db8::1]:1", "::", True),
     ("evil.example", "0.0.0.0", False), (socket.gethostname(), "0.0.0.0", True),
     (socket.gethostname(), "127.0.0.1", socket.gethostname() == "localhost")],
)  # fmt: skip
def test_names_of_a_panel_that_others_can_reach(said: str, host: str, known: bool):
    assert knows(said, host) is known


def test_with_a_password_for_other_machines(
    tmp_path_factory: pytest.TempPathFactory, browser: Browser
):
    folder = tmp_path_factory.mktemp("outside")
    with served(folder, "0.0.0.0", "open sesame") as server:
        assert "Warning: other machines can reach the panel" in (folder / "said").read_text()
        with httpx.Client(base_url=server.address, timeout=AMPLE) as client:
            stop = {"data": [], "fn_index": 1, "session_hash": "x"}
            assert client.post(RUN, json=stop).status_code == 401
            wrong = {"username": "ann", "password": "open sesam"}
            assert client.post("/login", data=wrong).status_code == 400
            right = {**wrong, "password": "open sesame"}
            evil = {"origin": "http://evil.example"}
            assert client.post("/login", data=right, headers=evil).status_code == 403
            assert client.get("/", headers={"host": "evil.example"}).status_code == 403
        assert server.asked() == []
        page = browser.new_page()
        page.goto(server.address)
        expect(page.locator("input[type=password]")).to_be_visible()
        page.locator("input").first.fill("ann")
        page.locator("input[type=password]").fill("open sesame")
        page.get_by_role("button").first.click()
        expect(page.locator(".dh-state")).to_contain_text("Ready")
        page.locator("#dh-task textarea").fill("with the password")
        page.locator("#dh-run").click()
        expect(page.locator(".dh-steps li")).to_have_count(5)
        page.close()


def test_loopback_warns_of_nothing():
    assert outside_warning("127.0.0.1") == ""
