"""Names for icons: icon sets that carry names, concepts, and the small captioner trained on them.

`python -m training.icons --help` lists the steps: fetch, gather, sheets, train, evaluate.
"""
