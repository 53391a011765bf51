"""Teaches one relation model what several of them say together, on pairs with labels and on near pairs without.

Models of several seeds and rates learn from the labels. What they say on average is the target for the one that is
published: alone on pairs without a label, halfway to the label on the others. Real statements of one project that are
near in meaning are what the product asks about; without them the models call nearly all of those replacements.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import Tensor

from encoder import load_tokenizer, padded
from judge import Course, RelationReader, train
from precision import in_words
from relations import PairTokens, read_pairs, tokens_of
from train import best_device, clock
from train_relations import probabilities, reader_of, report
from weights import load_weights, save_weights

SoftBatch = tuple[Tensor, Tensor, Tensor, Tensor]


def main() -> None:
    args = arguments()
    say = clock()
    torch.set_float32_matmul_precision("high")
    args.out.mkdir(parents=True, exist_ok=True)
    device = torch.device(args.device or best_device())
    tokenizer = load_tokenizer(str(args.tokenizer))
    labelled, unlabelled, dev = (tokens_of(read_pairs(files), tokenizer) for files in (args.pairs, args.unlabelled, args.dev))
    say(f"{len(labelled)} labelled pairs, {len(unlabelled)} without a label, {len(dev)} to check")

    start = load_weights(args.start)
    items = labelled + unlabelled
    said: list[np.ndarray] = []
    for seed, rate in enumerate(args.rates):
        reader = reader_of(start, Course(args.epochs, rate, 32, warmup=0.1, seed=seed), device, labelled)
        say(f'seed {seed}, rate {rate}, "replaces": {in_words(report(probabilities(reader, dev, device), dev))}')
        said.append(probabilities(reader, items, device))

    target = np.mean(said, axis=0)
    for number, pair in enumerate(labelled):
        target[number] *= 0.5
        target[number, pair.relation] += 0.5
    course = Course(args.epochs, args.rate, 48, warmup=0.1)
    torch.manual_seed(course.seed)
    batches = partial(soft_batches, items, torch.tensor(target, dtype=torch.float32, device=device), course.batch)
    reader = train(RelationReader(start, device), course, len(items), batches, soft_loss)
    say(f'"replaces" by the published model: {in_words(report(probabilities(reader, dev, device), dev))}')
    save_weights(args.out / "relations.npz", reader.weights("rel"), reader.shape)


def soft_batches(items: list[PairTokens], target: Tensor, size: int, rng: Random) -> Iterator[SoftBatch]:
    """Every pair once, in an order of chance, with its target."""
    order = list(range(len(items)))
    rng.shuffle(order)
    for start in range(0, len(order), size):
        chosen = order[start : start + size]
        some = [items[number] for number in chosen]
        cut = torch.tensor([pair.cut for pair in some], device=target.device)
        yield *padded([pair.ids for pair in some], target.device), cut, target[chosen]


def soft_loss(reader: RelationReader, batch: SoftBatch) -> Tensor:
    *read, target = batch
    return -(target * reader(*read).log_softmax(-1)).sum(-1).mean()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    files = {"type": Path, "nargs": "+"}
    parser.add_argument("--pairs", **files, required=True, help="labelled pairs")
    parser.add_argument("--unlabelled", **files, required=True, help="pairs whose label is not read: near statements")
    parser.add_argument("--dev", **files, required=True, help="labelled pairs that are never trained on")
    parser.add_argument("--start", type=Path, required=True, help="weights to start from: gte.npz of read_onnx.py")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of that model")
    parser.add_argument("--out", type=Path, required=True, help="folder for relations.npz")
    parser.add_argument("--rates", type=float, nargs="+", default=[1e-4, 1e-4, 2e-4, 2e-4], help="one for each seed")
    parser.add_argument("--rate", type=float, default=1.5e-4, help="of the published model (%(default)s)")
    parser.add_argument("--epochs", type=int, default=6, help="(%(default)s)")
    parser.add_argument("--device", help="cuda, mps or cpu (default: the best there is)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
