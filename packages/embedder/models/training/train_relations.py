"""Trains the relation model: does a new statement replace an old one, refine it, repeat it, or stand beside it?

A cross-encoder reads both statements at once. Each fold of domains is left out once for honest figures; then one model
is trained on all pairs, measured on the development split, and saved. No seed is chosen by its figures.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from encoder import load_tokenizer, padded
from judge import Course, RelationReader, train
from precision import in_words, pair_precision
from relations import RELATIONS, PairTokens, domain_folds, read_pairs, tokens_of
from train import best_device, clock
from weights import load_weights, save_weights

LABEL_SMOOTHING = 0.05

PairBatch = tuple[Tensor, Tensor, Tensor, Tensor]


def main() -> None:
    args = arguments()
    say = clock()
    torch.set_float32_matmul_precision("high")
    args.out.mkdir(parents=True, exist_ok=True)
    device = torch.device(args.device or best_device())
    tokenizer = load_tokenizer(str(args.tokenizer))
    read = read_pairs(args.pairs)
    pairs, more, dev = (tokens_of(some, tokenizer) for some in (read, read_pairs(args.more), read_pairs(args.dev)))
    say(f"{len(pairs)} and {len(more)} pairs to train on, {len(dev)} to check")

    course = Course(args.epochs, args.rate, args.batch, warmup=0.1, seed=args.seed)
    learn = partial(reader_of, load_weights(args.start), course, device)
    left_out = np.zeros((len(pairs), len(RELATIONS)))
    for fold in domain_folds(read, args.folds):
        reader = learn([pair for i, pair in enumerate(pairs) if i not in fold] + more)
        asked = sorted(fold)
        left_out[asked] = probabilities(reader, [pairs[i] for i in asked], device)
    reader = learn(pairs + more)
    figures = {"left-out domains": report(left_out, pairs)}
    figures["development split"] = report(probabilities(reader, dev, device), dev)
    for name, found in figures.items():
        say(f'"replaces" on {name}: {in_words(found)}')
    save_weights(args.out / "relations.npz", reader.weights("rel"), reader.shape)
    (args.out / "relations.json").write_text(json.dumps(figures, indent=1) + "\n")
    say(f"wrote {args.out}")


def reader_of(start, course: Course, device: torch.device, pairs: list[PairTokens]) -> RelationReader:
    torch.manual_seed(course.seed)
    reader = RelationReader(start, device)
    return train(reader, course, len(pairs), partial(pair_batches, pairs, course.batch, device), relation_loss)


def relation_loss(reader: RelationReader, batch: PairBatch) -> Tensor:
    *read, relation = batch
    return F.cross_entropy(reader(*read), relation, label_smoothing=LABEL_SMOOTHING)


def pair_batches(
    pairs: list[PairTokens], size: int, device: torch.device, rng: Random | None = None
) -> Iterator[PairBatch]:
    """Every pair once, in an order of chance where chance is given."""
    order = list(range(len(pairs)))
    if rng:
        rng.shuffle(order)
    for start in range(0, len(order), size):
        some = [pairs[i] for i in order[start : start + size]]
        cut = torch.tensor([pair.cut for pair in some], device=device)
        relation = torch.tensor([pair.relation for pair in some], device=device)
        yield *padded([pair.ids for pair in some], device), cut, relation


@torch.no_grad()
def probabilities(reader: RelationReader, pairs: list[PairTokens], device: torch.device) -> np.ndarray:
    batches = pair_batches(pairs, 64, device)
    return np.concatenate([reader(*read).softmax(-1).double().cpu().numpy() for *read, _ in batches])


def report(found: np.ndarray, pairs: list[PairTokens]) -> dict[str, float]:
    """Precision of "replaces" at some recalls, and how many pairs get their relation, in percent."""
    relations = np.array([pair.relation for pair in pairs])
    replaces = RELATIONS.index("replaces")
    right = 100 * float((found.argmax(1) == relations).mean())
    return {**pair_precision(found[:, replaces], relations == replaces), "accuracy": right}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    files = {"type": Path, "nargs": "+"}
    parser.add_argument("--pairs", **files, required=True, help="labelled pairs, trained on and measured by domain")
    parser.add_argument("--more", **files, default=[], help="labelled pairs to train on in every fold")
    parser.add_argument("--dev", **files, required=True, help="labelled pairs that are never trained on")
    parser.add_argument("--start", type=Path, required=True, help="weights to start from: gte.npz of read_onnx.py")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of that model")
    parser.add_argument("--out", type=Path, required=True, help="folder for relations.npz and relations.json")
    parser.add_argument("--folds", type=int, default=3, help="parts of the domains, left out in turn (%(default)s)")
    parser.add_argument("--epochs", type=int, default=16, help="(%(default)s)")
    parser.add_argument("--rate", type=float, default=1e-4, help="highest rate (%(default)s)")
    parser.add_argument("--batch", type=int, default=32, help="pairs a step (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="(%(default)s)")
    parser.add_argument("--device", help="cuda, mps or cpu (default: the best there is)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
