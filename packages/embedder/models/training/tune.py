"""Tunes students on pairs of texts that mean the same thing, while the teacher keeps hold of everything else.

The second stage after train.py. Each step takes a batch of pairs, where a student must find the right side of each left
one, and a batch of the corpus, where it must still give the teacher's vectors. Questions that people wrote for a text
count in full, whatever the teacher sees in them. Measured as train.py measures.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from contrast import contrast, judgement_of
from corpus import Corpus, batches, read_corpus, token_batch
from distil import Student, examination, half_precision, optimiser_of, parts, schedule
from encoder import Encoder, encoder_of, load_tokenizer, weights_of
from evaluate import read_set
from losses import WEIGHTS, lesson_of, losses, weighted
from pair_batches import PairBatch, lefts, neighbouring, pair_batch, pair_examination, vectors
from tensorfile import Tensors
from train import best_device, clock, freeze_tables, measured, published, told
from weights import Shape, load_weights, save_weights


@dataclass(frozen=True)
class Tuned:
    """A student with its own rate and its own weight for the pairs."""

    student: Student
    start: Tensors
    shape: Shape
    optimiser: torch.optim.Optimizer
    rate: float
    pull: float


def main() -> None:
    args = arguments()
    device = torch.device(args.device or best_device())
    say = clock()
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    rng = np.random.default_rng(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)

    teacher = encoder_of(*load_weights(args.teacher), device).eval().requires_grad_(False)
    tokenizer = load_tokenizer(str(args.tokenizer))
    corpus = read_corpus(args.corpus, tokenizer, device, rng)
    pairs = read_corpus(args.pairs, tokenizer, device, rng)
    say(f"{len(corpus.training)} sentences and {len(pairs.training) // 2} pairs, {len(pairs.held_out) // 2} held out")
    written = read_corpus(args.written, tokenizer, device, rng) if args.written else None

    tuned = [tuned_of(*option, not args.frozen_tables, device) for option in args.student]
    held_out, matched = examination(teacher, corpus), pair_examination(pairs)
    say(f"teacher: held-out pairs {matched(teacher):.1f}")
    for one in tuned:
        name, encoder = one.student.name, one.student.encoder
        say(f"{name} before: held-out cosine {held_out(encoder):.4f}, pairs {matched(encoder):.1f}")

    steps = tune(teacher, corpus, pairs, written, tuned, args, rng, say)
    sets = [read_set(folder) for folder in args.sets]
    results: dict[str, dict] = {"teacher": measured(teacher, tokenizer, sets)}
    for one in tuned:
        name = one.student.name
        weights = mixed(one.start, weights_of(one.student.encoder), args.keep)
        save_weights(args.out / f"{name}.npz", weights, one.shape)
        encoder = published(weights, one.shape, device)
        found = {"cosine": held_out(encoder), "pairs": matched(encoder), **measured(encoder, tokenizer, sets)}
        results[name] = found
        say(f"{name} int8: held-out cosine {found['cosine']:.4f}, pairs {found['pairs']:.1f}  {told(found)}")
    (args.out / "results.json").write_text(json.dumps({"steps": steps, "results": results}, indent=1) + "\n")


def tune(
    teacher: Encoder,
    corpus: Corpus,
    pairs: Corpus,
    written: Corpus | None,
    tuned: list[Tuned],
    args: argparse.Namespace,
    rng: np.random.Generator,
    say: Callable[[str], None],
) -> int:
    """Trains every student on the same batches, and returns the number of steps taken."""
    seconds = math.inf if args.minutes is None else args.minutes * 60
    most = math.inf if args.steps is None else args.steps
    candidates = lefts(pairs.training)
    asked = lefts(written.training) if written else None
    started = time.monotonic()
    for step, spans in enumerate(batches(corpus, args.batch, rng)):
        progress = max((time.monotonic() - started) / seconds, step / most)
        if progress >= 1:
            say(f"tuned {step} steps of {args.pair_batch} pairs in {time.monotonic() - started:.0f} s")
            return step
        text = token_batch(corpus, parts(spans)[0])
        batch = pair_batch(pairs, neighbouring(pairs, candidates, args.pair_batch, rng), rng)
        questions = pair_batch(written, neighbouring(written, asked, args.written_batch, rng), rng) if written else None
        with torch.no_grad():
            with half_precision(text[0].device):
                answer = teacher(*text)
                left, right = sides(teacher, batch)
                both = sides(teacher, questions) if questions else None
            lesson, judged, taught = lesson_of(*answer), judgement_of(left, right), right
            in_full = replace(judgement_of(*both), worth=torch.ones_like(both[0][:, 0])) if both else None
        seen: list[tuple[str, Tensor, Tensor]] = []
        for one in tuned:
            one.optimiser.param_groups[0]["lr"] = one.rate * schedule(step, progress, args.warmup)
            one.optimiser.zero_grad(set_to_none=True)
            encoder = one.student.encoder
            with half_precision(text[0].device):
                answer = encoder(*text)
            kept = weighted(losses(lesson, *answer, text[1]))
            kept.backward()
            with half_precision(text[0].device):
                left = vectors(encoder, batch.thinned, batch.left_order)
                right = vectors(encoder, batch.right, batch.right_order)
            apart = contrast(judged, left, right)
            # What is to be found stays where the teacher puts it; what is asked with may move more.
            stays = (1 - (right * taught).sum(-1)).mean()
            loss = one.pull * apart + WEIGHTS["cosine"] * stays
            if in_full:
                with half_precision(text[0].device):
                    both = sides(encoder, questions)
                loss = loss + args.written_pull * contrast(in_full, *both)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
            one.optimiser.step()
            seen.append((one.student.name, kept.detach(), apart.detach()))
        if step % args.every == 0:
            found = (f"{name} {kept.item():.3f} + {apart.item():.3f}" for name, kept, apart in seen)
            say(f"step {step}, {progress:.0%}, distance + contrast: {', '.join(found)}")
    raise AssertionError("batches have no end")


def sides(encoder: Encoder, batch: PairBatch) -> tuple[Tensor, Tensor]:
    """The vectors of both sides of pairs, as they are written."""
    return vectors(encoder, batch.left, batch.left_order), vectors(encoder, batch.right, batch.right_order)


def mixed(start: Tensors, tuned: Tensors, keep: float) -> Tensors:
    """The tuned weights with a share of what they started from: it keeps what tuning would forget."""
    return {name: keep * start[name] + (1 - keep) * tuned[name] for name in tuned}


def tuned_of(name: str, start: Path, rate: float, pull: float, with_tables: bool, device: torch.device) -> Tuned:
    tensors, shape = load_weights(start)
    student = Student(name, encoder_of(tensors, shape, device))
    if not with_tables:
        freeze_tables(student.encoder)
    return Tuned(student, tensors, shape, optimiser_of(student, rate), rate, pull)


def student_option(text: str) -> tuple[str, Path, float, float]:
    """Reads NAME=START:RATE:PULL."""
    try:
        name, _, rest = text.partition("=")
        start, rate, pull = rest.rsplit(":", 2)
        return name, Path(start), float(rate), float(pull)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form s4=s3.npz:1e-4:0.3") from None


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--teacher", type=Path, required=True, help="teacher.npz of prepare_teacher.py")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json beside it")
    parser.add_argument("--corpus", type=Path, required=True, help="what collect.py wrote")
    parser.add_argument("--pairs", type=Path, required=True, help="what mine.py wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder for NAME.npz and results.json")
    parser.add_argument(
        "--student",
        type=student_option,
        action="append",
        required=True,
        help="NAME=START:RATE:PULL: a name, the weights to start from (.npz or .safetensors), the highest rate, "
        "and the weight of the pairs beside the teacher, for example s4=s3.npz:1e-4:0.3; may be given several times",
    )
    parser.add_argument("--written", type=Path, help="questions that were written for texts, as pairs: write_pairs.py")
    parser.add_argument("--written-batch", type=int, default=512, help="of them a step (%(default)s)")
    parser.add_argument("--written-pull", type=float, default=1.0, help="their weight (%(default)s)")
    parser.add_argument("--frozen-tables", action="store_true", help="leave word and position tables as they are")
    parser.add_argument("--keep", type=float, default=0.0, help="share of the starting weights mixed back in (%(default)s)")
    length = parser.add_argument_group("length (at least one; the first reached ends the training)")
    length.add_argument("--minutes", type=float, help="time for the training itself")
    length.add_argument("--steps", type=int, help="number of batches")
    parser.add_argument("--sets", type=Path, nargs="*", default=[], help="retrieval sets to measure on at the end")
    parser.add_argument("--batch", type=int, default=768, help="texts of the corpus a step (%(default)s)")
    parser.add_argument("--pair-batch", type=int, default=2048, help="pairs a step (%(default)s)")
    parser.add_argument("--warmup", type=int, default=100, help="steps until the highest rate (%(default)s)")
    parser.add_argument("--every", type=int, default=100, help="steps between two lines of progress (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="(%(default)s)")
    parser.add_argument("--device", help="cuda, mps or cpu (default: the best there is)")
    args = parser.parse_args()
    if args.minutes is None and args.steps is None:
        parser.error("give --minutes or --steps")
    return args


if __name__ == "__main__":
    main()
