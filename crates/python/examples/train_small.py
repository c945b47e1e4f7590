"""Trains a small network on a stream of puzzles that singles solve, and writes its predictions for a test set.

    python crates/python/examples/train_small.py --steps 2000 --out predictions.csv

A cell of the network sees its row, column and box in each of several rounds with the same weights.
"""

import argparse
import csv
import time

import torch
from torch import nn
from torch.utils.data import DataLoader

from minirow.data import PuzzleStream

SINGLES = {"er": (None, 1.5)}


def houses():
    """Returns the average over the cells of the row, the column and the box of each cell, as matrices."""
    cells = torch.arange(81)
    row, column = cells // 9, cells % 9
    kinds = [row, column, row // 3 * 3 + column // 3]
    return torch.stack([(kind[:, None] == kind).float() / 9 for kind in kinds])


class Network(nn.Module):
    """Rounds of messages between cells of the same house."""

    def __init__(self, width, rounds):
        super().__init__()
        self.rounds = rounds
        self.register_buffer("houses", houses())
        self.embedding = nn.Embedding(10, width)
        self.update = nn.Sequential(nn.Linear(5 * width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))
        self.norm = nn.LayerNorm(width)
        self.digits = nn.Linear(width, 9)

    def forward(self, tokens):
        given = self.embedding(tokens)
        cells = given
        for _ in range(self.rounds):
            seen = [house @ cells for house in self.houses]
            cells = self.norm(cells + self.update(torch.cat([given, cells, *seen], dim=-1)))
        return self.digits(cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--test", type=int, default=1000, help="puzzles of the test set")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", default="predictions.csv")
    options = parser.parse_args()
    torch.manual_seed(1)
    network = Network(options.width, options.rounds)
    optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3)
    loss_of = nn.CrossEntropyLoss()

    # Both streams have the same seed. The solution grids of the splits differ.
    train = PuzzleStream(42, split="train", layout="tokens", **SINGLES)
    loader = DataLoader(train.torch(), batch_size=options.batch, num_workers=options.workers)
    start = time.perf_counter()
    for step, batch in enumerate(loader, 1):
        loss = loss_of(network(batch["inputs"]).flatten(0, 1), (batch["labels"] - 1).flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if step % max(1, options.steps // 10) == 0:
            print(f"step {step}: loss {loss.item():.4f}, {time.perf_counter() - start:.0f} s", flush=True)
        if step == options.steps:
            break

    test = PuzzleStream(42, split="test", layout="tokens", columns="puzzle", **SINGLES)
    cells, right, boards, predictions = 0, 0, 0, []
    with torch.no_grad():
        for batch in DataLoader(test.torch(), batch_size=50):
            found = network(batch["inputs"]).argmax(-1) + 1
            found = torch.where(batch["inputs"] > 0, batch["inputs"], found)
            kept = options.test - len(predictions)
            is_right, is_empty = (found == batch["labels"])[:kept], (batch["inputs"] == 0)[:kept]
            cells, right = cells + int(is_empty.sum()), right + int((is_right & is_empty).sum())
            boards += int(is_right.all(-1).sum())
            texts = ("".join(map(str, row)) for row in found[:kept].tolist())
            predictions += zip(batch["puzzle"][:kept], texts)
            if len(predictions) == options.test:
                break
    print(f"test: {right / cells:.2%} of empty cells, {boards / options.test:.2%} of {options.test} boards")
    with open(options.out, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("puzzle", "prediction"), *predictions])


if __name__ == "__main__":
    main()
