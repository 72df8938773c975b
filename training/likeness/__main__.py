"""Learn which control a wish means, from wishes.jsonl, in two minutes of one core.

The score of a control is the cosine of the encoder, and what two learnt matrices say of the two
vectors. Of wishes in tests/data/likeness only figures are shown. Needs torch (the extra
`training`).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from models.meaning.encoder import encoder
from models.meaning.scoring import MATRICES, request, stands_in
from training.likeness.wishes import UNREAD, Wish, wishes

# Directions in which two vectors are compared; what is left out of a vector while learning; how
# strongly the matrices are held near 0; passes, wishes of a step, and the fastest rate.
_WIDTH, _DROPPED, _HOLD, _PASSES, _BATCH, _RATE = 128, 0.5, 0.1, 14, 128, 4e-3
# What a cosine counts before anything is learnt, and a name that stands in the wish.
_COSINE, _NAMED = 10.0, 2.0
# Names of other windows count so much beside those of the same one.
_OTHERS = 0.5
_NO = -1e9


class Likeness(nn.Module):
    """Scores of names for wishes, by their vectors."""

    def __init__(self, vectors: Tensor) -> None:
        super().__init__()
        self.vectors = vectors
        self.wish = nn.Linear(vectors.shape[1], _WIDTH, bias=False)
        self.name = nn.Linear(vectors.shape[1], _WIDTH, bias=False)
        for layer in (self.wish, self.name):
            nn.init.normal_(layer.weight, std=0.02)
        self.drop = nn.Dropout(_DROPPED)
        self.cosine = nn.Parameter(torch.tensor(_COSINE))
        self.named = nn.Parameter(torch.tensor(_NAMED))

    def forward(self, wish: Tensor, names: Tensor, named: Tensor) -> Tensor:
        """The scores of n wishes, each for m names of its own: shape (n, m)."""
        said, shown = self.vectors[wish], self.vectors[names]
        cosine = (said[:, None] * shown).sum(-1)
        both = (self.wish(self.drop(said))[:, None] * self.name(self.drop(shown))).sum(-1)
        return self.cosine * cosine + self.named * named + both

    def crossed(self, wish: Tensor, names: Tensor) -> Tensor:
        """The scores of n wishes, each for the same n names: shape (n, n)."""
        said, shown = self.vectors[wish], self.vectors[names]
        both = self.wish(self.drop(said)) @ self.name(self.drop(shown)).T
        return self.cosine * (said @ shown.T) + both


class Table:
    """Wishes as numbers of texts: (n) wishes, (n, m) names, which of those are there, which stand
    in the wish, and (n) the right places."""

    def __init__(self, known: Sequence[Wish], numbers: dict[str, int]) -> None:
        most = max(len(each.names) for each in known)
        self.wish = torch.tensor([numbers[each.text] for each in known])
        self.names = torch.zeros(len(known), most, dtype=torch.long)
        self.there = torch.zeros(len(known), most, dtype=torch.bool)
        self.named = torch.zeros(len(known), most)
        for row, each in enumerate(known):
            for place, name in enumerate(each.names):
                self.names[row, place] = numbers[request(name)]
                self.there[row, place] = True
                self.named[row, place] = float(stands_in(name, each.text))
        self.right = torch.tensor([each.right for each in known])

    def scores(self, network: Likeness, rows: Tensor) -> Tensor:
        found: Tensor = network(self.wish[rows], self.names[rows], self.named[rows])
        return found.masked_fill(~self.there[rows], _NO)


def learnt(network: Likeness, known: Table) -> None:
    """Let a network learn wishes."""
    torch.manual_seed(0)
    steps = _PASSES * -(-len(known.wish) // _BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=_HOLD)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, total_steps=steps)
    for _ in range(_PASSES):
        for rows in torch.randperm(len(known.wish)).split(_BATCH):
            right = known.right[rows]
            loss = nn.functional.cross_entropy(known.scores(network, rows), right)
            names = known.names[rows].gather(1, right[:, None]).squeeze(1)
            twins = (names[:, None] == names[None]) & ~torch.eye(len(rows), dtype=torch.bool)
            crossed = network.crossed(known.wish[rows], names).masked_fill(twins, _NO)
            loss = loss + _OTHERS * nn.functional.cross_entropy(crossed, torch.arange(len(rows)))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rate.step()


def shares(scores: Tensor, right: Tensor) -> str:
    """How often the right one is first, among three and among eight."""
    order = (-scores).argsort(1)
    place = (order == right[:, None]).float().argmax(1)
    return "  ".join(f"{(place < most).float().mean():.3f}" for most in (1, 3, 8))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.likeness", description=__doc__)
    parser.add_argument("--out", type=Path, default=MATRICES, help="the file to write")
    given = parser.parse_args()
    known, unread = list(wishes()), list(wishes(UNREAD))
    texts = {each.text for each in (*known, *unread)}
    texts |= {request(name) for each in (*known, *unread) for name in each.names}
    numbers = {text: number for number, text in enumerate(sorted(texts))}
    vectors = torch.from_numpy(np.concatenate([encoder().embed([text]) for text in numbers]))
    learning, apart = Table(known, numbers), Table(unread, numbers)
    network = Likeness(vectors)
    network.eval()
    rows = torch.arange(len(unread))
    with torch.no_grad():
        cosines = (vectors[apart.wish][:, None] * vectors[apart.names]).sum(-1) + 0.2 * apart.named
    print(f"{len(unread)} unread wishes: right control first, among three, among eight")
    print("encoder alone ", shares(cosines.masked_fill(~apart.there, _NO), apart.right))
    network.train()
    learnt(network, learning)
    network.eval()
    with torch.no_grad():
        print("learnt        ", shares(apart.scores(network, rows), apart.right))
        print(f"cosine {network.cosine.item():.2f}, named {network.named.item():.2f}")
        halves = {
            name: layer.weight.T.numpy().astype(np.float16)
            for name, layer in (("wish", network.wish), ("name", network.name))
        }
        counts = np.array([network.cosine.item(), network.named.item()], np.float16)
    np.savez_compressed(given.out, counts=counts, **halves)


if __name__ == "__main__":
    main()
