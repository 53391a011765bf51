"""Tunes a published statement model with more labelled examples: its second stage, small enough for a CPU.

Its targets are halfway between what it said before and the label, so that it keeps what it knows. The development split
is measured before and after, and so is each file of --check: examples of the sort that is added, kept out.
"""

from __future__ import annotations

import argparse
import json
import math
from functools import partial
from pathlib import Path

import torch

from encoder import load_tokenizer
from judge import Course, StatementReader, train
from precision import in_words, span_precision
from statement_batches import log_odds, statement_batches, student_loss, targets_of
from statements import Example, read_examples, windows_of
from train import best_device, clock
from train_statements import HEADS, WARMUP
from weights import load_weights, save_weights


def main() -> None:
    args = arguments()
    say = clock()
    torch.manual_seed(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    tokenizer = load_tokenizer(str(args.tokenizer))
    device = torch.device(args.device or best_device())
    reader = opened(args.start, args.words, device)
    examples = read_examples(args.examples)
    windows = windows_of(examples, tokenizer)
    checks = {"development split": read_examples(args.dev)} | {path.stem: read_examples([path]) for path in args.check}
    say(f"{len(examples)} labelled prompts")

    def measure(when: str) -> dict[str, dict[str, float]]:
        found = {name: figures(reader, asked, tokenizer, device) for name, asked in checks.items()}
        for name, figure in found.items():
            say(f"{name}, {when}: {in_words(figure)}")
        return found

    before = measure("before")
    said = log_odds(reader, windows, device)
    taught = {place: 1 / (1 + math.exp(-score)) for place, score in said.items()}
    loss = partial(student_loss, examples, targets_of(examples, windows, taught, len(examples)))
    course = Course(args.epochs, args.rate, args.batch, WARMUP, args.seed)
    train(reader, course, len(windows), partial(statement_batches, windows, course.batch, device), loss)
    after = measure("after")
    save_weights(args.out / "statements.npz", reader.weights(*HEADS), reader.shape)
    (args.out / "tuned.json").write_text(json.dumps({"before": before, "after": after}, indent=1) + "\n")
    say(f"wrote {args.out}")


def opened(path: Path, words: Path, device: torch.device) -> StatementReader:
    """A published model with its heads; its words are in another file."""
    tensors, shape = load_weights(path)
    tables = {name: tensor for name, tensor in load_weights(words)[0].items() if name in ("we.weight", "pe.weight")}
    heads = {name: tensors.pop(name) for name in list(tensors) if name.split(".")[0] in HEADS}
    reader = StatementReader((tables | tensors, shape), device)
    for name, tensor in heads.items():
        head, part = name.split(".")
        getattr(getattr(reader, head), part).data.copy_(torch.tensor(tensor))
    return reader.eval()


def figures(
    reader: StatementReader, examples: list[Example], tokenizer, device: torch.device
) -> dict[str, float]:
    reader.eval()
    read = log_odds(reader, windows_of(examples, tokenizer), device)
    return span_precision({i: example.covers for i, example in enumerate(examples)}, read)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    files = {"type": Path, "nargs": "+"}
    parser.add_argument("--start", type=Path, required=True, help="the model to tune: squirrel-statements, published")
    parser.add_argument("--words", type=Path, required=True, help="the published model whose words it uses")
    parser.add_argument("--examples", **files, required=True, help="labelled examples, old and new")
    parser.add_argument("--dev", **files, required=True, help="labelled examples that are never trained on")
    parser.add_argument("--check", **files, default=[], help="files of examples of the new sort that are not trained on")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of all these models")
    parser.add_argument("--out", type=Path, required=True, help="folder for statements.npz and tuned.json")
    parser.add_argument("--epochs", type=int, default=2, help="(%(default)s)")
    parser.add_argument("--rate", type=float, default=5e-5, help="highest rate (%(default)s)")
    parser.add_argument("--batch", type=int, default=48, help="windows a step (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="(%(default)s)")
    parser.add_argument("--device", help="cuda, mps or cpu (default: the best there is)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
