"""Pages with mail, posts, contacts and orders."""

from __future__ import annotations

from benchmarks.decide.format import Act
from benchmarks.decide.solutions.view import Solved, View, click, clicks, enter, scroll
from vision.core.elements import Element

_MORE = {
    "share via dm": "Share via DM",
    "copy link to tweet": "Copy link to Tweet",
    "embed tweet": "Embed Tweet",
}


def _thread(view: View) -> Element | None:
    return view.first(view.facts["name"], "link")


def _marked(view: View) -> list[Act]:
    """Star or trash, in the list or in the open message."""
    sender = _thread(view)
    if sender is None:
        return [scroll()]
    icon = view.behind(sender, view.facts["icon"], "icon")
    return [click(icon), click(sender)] if icon is not None else []


def _opened(view: View) -> bool:
    return bool(view.done) and any(act.name == view.facts["name"] for act in view.done)


def _replied(view: View) -> list[Act]:
    if not _opened(view):
        sender = _thread(view)
        return [click(sender)] if sender is not None else [scroll()]
    field = view.first(None, "field")
    if field is None:
        return view.press("Reply", "email-reply")
    if field.state.value != view.facts["text"]:
        return [enter(field, view.facts["text"])]
    return view.press("send-reply")


def _forwarded(view: View) -> list[Act]:
    if not _opened(view):
        sender = _thread(view)
        return [click(sender)] if sender is not None else [scroll()]
    field = view.first(None, "field")
    if field is None:
        return view.press("Forward", "email-forward")
    if field.state.value != view.facts["to"]:
        return [enter(field, view.facts["to"])]
    return view.press("send-forward")


def _posts(view: View) -> list[tuple[Element, Element]]:
    """The posts of the user, each with the icon that is wanted of it."""
    found = []
    for user in view.all(view.facts["user"], "text"):
        icon = view.behind(user, view.facts["button"], "icon", "link")
        if icon is not None and abs(icon.box.center.y - user.box.center.y) < 200:
            found.append((user, icon))
    return found


def _post(view: View) -> list[Act]:
    users = view.all(view.facts["user"], "text")
    if not users:
        return [scroll()]
    button = view.facts["button"]
    if found := [icon for _, icon in _posts(view)]:
        return clicks(found[:1])
    entries = view.all(button, "link", "text", "menu", "icon")
    entries += view.all(f"{button} {view.facts['user']}", "link", "text", "menu", "icon")
    if entries:
        return clicks(entries[:1])
    more = view.behind(users[0], "more", "icon")
    return [click(more)] if more is not None else [scroll()]


def _all_posts(view: View) -> list[Act]:
    still = [icon for _, icon in _posts(view) if not view.tried(icon)]
    if still:
        return clicks(still)
    if any(area.below for area in view.screen.areas) and not view.first("Submit"):
        return [scroll()]
    return view.press("Submit")


def _some_posts(view: View) -> list[Act]:
    liked = sum(act.name == view.facts["button"].casefold() for act in view.done)
    if liked == int(view.facts["count"]):
        return view.press("Submit") or [scroll()]
    return clicks([icon for _, icon in _posts(view) if not view.tried(icon)]) or [scroll()]


def _contact(view: View) -> list[Act]:
    if view.first(view.facts["name"], "text") is None:
        return view.press(">")
    labels = {"phone number": "Phone:", "email": "Email:", "address": "Address:"}
    label = view.first(labels[view.facts["what"]], "text")
    link = view.behind(label, None, "link") if label is not None else None
    return [click(link)] if link is not None else []


def _ordered(view: View) -> list[Act]:
    acts: list[Act] = []
    for name in view.items():
        dish = view.first(name, "text")
        plus = view.behind(dish, "+", "link") if dish is not None else None
        if plus is not None and not view.tried(plus):
            acts.append(click(plus))
    pressed = sum(act.verb == "click" and act.name == "+" for act in view.done)
    if pressed == len(view.items()):
        return view.press("Order", "Submit", "Place order") or [scroll()]
    return acts or [scroll()]


