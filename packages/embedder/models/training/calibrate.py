"""Turns the statement model's log odds into probabilities, together with what is not its words.

A logistic regression on the scores of left-out repositories, with numpy alone. Prints the weights as they stand in
packages/squirrel/learn/statements/probability.ts, and how well they do on repositories that the regression did not see either.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from precision import Place, in_words, span_precision
from statements import Example, read_examples

# In the order of probability.ts, which scripts/statement-examples.ts writes for every sentence.
EVIDENCE = (
    *("keep", "strong", "choice", "contrast", "modal", "forNow", "asks"),
    *("wish", "named", "tells", "every", "when", "piece", "opens", "corrects"),
    *("words", "sentences", "chars", "first", "last"),
)
BOUNDS = (0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9)
RIDGE = 1.0


@dataclass(frozen=True)
class Readings:
    """Sentences that a model read: which they are, what is known of them, and whether they were worth keeping."""

    examples: list[Example]
    places: list[Place]
    evidence: np.ndarray
    kept: np.ndarray


def main() -> None:
    args = arguments()
    scores = json.loads(args.scores.read_text())
    measured = read_examples(args.examples)
    readings = readings_of(measured + read_examples(args.more), scores["left_out"])
    if len(readings.places) == 0:
        raise SystemExit(f"{args.scores} has no score of a sentence in {args.examples[0]}.")
    start, weights = fit(readings.evidence, readings.kept)
    print(in_typescript(start, weights))
    show("left-out repositories", readings, left_out_probabilities(readings, args.folds), len(measured))
    if args.dev:
        dev = readings_of(read_examples(args.dev), scores["dev"])
        show("development split", dev, probabilities(dev.evidence, start, weights), len(dev.examples))


def readings_of(examples: list[Example], scores: list[tuple[str, int, float]]) -> Readings:
    """Puts the scores, which name a prompt by its id, together with the examples they are of."""
    prompts = {example.id: i for i, example in enumerate(examples)}
    known = [(prompts[id], sentence, score) for id, sentence, score in scores if id in prompts]
    rows = [evidence_of(examples[prompt], sentence, score) for prompt, sentence, score in known]
    kept = [examples[prompt].labels[sentence] is not None for prompt, sentence, _ in known]
    places = [(prompt, sentence) for prompt, sentence, _ in known]
    return Readings(examples, places, np.array(rows, dtype=np.float64), np.array(kept, dtype=np.float64))


def evidence_of(example: Example, sentence: int, score: float) -> list[float]:
    """What is known of a sentence, as probability.ts weighs it."""
    known = example.evidence[sentence]
    return [score if name == "keep" else float(known[name]) for name in EVIDENCE]


def fit(evidence: np.ndarray, kept: np.ndarray) -> tuple[float, np.ndarray]:
    """The start and the weights of a logistic regression, by Newton's method on standardised columns."""
    mean, spread = evidence.mean(0), evidence.std(0) + 1e-9
    columns = np.column_stack([np.ones(len(evidence)), (evidence - mean) / spread])
    ridge = np.full(columns.shape[1], RIDGE)
    ridge[0] = 0
    weights = np.zeros(columns.shape[1])
    for _ in range(30):
        found = _sigmoid(columns @ weights)
        slope = columns.T @ (found - kept) + ridge * weights
        # A little on the diagonal keeps the first steps short where a column never changes.
        curve = (columns * (found * (1 - found))[:, None]).T @ columns + RIDGE * np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    raw = weights[1:] / spread
    return float(weights[0] - raw @ mean), raw


def probabilities(evidence: np.ndarray, start: float, weights: np.ndarray) -> np.ndarray:
    return _sigmoid(evidence @ weights + start)


def left_out_probabilities(readings: Readings, folds: int) -> np.ndarray:
    """Each sentence's probability by weights that were fitted without its repository."""
    repositories = np.array([readings.examples[prompt].repo for prompt, _ in readings.places])
    found = np.zeros(len(repositories))
    names = sorted(set(repositories))
    for fold in range(min(folds, len(names))):
        asked = np.isin(repositories, names[fold::folds])
        fitted = fit(readings.evidence[~asked], readings.kept[~asked])
        found[asked] = probabilities(readings.evidence[asked], *fitted)
    return found


def show(name: str, readings: Readings, found: np.ndarray, measured: int) -> None:
    """Prints precision at some recalls, and both from some probabilities on, of the first prompts."""
    covers = {i: example.covers for i, example in enumerate(readings.examples[:measured])}
    scores = dict(zip(readings.places, found.tolist(), strict=True))
    print(f"\n{name}: {in_words(span_precision(covers, scores))}")
    of_measured = np.array([prompt < measured for prompt, _ in readings.places])
    for bound in BOUNDS:
        above = of_measured & (found >= bound)
        if above.any():
            share = 100 * readings.kept[above].mean()
            told = {readings.places[i] for i in np.flatnonzero(above)}
            spans = [any((i, each) in told for each in span) for i, its in covers.items() for span in its]
            print(f"  from {bound:.2f} on: {above.sum():5} sentences, {share:.1f} % worth keeping,", end=" ")
            print(f"{100 * np.mean(spans):.1f} % of all that is")


def in_typescript(start: float, weights: np.ndarray) -> str:
    lines = "".join(f"  {name}: {weight:.3f},\n" for name, weight in zip(EVIDENCE, weights, strict=True))
    return f"const WEIGHTS = {{\n{lines}}};\nconst START = {start:.3f};"


def _sigmoid(odds: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-odds))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    files = {"type": Path, "nargs": "+"}
    parser.add_argument("--scores", type=Path, required=True, help="scores.json of train_statements.py")
    parser.add_argument("--examples", **files, required=True, help="examples to fit to and measure on")
    parser.add_argument("--more", **files, default=[], help="examples to fit to and not to measure on")
    parser.add_argument("--dev", **files, default=[], help="examples that the model was never trained on")
    parser.add_argument("--folds", type=int, default=5, help="parts of the repositories left out in turn (%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
