"""Distils one or several small students out of a teacher, on text without labels.

Each student keeps some of the teacher's layers, perhaps with a narrower feed-forward, and learns to give the teacher's
vectors. At the end each is measured twice, with float weights and with the int8 weights that would be published.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from corpus import read_corpus
from distil import Classroom, Plan, Student, distil, examination
from encoder import Encoder, encoder_of, load_tokenizer, weights_of
from evaluate import RetrievalSet, in_words, read_set, recall
from tensorfile import Tensors
from weights import Shape, cut_student, dequantise, load_weights, quantise, save_weights


def main() -> None:
    args = arguments()
    device = torch.device(args.device or best_device())
    say = clock()
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    rng = np.random.default_rng(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)

    tensors, shape = load_weights(args.teacher)
    teacher = encoder_of(tensors, shape, device).eval().requires_grad_(False)
    tokenizer = load_tokenizer(str(args.tokenizer))
    corpus = read_corpus(args.corpus, tokenizer, device, rng)
    say(f"{len(corpus.training)} sentences to train on, {len(corpus.held_out)} held out, {len(corpus.tokens)} tokens")

    cuts = {name: cut_student(tensors, shape, layers, ffn) for name, layers, ffn in args.student}
    if args.tables:
        tables = tables_of(args.tables)
        cuts = {name: (student | tables, cut) for name, (student, cut) in cuts.items()}
    students = [Student(name, encoder_of(*cut, device)) for name, cut in cuts.items()]
    if args.tables:
        for student in students:
            freeze_tables(student.encoder)
    sets = [read_set(folder) for folder in args.sets]
    results: dict[str, dict] = {"teacher": measured(teacher, tokenizer, sets)}
    say(f"teacher: {told(results['teacher'])}")

    room = Classroom(teacher, corpus, plan_of(args), rng, say)
    started = time.monotonic()
    steps = distil(room, students)
    seconds = time.monotonic() - started
    say(f"trained {steps} steps of {args.batch} texts in {seconds:.0f} s on {device.type}")

    held_out = examination(teacher, corpus)
    for student in students:
        weights, cut = weights_of(student.encoder), cuts[student.name][1]
        save_weights(args.out / f"{student.name}.npz", weights, cut)
        kinds = {"float": student.encoder.eval(), "int8": published(weights, cut, device)}
        results[student.name] = {"parameters": sum(map(np.size, weights.values())), "curve": student.curve}
        for kind, encoder in kinds.items():
            found = {"cosine": held_out(encoder), **measured(encoder, tokenizer, sets)}
            results[student.name][kind] = found
            say(f"{student.name} {kind}: held-out cosine {found['cosine']:.4f}  {told(found)}")

    run = {"steps": steps, "seconds": seconds, "sentences": len(corpus.training), "tokens": len(corpus.tokens)}
    (args.out / "results.json").write_text(json.dumps({"run": run, "results": results}, indent=1) + "\n")
    say(f"wrote {args.out}")


def tables_of(path: Path) -> Tensors:
    """The word and position tables of a published model."""
    tensors, _ = load_weights(path)
    return {name: tensors[name] for name in ("we.weight", "pe.weight")}


def freeze_tables(encoder: Encoder) -> None:
    """Models that share tables must leave them as they are."""
    encoder.we.requires_grad_(False)
    encoder.pe.requires_grad_(False)


def published(weights: Tensors, shape: Shape, device: torch.device) -> Encoder:
    """The model as its published file would have it, so that what is measured is what is shipped."""
    return encoder_of(dequantise(quantise(weights)), shape, device).eval()


def measured(encoder: Encoder, tokenizer: Tokenizer, sets: list[RetrievalSet]) -> dict[str, dict[str, float]]:
    return {one.name: recall(encoder, tokenizer, one) for one in sets}


def told(found: dict) -> str:
    return "  ".join(f"[{name}] {in_words(figures)}" for name, figures in found.items() if isinstance(figures, dict))


def plan_of(args: argparse.Namespace) -> Plan:
    seconds = math.inf if args.minutes is None else args.minutes * 60
    steps = math.inf if args.steps is None else args.steps
    return Plan(seconds=seconds, steps=steps, batch=args.batch, rate=args.rate, warmup=args.warmup, every=args.every)


def best_device() -> str:
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def clock():
    """A way to say things with the seconds since the start in front."""
    started = time.monotonic()
    return lambda line: print(f"[{time.monotonic() - started:6.1f}] {line}", flush=True)


def student_option(text: str) -> tuple[str, list[int], int]:
    """Reads NAME=LAYER,LAYER,…:FFN."""
    try:
        name, _, rest = text.partition("=")
        layers, _, ffn = rest.partition(":")
        return name, [int(layer) for layer in layers.split(",")], int(ffn)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form s3=1,3,5:384") from None


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--teacher", type=Path, required=True, help="teacher.npz of prepare_teacher.py")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json beside it")
    parser.add_argument("--corpus", type=Path, required=True, help="what collect.py wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder for NAME.npz and results.json")
    parser.add_argument(
        "--student",
        type=student_option,
        action="append",
        required=True,
        help="a student's name, the teacher's layers it starts from (0 first) and its feed-forward width, for example "
        "s3=1,3,5:384 or s2=2,5:1536; may be given several times",
    )
    parser.add_argument("--tables", type=Path, help="published model whose word and position tables all students keep")
    length = parser.add_argument_group("length (at least one; the first reached ends the training)")
    length.add_argument("--minutes", type=float, help="time for the training itself")
    length.add_argument("--steps", type=int, help="number of batches")
    parser.add_argument("--sets", type=Path, nargs="*", default=[], help="retrieval sets to measure on at the end")
    parser.add_argument("--batch", type=int, default=1024, help="texts a step (%(default)s)")
    parser.add_argument("--rate", type=float, default=4e-4, help="highest learning rate (%(default)s)")
    parser.add_argument("--warmup", type=int, default=300, help="steps until it is reached (%(default)s)")
    parser.add_argument("--every", type=int, default=500, help="steps between two lines of progress (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="(%(default)s)")
    parser.add_argument("--device", help="cuda, mps or cpu (default: the best there is)")
    args = parser.parse_args()
    if args.minutes is None and args.steps is None:
        parser.error("give --minutes or --steps")
    return args


if __name__ == "__main__":
    main()
