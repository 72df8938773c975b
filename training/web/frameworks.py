"""Class names of style sheets from npm for the parts of our pages."""

from __future__ import annotations


def _list(words: str) -> list[str]:
    return words.split()


_NATIVE = _list(
    "button primary secondary icon-button field area select list-select label entry-box "
    "slot form check check-input check-label radio radio-input radio-label switch-input "
    "switch-label legend group link text h1 h2 h3 table table-striped table-tight range "
    "progress wrong"
)

PLAIN: dict[str, str] = dict.fromkeys(_NATIVE, "")
"""Style sheets that know elements and no classes."""

BOOTSTRAP: dict[str, str] = PLAIN | {
    "button": "btn",
    "primary": "btn-primary",
    "secondary": "btn-outline-secondary",
    "field": "form-control",
    "area": "form-control",
    "select": "form-select",
    "list-select": "form-select",
    "label": "form-label",
    "entry-box": "mb-2",
    "floating": "form-floating mb-2",
    "wrong": "is-invalid",
    "check": "form-check",
    "check-input": "form-check-input",
    "check-label": "form-check-label",
    "radio": "form-check",
    "radio-input": "form-check-input",
    "radio-label": "form-check-label",
    "switch": "form-check form-switch",
    "switch-input": "form-check-input",
    "switch-label": "form-check-label",
    "range": "form-range",
    "table": "table table-hover",
    "table-striped": "table-striped",
    "table-tight": "table-sm",
    "card": "card",
    "card-body": "card-body",
    "card-title": "card-title",
    "tabs": "nav",
    "tabs-line": "nav-tabs my-2",
    "tabs-box": "nav-tabs my-2",
    "tabs-pill": "nav-pills my-2",
    "tab": "nav-link",
    "tab-on": "active",
    "list": "list-group",
    "item": "list-group-item list-group-item-action",
    "item-on": "active",
    "menu": "dropdown-menu show",
    "entry": "dropdown-item",
    "entry-on": "active",
    "alert": "alert d-flex gap-2",
    "alert-bad": "alert-danger",
    "alert-good": "alert-info",
    "dialog": "modal-content x-modal",
    "dialog-head": "modal-header",
    "dialog-body": "modal-body",
    "close": "btn-close",
    "chip": "badge text-bg-secondary",
    "pages": "pagination",
    "page-link": "page-link",
    "page-on": "active",
    "error": "text-danger small",
    "line-on": "table-active",
    "side": "x-side",
    "goto": "x-goto nav-link",
    "goto-on": "active x-goto-on",
}
SECONDARY = ("btn-outline-secondary", "btn-secondary", "btn-light", "btn-outline-primary")
"""Bootstrap's plainer buttons: a page has one sort of them."""
BULMA: dict[str, str] = PLAIN | {
    "button": "button",
    "primary": "is-primary",
    "field": "input",
    "area": "textarea",
    "select-box": "select",
    "label": "label",
    "entry-box": "field",
    "slot": "control",
    "wrong": "is-danger",
    "check": "checkbox",
    "radio": "radio",
    "wrapping": "x",
    "table": "table is-fullwidth",
    "table-striped": "is-striped",
    "table-tight": "is-narrow",
    "card": "card",
    "card-body": "card-content",
    "card-title": "title is-5",
    "h1": "title is-3",
    "h2": "title is-4",
    "progress": "progress is-primary",
    "alert": "notification x-alert",
    "alert-bad": "is-danger is-light",
    "alert-good": "is-info is-light",
    "chip": "tag",
    "error": "help is-danger",
    "close": "delete",
    "page-link": "pagination-link",
    "page-on": "is-current",
    "menu": "dropdown-content x-menu",
    "entry": "dropdown-item x-entry",
    "entry-on": "is-active",
}
SPECTRE: dict[str, str] = PLAIN | {
    "button": "btn",
    "primary": "btn-primary",
    "field": "form-input",
    "area": "form-input",
    "select": "form-select",
    "list-select": "form-select",
    "label": "form-label",
    "entry-box": "form-group",
    "wrong": "is-error",
    "check": "form-checkbox",
    "check-mark": "form-icon",
    "radio": "form-radio",
    "radio-mark": "form-icon",
    "switch": "form-switch",
    "switch-mark": "form-icon",
    "range": "slider",
    "table": "table",
    "table-striped": "table-striped",
    "card": "card",
    "card-body": "card-body",
    "card-title": "card-title h5",
    "alert": "toast x-alert",
    "alert-bad": "toast-error",
    "alert-good": "toast-primary",
    "chip": "chip",
    "menu": "menu",
    "error": "form-input-hint text-error",
    "close": "btn btn-clear",
}
PURE: dict[str, str] = PLAIN | {
    "button": "pure-button",
    "primary": "pure-button-primary",
    "form": "pure-form pure-form-stacked",
    "table": "pure-table x-wide",
    "table-striped": "pure-table-striped",
    "check": "pure-checkbox",
    "radio": "pure-radio",
}
WINDOWS: dict[str, str] = PLAIN | {
    "primary": "default",
    "entry-box": "field-row-stacked",
    "check": "field-row",
    "radio": "field-row",
    "switch": "field-row",
    "needs-label": "x",
    "table": "x-table",
}
FIXES: dict[str, str] = {
    "bootstrap": ".x-modal{width:460px;max-width:92vw;pointer-events:auto;position:relative;"
    "background:var(--bs-body-bg)}.x-menu-place .dropdown-menu{position:static}"
    ".list-group-item,.dropdown-item{display:flex;gap:8px;align-items:center}"
    ".x-title-box>.dropdown-menu{position:absolute;left:0;top:100%}"
    ".x-toolbar .form-select,.x-setting .form-select{width:auto}"
    "[aria-disabled=true].active{opacity:1}.x-pair .form-control{width:100%}",
    "bulma": ".x-setting .button,.x-page .icon-button{height:auto}.control{min-width:0}",
    "spectre": ".x-setting .form-checkbox,.x-setting .form-switch{min-width:20px}"
    ".form-icon{flex:none}.x-mail .form-checkbox{padding-left:20px;min-height:18px}",
    "shoelace": "body{font:14px var(--sl-font-sans)}.x-component{display:block}",
    "pure": ".x-wide{width:100%}.pure-form .x-adorned input{display:inline-block}"
    ".pure-form input[type=text],.pure-form select{display:inline-block}",
    "windows": ".x-page{font:11px 'Liberation Sans',sans-serif}.x-page button,.x-page input,.x-page"
    " select{max-width:100%}.x-bare-button,.x-cross,.x-close{min-height:0;min-width:0!important}"
    ".x-keys button{min-width:0}.field-row{min-height:14px}.x-page button svg{color:#222}",
    "plain": ".x-tab,.x-bare-button,.x-cross,.x-close{height:auto;line-height:1.2;letter-spacing:0"
    ";text-transform:none}.x-page header,.x-page nav{position:static;padding-left:12px}"
    "nav.x-line{padding:0}.x-check input,.x-radio input{margin-right:6px}"
    ".x-settings select,.x-toolbar select,.x-toolbar button{margin:0}"
    ".x-line input,.x-line select,.x-line button{margin-bottom:0}",
}
"""What must be mended where our structure and a family's style sheet get in each other's way."""
