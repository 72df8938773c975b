"""The control panel: its page and tabs. `app` puts them together. It decides nothing.

`server/` serves the page, `page/` holds what all tabs share, and each tab has a folder. In a tab's
folder `tab.py` lays out, `callbacks.py` takes the events of gradio, `actions.py` does what a button
says, `view.py` is what a page has open, and `markup.py` or `*_markup.py` make the HTML.
"""
