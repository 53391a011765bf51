"""Goes on from a trained relation model with more pairs; word tables and the lower layers stay as they are.

Of the new pairs some domains are left out and measured; the development split is measured before and after.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import numpy as np
import torch

from encoder import load_tokenizer
from judge import Course, RelationReader, train
from precision import in_words
from relations import Pair, read_pairs, tokens_of
from train import best_device, clock
from train_relations import pair_batches, probabilities, relation_loss, report
from weights import load_weights, save_weights

HEAD = ("rel.weight", "rel.bias")


def main() -> None:
    args = arguments()
    say = clock()
    args.out.mkdir(parents=True, exist_ok=True)
    device = torch.device(args.device or best_device())
    tokenizer = load_tokenizer(str(args.tokenizer))
    pairs, left_out = parted(read_pairs(args.pairs), args.leave)
    again = read_pairs(args.again)
    items, held, dev = (tokens_of(some, tokenizer) for some in (pairs + again, left_out, read_pairs(args.dev)))
    reader = reader_from(args.start, args.frozen, device)
    for name, some in (("left-out domains", held), ("development split", dev)):
        say(f'"replaces" on {name} before: {in_words(report(probabilities(reader.eval(), some, device), some))}')
    say(f"{len(pairs)} new pairs and {len(again)} known ones")
    course = Course(args.epochs, args.rate, args.batch, warmup=0.1, seed=args.seed)
    torch.manual_seed(course.seed)
    batches = partial(pair_batches, items, course.batch, device)
    reader = train(reader, course, len(items), batches, relation_loss)
    for name, some in (("left-out domains", held), ("development split", dev)):
        say(f'"replaces" on {name}: {in_words(report(probabilities(reader, some, device), some))}')
    save_weights(args.out / "relations.npz", reader.weights("rel"), reader.shape)


def parted(pairs: list[Pair], every: int) -> tuple[list[Pair], list[Pair]]:
    """Pairs to train on, and those of every so manieth domain."""
    domains = sorted({pair.domain for pair in pairs})
    away = {domain for place, domain in enumerate(domains) if place % every == 0}
    return [pair for pair in pairs if pair.domain not in away], [pair for pair in pairs if pair.domain in away]


def reader_from(path: Path, frozen: int, device: torch.device) -> RelationReader:
    """A trained reader whose lower layers are not trained any more."""
    tensors, shape = load_weights(path)
    encoder = {name: tensor for name, tensor in tensors.items() if name not in HEAD}
    reader = RelationReader((encoder, shape), device)
    weight, bias = (torch.tensor(np.asarray(tensors[name]).reshape(like.shape)) for name, like in zip(
        HEAD, (reader.rel.weight, reader.rel.bias), strict=True))
    with torch.no_grad():
        reader.rel.weight.copy_(weight)
        reader.rel.bias.copy_(bias)
    for part in (reader.encoder.n, *reader.encoder.ls[:frozen]):
        part.requires_grad_(False)
    return reader


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    files = {"type": Path, "nargs": "+"}
    parser.add_argument("--start", type=Path, required=True, help="trained model: relations.npz or a published file")
    parser.add_argument("--pairs", **files, required=True, help="new pairs, for example of make_changes.py")
    parser.add_argument("--again", **files, default=[], help="pairs that the model was trained on, lest it forgets them")
    parser.add_argument("--dev", **files, required=True, help="labelled pairs that are never trained on")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of that model")
    parser.add_argument("--out", type=Path, required=True, help="folder for relations.npz")
    parser.add_argument("--frozen", type=int, default=6, help="layers that stay as they are (%(default)s)")
    parser.add_argument("--leave", type=int, default=8, help="every so manieth domain is left out (%(default)s)")
    parser.add_argument("--epochs", type=int, default=2, help="(%(default)s)")
    parser.add_argument("--rate", type=float, default=5e-5, help="highest rate (%(default)s)")
    parser.add_argument("--batch", type=int, default=16, help="pairs a step (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="(%(default)s)")
    parser.add_argument("--device", help="cuda, mps or cpu (default: the best there is)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
