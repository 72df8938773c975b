"""Style sheets by chance: colours and measures for every page, and a whole look of our own."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from random import Random

FONTS = (
    "sans-serif",
    "'Liberation Sans'",
    "'DejaVu Sans'",
    "'Noto Sans'",
    "'Liberation Serif'",
    "'Nimbus Sans'",
    "'Noto Sans Display'",
    "'Liberation Sans Narrow'",
    "'DejaVu Sans Mono'",
    "'Noto Serif'",
)


@dataclass(frozen=True, slots=True)
class Look:
    """A style sheet, and which class names a skin must use for it."""

    css: str
    names: dict[str, str]


def _colour(hue: float, light: float, full: float) -> str:
    red, green, blue = colorsys.hls_to_rgb(hue, light, full)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


def variables(chance: Random, dark: bool, *, body: bool) -> str:
    """The colours and measures that layout.css asks for; `body`: they rule its ground too."""
    hue, tint = chance.random(), chance.uniform(0, 0.25)
    accent_light = chance.uniform(0.35, 0.5) if not dark else chance.uniform(0.45, 0.65)
    ground, step = (chance.uniform(0.05, 0.16), 0.05) if dark else (chance.uniform(0.93, 1), -0.04)
    panel = ground + step if dark or chance.random() < 0.5 else min(1.0, ground + 0.05)
    ink = _colour(hue, 0.9 if dark else 0.12, tint)
    bar_full = chance.random() < 0.4
    accent = _colour(hue, accent_light, chance.uniform(0.4, 0.95))
    on_accent = "#ffffff" if accent_light < 0.55 else "#101010"
    pairs = {
        "bg": _colour(hue, ground, tint),
        "fg": ink,
        "panel": _colour(hue, panel, tint),
        "sheet": _colour(hue, panel if dark else 1, tint),
        "line": _colour(hue, ground + (0.2 if dark else -0.2), tint * 0.6),
        "soft": _colour(hue, ground + (0.1 if dark else -0.08), tint),
        "accent": accent,
        "on-accent": on_accent,
        "bar": accent if bar_full else _colour(hue, panel, tint),
        "on-bar": on_accent if bar_full else ink,
        "desk": _colour(chance.random(), 0.2 if dark else 0.55, 0.4),
        "radius": f"{chance.choice([0, 0, 2, 4, 4, 6, 8, 12])}px",
        "pad": f"{chance.choice([6, 8, 10, 12])}px",
        "cell": chance.choice(["3px 6px", "5px 8px", "8px 10px", "10px 14px"]),
        "gap": f"{chance.choice([6, 8, 12, 16])}px",
        "side": f"{chance.choice([170, 200, 230, 260])}px",
        "column": f"{chance.choice([240, 280, 340])}px",
        "scroll": chance.choice(["none", "none", "320px", "420px"]),
        "shadow": chance.choice(["none", "0 1px 3px rgba(0,0,0,.2)", "0 4px 14px rgba(0,0,0,.15)"]),
        "dim": f"{chance.choice([0.2, 0.35, 0.5, 0.7])}",
        "tiny": chance.choice(["12px", "13px", "13px", "14px"]),
    }
    values = ";".join(f"--{name}:{value}" for name, value in pairs.items())
    css = f":root{{{values}}}"
    if body:
        css += "body{background:var(--bg);color:var(--fg)}"
        css += f":root{{color-scheme:{'dark' if dark else 'light'}}}"
    return css


def own(chance: Random, dark: bool) -> Look:
    """A look of our own by chance."""
    font, size = chance.choice(FONTS), chance.choice([12, 13, 13, 14, 14, 15, 16])
    css = [variables(chance, dark, body=True)]
    css.append(f"body{{font:{size}px/1.4 {font}}}button,input,select,textarea{{font:inherit}}")
    css.append(_links(chance) + _buttons(chance) + _fields(chance))
    css.append(
        "h1{font-size:1.6em;margin:8px 0}h2{font-size:1.3em}h3{font-size:1.1em}p{margin:6px 0}"
    )
    ticks, names = _ticks(chance)
    switch = _switch(chance)
    css += [ticks, switch, _slider(chance), _title_bar(chance), _bars(chance)]
    if chance.random() < 0.5:
        names["adorned"] = "x-adorned"
    return Look("".join(css), names)


def _links(chance: Random) -> str:
    line = chance.choice(["none", "underline", "underline"])
    return f"a{{color:var(--accent);text-decoration:{line}}}"


def _buttons(chance: Random) -> str:
    pad = chance.choice(["3px 10px", "5px 12px", "7px 16px", "9px 20px"])
    grounds = {
        "flat": "background:var(--soft);border:1px solid transparent;color:inherit",
        "outlined": "background:transparent;border:1px solid var(--line);color:inherit",
        "raised": "background:linear-gradient(var(--sheet),var(--soft))"
        ";border:1px solid var(--line)"
        ";color:inherit;box-shadow:0 1px 2px rgba(0,0,0,.25)",
        "text": "background:transparent;border:1px solid transparent;color:var(--accent)",
    }
    ground = grounds[chance.choice(list(grounds))]
    case = chance.choice(["none", "none", "none", "uppercase"])
    primary = chance.choice(
        [
            "background:var(--accent);color:var(--on-accent);border-color:var(--accent)",
            "background:var(--accent);color:var(--on-accent);border-color:var(--accent)",
            "border-color:var(--accent);color:var(--accent)",
        ]
    )
    radius = chance.choice(["var(--radius)", "var(--radius)", "99px"])
    return (
        f".x-button{{padding:{pad};border-radius:{radius};text-transform:{case};cursor:pointer;{ground}}}"
        f".x-primary{{{primary}}}.x-button:disabled{{opacity:.45;cursor:default}}"
        ".x-button:hover{filter:brightness(.94)}.x-button[aria-pressed=true]{outline:2px solid "
        "var(--accent)}"
        f".x-icon-button{{padding:{chance.choice(['4px', '6px', '8px'])};line-height:1}}"
    )


def _fields(chance: Random) -> str:
    kinds = {
        "framed": "border:1px solid var(--line);background:var(--sheet)",
        "thick": "border:2px solid var(--line);background:var(--sheet)",
        "filled": "border:0;border-bottom:2px solid var(--line);background:var(--soft)",
        "underlined": "border:0;border-bottom:1px solid var(--line);background:transparent"
        ";border-radius:0!important",
        "sunk": "border:1px solid var(--line);background:var(--sheet)"
        ";box-shadow:inset 0 1px 3px rgba(0,0,0,.2)",
    }
    look = kinds[chance.choice(list(kinds))]
    pad = chance.choice(["2px 4px", "4px 8px", "6px 10px", "9px 12px"])
    width = chance.choice(["100%", "100%", "260px", "340px"])
    hint = chance.choice(["opacity:.55", "color:#888", "font-style:italic;opacity:.6"])
    select = ""
    if chance.random() < 0.5:
        arrow = (
            "url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 6'>"
            "<path d='M0 0l5 6 5-6z' fill='%23888'/></svg>\")"
        )
        select = (
            f".x-select{{appearance:none;padding-right:26px;background-image:{arrow};background-size:"
            "10px 6px;background-position:right 9px center;background-repeat:no-repeat}"
        )
    focus = chance.choice(["outline:2px solid var(--accent)", "border-color:var(--accent)", ""])
    return (
        f".x-field,.x-area,.x-select,.x-list-select{{{look};padding:{pad};color:inherit;"
        f"border-radius:var(--radius);width:{width};max-width:100%}}"
        f"::placeholder{{color:inherit;{hint}}}{select}"
        f".x-field:focus,.x-area:focus,.x-select:focus{{{focus}}}"
        ".x-field:disabled,.x-area:disabled,.x-select:disabled{opacity:.5}"
        ".x-wrong{border-color:#d03030}.x-toolbar .x-select{width:auto}.x-list-select{height:auto}"
    )


_HIDE = "position:absolute;opacity:0;width:1px;height:1px;margin:0"


def _ticks(chance: Random) -> tuple[str, dict[str, str]]:
    """Tick boxes and radio buttons, drawn in one of four ways, with the names that need it."""
    side = chance.choice([12, 14, 16, 18, 20, 22])
    edge = chance.choice([1, 1, 2])
    box = (
        f"content:'';display:inline-block;width:{side}px;height:{side}px;border:{edge}px solid "
        "var(--line);border-radius:min(var(--radius),4px);background:var(--sheet);flex:none"
    )
    fill = "background:var(--accent);border-color:var(--accent)"
    tick = (
        f"content:'';position:absolute;width:{side // 3}px;height:{side * 6 // 10}px;border:solid "
        f"var(--on-accent);border-width:0 2px 2px 0;transform:rotate(45deg);left:{side // 3}px;"
        f"top:{max(1, side // 8)}px"
    )
    row = ".x-check,.x-radio{display:flex;align-items:center;gap:7px;position:relative}"
    way = chance.choice(["native", "bare", "before", "mark"])
    if way == "native":
        css = (
            "input[type=checkbox],input[type=radio]{accent-color:var(--accent);margin:2px;"
            f"width:{side}px;height:{side}px}}"
        )
        return row + css, {}
    if way == "bare":
        own = ".x-check-input,.x-radio-input"
        css = (
            f"{own}{{appearance:none;margin:0;position:relative;{box}}}"
            f".x-check-input:checked,.x-radio-input:checked{{{fill}}}"
            f".x-check-input:checked::after{{{tick}}}.x-radio-input{{border-radius:50%}}"
            f".x-radio-input:checked{{box-shadow:inset 0 0 0 {side // 5}px var(--sheet)}}"
        )
        return row + css, {}
    names = (
        {"needs-label": "x"}
        if way == "before"
        else {"check-mark": "x-mark", "radio-mark": "x-mark"}
    )
    target = "label::before" if way == "before" else ".x-mark"
    shown = box if way == "before" else box.replace("content:'';", "position:relative;")
    after = "label" if way == "before" else ".x-mark"
    css = (
        f".x-check input,.x-radio input{{{_HIDE}}}"
        f".x-check {target},.x-radio {target}{{{shown}}}.x-radio {target}{{border-radius:50%}}"
        f".x-check input:checked+{target},.x-radio input:checked+{target}{{{fill}}}"
        f".x-check input:checked+{after}::after{{{tick}}}"
        ".x-check label,.x-radio label{display:inline-flex;align-items:center;gap:7px;"
        "position:relative}"
        ".x-check input:disabled+*,.x-radio input:disabled+*{opacity:.45}"
    )
    return row + css, names


def _switch(chance: Random) -> str:
    high = chance.choice([14, 18, 20, 24])
    wide, knob = round(high * chance.uniform(1.7, 2.1)), high - 4
    return (
        ".x-switch{display:flex;align-items:center;gap:8px}"
        f".x-switch-input{{appearance:none;position:relative;width:{wide}px;height:{high}px;margin:0;"
        "border-radius:99px;background:var(--line);flex:none}"
        f".x-switch-input::before{{content:'';position:absolute;left:2px;top:2px;width:{knob}px;"
        f"height:{knob}px;border-radius:50%;background:#fff}}"
        f".x-switch-input:checked{{background:var(--accent)}}"
        f".x-switch-input:checked::before{{left:{wide - knob - 2}px}}"
        ".x-switch-input:disabled{opacity:.45}"
    )


def _slider(chance: Random) -> str:
    if chance.random() < 0.5:
        return ".x-range{accent-color:var(--accent);width:200px}"
    thumb = chance.choice([12, 16, 20])
    rail = chance.choice([3, 5, 8])
    return (
        f".x-range{{appearance:none;width:220px;height:{thumb}px;background:transparent}}"
        f".x-range::-webkit-slider-runnable-track{{height:{rail}px;background:var(--line);border-radius:9px}}"
        f".x-range::-webkit-slider-thumb{{appearance:none;width:{thumb}px;height:{thumb}px;border-radius:"
        f"{chance.choice(['50%', '2px'])};background:var(--accent);"
        f"margin-top:-{(thumb - rail) / 2:g}px}}"
    )


def _title_bar(chance: Random) -> str:
    """Windows with a title bar, for looks that have none of their own."""
    size = chance.choice([18, 22, 28])
    centred = "justify-content:center;" if chance.random() < 0.3 else ""
    signs = {"Minimize": "M4 12h10", "Maximize": "M4 4h10v10H4z", "Close": "M4 4l10 10M14 4L4 14"}
    pictures = "".join(
        f".title-bar-controls [aria-label={name}"
        f']{{background:no-repeat center/12px url("data:image/svg+xml,'
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 18 18' fill='none' stroke='%23888' "
        f"stroke-width='2'><path d='{drawing}'/></svg>\")}}"
        for name, drawing in signs.items()
    )
    return (
        ".window{background:var(--panel);border:1px solid var(--line);border-radius:var(--radius);"
        "box-shadow:0 6px 24px rgba(0,0,0,.35)}"
        f".title-bar{{display:flex;align-items:center;{centred}padding:4px 8px;"
        "background:var(--bar);"
        "color:var(--on-bar)}.title-bar-text{font-weight:600;margin-right:auto}"
        f".title-bar-controls{{display:flex;gap:4px}}.title-bar-controls "
        f"button{{width:{size}px;height:{size}px;"
        f"border:0;padding:0}}{pictures}.window-body{{padding:10px}}"
        ".status-bar{display:flex;border-top:1px solid var(--line);padding:2px 8px;font-size:.9em}"
        ".status-bar p{margin:0}"
    )


def _bars(chance: Random) -> str:
    if chance.random() < 0.5:
        return ""
    wide = chance.choice([8, 10, 14])
    return (
        f"::-webkit-scrollbar{{width:{wide}px;height:{wide}px}}"
        f"::-webkit-scrollbar-track{{background:var(--soft)}}"
        "::-webkit-scrollbar-thumb{background:var(--line);border-radius:9px}"
    )


TITLE_BARS = _title_bar(Random(0))
"""Title bars for style sheets that have none."""
