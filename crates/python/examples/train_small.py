"""Trains a small network on a stream of puzzles that singles solve, tests it, and writes its predictions for the benchmark.

    minirow benchmark write --out benchmark.csv
    python crates/python/examples/train_small.py --puzzles benchmark.csv --out predictions.csv
    minirow benchmark score predictions.csv
"""

import argparse
import csv
import time

import torch
from torch import nn
from torch.utils.data import DataLoader

from minirow.data import PuzzleStream

SINGLES = {"er": (None, 1.5)}


#: A state has the dimensions puzzle, band, row of the band, stack, column of the stack, digit, and width. Means over these of them
#: tell a candidate about its cell, its row, its column and its box.
SEEN = [(5,), (3, 4), (1, 2), (2, 4)]


class Network(nn.Module):
    """Rounds of messages to each candidate from its cell and its houses.

    All cells and all digits share their weights, so that the network need not learn the symmetries of Sudoku. It answers after
    each round.
    """

    def __init__(self, width, rounds):
        super().__init__()
        self.width, self.rounds = width, rounds
        self.of_clues = nn.Linear(2, 2 * width)
        self.of_state = nn.Linear(width, 2 * width, bias=False)
        self.of_seen = nn.ModuleList(nn.Linear(width, 2 * width, bias=False) for _ in SEEN)
        self.update = nn.Sequential(nn.ReLU(), nn.Linear(2 * width, width))
        self.norm = nn.LayerNorm(width)
        self.answer = nn.Linear(width, 1)

    def forward(self, tokens):
        grid = tokens.view(-1, 3, 3, 3, 3)
        given = nn.functional.one_hot(grid, 10)[..., 1:].float()
        empty = (grid == 0).float().unsqueeze(-1).expand_as(given)
        clues = self.of_clues(torch.stack([given, empty], dim=-1))
        states = torch.zeros(*given.shape, self.width)
        answers = []
        for _ in range(self.rounds):
            seen = [part(states.mean(over, keepdim=True)) for part, over in zip(self.of_seen, SEEN)]
            states = self.norm(states + self.update(sum(seen, clues + self.of_state(states))))
            answers.append(self.answer(states).view(-1, 81, 9))
        return answers


def loss_of(answers, inputs, labels):
    """Returns the mean loss of the answers for the empty cells: the early rounds learn, too."""
    is_empty = inputs == 0
    expected = labels[is_empty] - 1
    return sum(nn.functional.cross_entropy(answer[is_empty], expected) for answer in answers) / len(answers)


def partly_filled(batch):
    """Returns the inputs with a random share of the empty cells filled, so that the network sees all stages of solving."""
    inputs, labels = batch["inputs"], batch["labels"]
    is_filled = torch.rand(inputs.shape) < torch.rand(len(inputs), 1)
    return torch.where((inputs == 0) & is_filled, labels, inputs)


@torch.no_grad()
def solve(network, inputs, sure=0.95):
    """Fills the cells of which the network is sure, at least the surest one of each board, until all are filled."""
    cells = inputs.clone()
    while (cells == 0).any():
        certainty, digit = network(cells)[-1].softmax(-1).max(-1)
        certainty[cells > 0] = 0
        surest = certainty.max(-1, keepdim=True).values
        is_sure = (cells == 0) & (certainty >= surest.clamp(max=sure))
        cells[is_sure] = digit[is_sure] + 1
    return cells


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--width", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--test", type=int, default=1000, help="puzzles of the test set")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--puzzles", help="a CSV file with a column puzzle, such as the benchmark, to predict as well")
    parser.add_argument("--out", default="predictions.csv", help="the file for the predictions of --puzzles")
    options = parser.parse_args()
    torch.manual_seed(1)
    network = Network(options.width, options.rounds)
    optimizer = torch.optim.AdamW(network.parameters())
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=options.steps)

    # Both streams have the same seed. The solution grids of the splits differ.
    train = PuzzleStream(42, split="train", layout="tokens", **SINGLES)
    loader = DataLoader(train.torch(), batch_size=options.batch, num_workers=options.workers)
    start = time.perf_counter()
    for step, batch in enumerate(loader, 1):
        inputs = partly_filled(batch)
        loss = loss_of(network(inputs), inputs, batch["labels"])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % max(1, options.steps // 10) == 0:
            print(f"step {step}: loss {loss.item():.4f}, {time.perf_counter() - start:.0f} s", flush=True)
        if step == options.steps:
            break

    test = PuzzleStream(42, split="test", layout="tokens", **SINGLES)
    cells = right = boards = tested = 0
    for batch in DataLoader(test.torch(), batch_size=50):
        is_right = (solve(network, batch["inputs"]) == batch["labels"])[: options.test - tested]
        is_empty = (batch["inputs"] == 0)[: len(is_right)]
        cells, right = cells + int(is_empty.sum()), right + int((is_right & is_empty).sum())
        boards, tested = boards + int(is_right.all(-1).sum()), tested + len(is_right)
        if tested == options.test:
            break
    print(f"test: {right / cells:.2%} of empty cells, {boards / tested:.2%} of {tested} boards")
    if options.puzzles:
        predict(network, options.puzzles, options.out)


def predict(network, puzzles, out):
    """Solves the puzzles of a CSV file, and writes the predictions."""
    with open(puzzles, newline="") as file:
        texts = [row["puzzle"] for row in csv.DictReader(file)]
    with open(out, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["puzzle", "prediction"])
        for start in range(0, len(texts), 50):
            part = texts[start : start + 50]
            inputs = torch.tensor([[int(cell) for cell in text.replace(".", "0")] for text in part])
            found = ("".join(map(str, row)) for row in solve(network, inputs).tolist())
            writer.writerows(zip(part, found))


if __name__ == "__main__":
    main()