def _star(icon: str) -> dict[str, Solved]:
    what = {
        "star": ("mark it as important", "give it a star", "Markiere sie als wichtig (Stern)"),
        "trash": ("delete it", "throw it away", "Lösche sie"),
    }[icon]
    solved = Solved(
        rf"Find the email by (?P<name>\S+) and click the (?P<icon>{icon}) icon to .+\.",
        (
            f"There is a mail from {{name}}: {what[1]}.",
            f"Find the mail by {{name}} and {what[0]}, but do not touch any other mail.",
            f"Suche die Mail von {{name}}. {what[2]}.",
        ),
        _marked,
    )
    return {"star": solved} if icon == "star" else {"trash": solved}


_STAR, _TRASH = _star("star")["star"], _star("trash")["trash"]
_REPLY = Solved(
    r'Find the email by (?P<name>\S+) and reply to them with the text "(?P<text>.+)"\.',
    (
        "Answer the mail from {name}: {text}",
        'Answer {name}\'s mail with "{text}"; write to nobody else.',
        "Antworte mit „{text}“ auf die Mail von {name}.",
    ),
    _replied,
)
_FORWARD = Solved(
    r"Find the email by (?P<name>\S+) and forward that email to (?P<to>\S+)\.",
    (
        "Let {to} have the mail that came from {name}.",
        "Forward {name}'s mail to {to}; do not reply to it.",
        "Leite an {to} die Mail von {name} weiter.",
    ),
    _forwarded,
)

PAGES: dict[str, tuple[Solved, ...]] = {
    "email-inbox": (_STAR, _TRASH, _REPLY, _FORWARD),
    "email-inbox-noscroll": (_STAR, _TRASH, _REPLY, _FORWARD),
    "email-inbox-star-reply": (_STAR, _REPLY),
    "email-inbox-important": (_STAR,),
    "email-inbox-delete": (_TRASH,),
    "email-inbox-reply": (_REPLY,),
    "email-inbox-forward": (_FORWARD,),
    "social-media": (
        Solved(
            r'For the user (?P<user>@\S+), click on the "(?P<button>.+)" button\.',
            (
                "Find the post of {user} and use {button} on it.",
                'Click "{button}" on the post of {user}, on no other post.',
                "Klicke beim Beitrag von {user} auf „{button}“.",
            ),
            _post,
        ),
    ),
    "social-media-all": (
        Solved(
            r'Click the "(?P<button>.+)" button on all posts by (?P<user>@\S+) and then click '
            r"Submit\.",
            (
                "Use {button} on every post that {user} wrote, then hand it in with Submit.",
                'Click "{button}" on the posts of {user} but not on those of others, then Submit.',
                "Klicke bei allen Beiträgen von {user} auf „{button}“ und danach auf Submit.",
            ),
            _all_posts,
        ),
    ),
    "social-media-some": (
        Solved(
            r'Click the "(?P<button>.+)" button on (?P<count>\d) posts? by (?P<user>@\S+) and then '
            r"click Submit\.",
            (
                "Use {button} on {count} of the posts that {user} wrote, then hand it in.",
                'Click "{button}" on posts of {user}, but on no more than {count}; then Submit.',
                "Klicke bei {count} Beitrag/Beiträgen von {user} auf „{button}“, dann auf Submit.",
            ),
            _some_posts,
        ),
    ),
    "phone-book": (
        Solved(
            r"Find (?P<name>\S+) in the contact book and click on their "
            r"(?P<what>phone number|email|address)\.",
            (
                "Look {name} up and choose the {what} given there.",
                "Click the {what} of {name}, not that of anybody else.",
                "The {what} of one contact, {name}, is wanted: click it.",
            ),
            _contact,
        ),
    ),
    "order-food": (
        Solved(
            r"Order one of each item: (?P<items>.+)",
            (
                "Get me these, one of each: {items}",
                "Order nothing but one of each of these: {items}",
                "Bestelle je einmal: {items}",
            ),
            _ordered,
        ),
    ),
}
