"""Parts of the control panel: what a run told so far, its markup, the live picture, the look.

Decides nothing and touches no mouse; `app` puts the parts on a page.
"""
