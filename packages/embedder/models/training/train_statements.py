"""Trains the statement model: which sentences of a prompt are worth keeping beyond the task.

Teachers learn from labels. The mean of their probabilities, on labelled and unlabelled prompts, teaches a small
student. All of it is done once for each fold of repositories that is left out, which gives honest figures and the
scores that calibrate.py fits, and once with everything, which gives the student to publish.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch

from encoder import load_tokenizer
from judge import Course, StatementReader, train
from precision import Place, in_words, span_precision
from statement_batches import log_odds, statement_batches, student_loss, targets_of, teacher_loss
from statements import Example, Window, folds_of, read_examples, windows_of
from train import best_device, clock
from weights import load_weights, save_weights

WARMUP = 0.06
HEADS = ("keep", "kind", "holds")


@dataclass(frozen=True)
class School:
    """Prompts with their windows, those that are measured on first, then other labelled ones, then unlabelled ones."""

    examples: list[Example]
    windows: list[Window]
    labelled: int
    measured: int
    device: torch.device


@dataclass(frozen=True)
class Questions:
    """Windows to read, and which of their prompts are measured on."""

    examples: list[Example]
    windows: list[Window]
    measured: set[int]


def main() -> None:
    args = arguments()
    say = clock()
    torch.set_float32_matmul_precision("high")
    args.out.mkdir(parents=True, exist_ok=True)
    tokenizer = load_tokenizer(str(args.tokenizer))
    device = torch.device(args.device or best_device())
    school = school_of(args, tokenizer, device)
    dev = read_examples(args.dev)
    unlabelled = len(school.examples) - school.labelled
    say(f"{school.labelled} labelled and {unlabelled} unlabelled prompts, {len(dev)} to check")

    figures: dict[str, dict] = {}
    scores: dict[str, list] = {"left_out": []}
    for number, fold in enumerate(folds_of(school.examples[: school.labelled], args.folds)):
        windows = [window for window in school.windows if window.prompt in fold]
        asked = Questions(school.examples, windows, {i for i in fold if i < school.measured})
        teachers, student = trained(school, fold, args)
        figures[f"left-out repositories {number}"], rows = examine(teachers, student, asked, device)
        scores["left_out"] += rows
        say(in_lines(figures))
    teachers, student = trained(school, set(), args)
    asked = Questions(dev, windows_of(dev, tokenizer), set(range(len(dev))))
    figures["development split"], scores["dev"] = examine(teachers, student, asked, device)
    say(in_lines(figures))

    save_weights(args.out / "statements.npz", student.weights(*HEADS), student.shape)
    (args.out / "scores.json").write_text(json.dumps(scores) + "\n")
    (args.out / "results.json").write_text(json.dumps(figures, indent=1) + "\n")
    say(f"wrote {args.out}")


def school_of(args: argparse.Namespace, tokenizer, device: torch.device) -> School:
    measured, more = read_examples(args.examples), read_examples(args.more)
    examples = measured + more + read_examples(args.unlabelled)
    return School(examples, windows_of(examples, tokenizer), len(measured) + len(more), len(measured), device)


def trained(
    school: School, left_out: set[int], args: argparse.Namespace
) -> tuple[list[StatementReader], StatementReader]:
    """Teachers that learned from the labels of all prompts but those left out, and the student they taught."""
    windows = [window for window in school.windows if window.prompt not in left_out]
    labelled = [window for window in windows if window.prompt < school.labelled]
    loss = partial(teacher_loss, school.examples)
    teachers: list[StatementReader] = []
    for start, rate, seed in args.teacher:
        course = Course(args.teacher_epochs, rate, args.teacher_batch, WARMUP, seed)
        teachers.append(taught_reader(start, course, labelled, loss, school.device))
    taught = mean_probability(teachers, windows, school.device)
    targets = targets_of(school.examples, windows, taught, school.labelled)
    loss = partial(student_loss, school.examples, targets)
    course = Course(args.epochs, args.rate, args.batch, WARMUP)
    return teachers, taught_reader(args.student, course, windows, loss, school.device)


def taught_reader(start: Path, course: Course, windows: list[Window], loss, device: torch.device) -> StatementReader:
    torch.manual_seed(course.seed)
    reader = StatementReader(load_weights(start), device)
    return train(reader, course, len(windows), partial(statement_batches, windows, course.batch, device), loss)


def examine(
    teachers: list[StatementReader], student: StatementReader, asked: Questions, device: torch.device
) -> tuple[dict[str, dict[str, float]], list[tuple[str, int, float]]]:
    """Figures of teachers and student, and the student's log odds by a prompt's id and the sentence's number."""
    covers = {i: asked.examples[i].covers for i in asked.measured}
    read = log_odds(student, asked.windows, device)
    taught = mean_probability(teachers, asked.windows, device)
    rows = [(asked.examples[prompt].id, number, round(score, 3)) for (prompt, number), score in read.items()]
    return {"teachers": span_precision(covers, taught), "student": span_precision(covers, read)}, rows


def in_lines(figures: dict[str, dict]) -> str:
    """The figures that were found last."""
    name, found = list(figures.items())[-1]
    return "\n".join(f"{name}, {one}: {in_words(figure)}" for one, figure in found.items())


def mean_probability(
    teachers: list[StatementReader], windows: list[Window], device: torch.device
) -> dict[Place, float]:
    scores = [log_odds(teacher, windows, device) for teacher in teachers]
    return {place: sum(1 / (1 + math.exp(-each[place])) for each in scores) / len(scores) for place in scores[0]}


def teacher_option(text: str) -> tuple[Path, float, int]:
    """Reads START:RATE:SEED."""
    try:
        start, rate, seed = text.rsplit(":", 2)
        return Path(start), float(rate), int(seed)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form gte.npz:4e-5:0") from None


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    files = {"type": Path, "nargs": "+"}
    parser.add_argument("--examples", **files, required=True, help="labelled examples, trained and measured on")
    parser.add_argument("--more", **files, default=[], help="labelled examples that are trained on and not measured on")
    parser.add_argument("--unlabelled", **files, default=[], help="examples without labels, for the student")
    parser.add_argument("--dev", **files, required=True, help="labelled examples that are never trained on")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of all these models")
    parser.add_argument(
        "--teacher",
        type=teacher_option,
        action="append",
        required=True,
        help="START:RATE:SEED: the weights a teacher starts from (.npz), its highest rate and its seed, for example "
        "gte.npz:4e-5:0; may be given several times",
    )
    parser.add_argument("--student", type=Path, required=True, help="weights it starts from (.npz or .safetensors)")
    parser.add_argument("--out", type=Path, required=True, help="folder for statements.npz, scores.json, results.json")
    parser.add_argument("--folds", type=int, default=3, help="parts of the repositories left out in turn (%(default)s)")
    parser.add_argument("--epochs", type=int, default=6, help="of the student (%(default)s)")
    parser.add_argument("--rate", type=float, default=2e-4, help="the student's highest rate (%(default)s)")
    parser.add_argument("--batch", type=int, default=48, help="the student's windows a step (%(default)s)")
    parser.add_argument("--teacher-epochs", type=int, default=4, help="(%(default)s)")
    parser.add_argument("--teacher-batch", type=int, default=32, help="a teacher's windows a step (%(default)s)")
    parser.add_argument("--device", help="cuda, mps or cpu (default: the best there is)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
