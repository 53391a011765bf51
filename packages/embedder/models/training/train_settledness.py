"""Trains the settledness head: which messages of a talk hold what was settled, and which proposals were overruled.

Reads the examples of scripts/settledness-examples.ts, measures with talks (written ones) or projects (real ones) left out, and
writes squirrel-settled.safetensors. Numpy alone; twenty seconds on one core.
"""

from __future__ import annotations

import argparse
import base64
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tensorfile import write_tensors

WIDTH = 384
# The vectors are cut to their main directions for training, and the weights spread over all dimensions again.
DIRECTIONS = 48
SPREAD = 2.0
FACT_SCALE = 0.3
OVERRULED, NONE, SETTLED = range(3)
FOLDS = 8
# What an agent says on its way to a reply weighs less, and so does each talk once more without vectors.
ON_THE_WAY = 0.25
UNEMBEDDED = 0.3
# "made" talks were written for this project; "ended" ones are written talks again, with a person's agreement at the end.
WEIGHTS = {"made": 3.0, "ended": 0.5}
FIELDS = ("vectors", "facts", "labels", "person", "judged", "weight", "talk", "group", "kind")
LAST_OF_TURN = 9
NEAR = slice(23, 26)


@dataclass(frozen=True)
class Talks:
    """All messages in a row: vectors of each with its neighbors, facts, labels, and where they are from."""

    vectors: np.ndarray
    facts: np.ndarray
    labels: np.ndarray
    person: np.ndarray
    # Not on the way to a reply.
    judged: np.ndarray
    weight: np.ndarray
    talk: np.ndarray
    group: np.ndarray
    kind: np.ndarray
    ids: list[str]


def main() -> None:
    args = arguments()
    talks = read_talks(args.examples)
    print(f"{len(talks.ids)} talks, {len(talks.labels)} messages, {np.mean(talks.labels == SETTLED):.2f} settled")
    scores = left_out(talks, args.ridge)
    report(talks, scores)
    if args.scores:
        lines = [json.dumps({"id": id, "settledness": scores[talks.talk == i].tolist()}) for i, id in enumerate(talks.ids)]
        args.scores.write_text("\n".join(lines) + "\n")
    if args.out:
        tensors = spread(train(talks, np.ones(len(talks.labels), bool), args.ridge))
        about = {"model": "squirrel-settled", "outputs": "overruled, none, settled", "vectors": "squirrel-s3@2/384"}
        write_tensors(args.out, tensors, about)
        print(f"{args.out}: {args.out.stat().st_size / 1e3:.0f} kB")


def read_talks(path: Path) -> Talks:
    rows: dict[str, list] = {name: [] for name in FIELDS}
    ids = []
    for talk, line in enumerate(path.read_text().splitlines()):
        example = json.loads(line)
        ids.append(example["id"])
        vectors = [vector_of(each) for each in example["vectors"]]
        at = lambda place: np.zeros(WIDTH, np.float32) if place is None else vectors[place]
        for i, (label, speaker, facts) in enumerate(zip(example["labels"], example["speakers"], example["facts"])):
            beside = example["neighbors"][i]
            rows["vectors"].append(np.stack([vectors[i], at(beside.get("before")), at(beside.get("after"))]))
            rows["facts"].append(facts)
            rows["labels"].append(label + 1)
            rows["person"].append(speaker == "person")
            judged = speaker == "person" or facts[LAST_OF_TURN]
            rows["judged"].append(bool(judged))
            rows["weight"].append(WEIGHTS.get(example["kind"], 1.0) * (1.0 if judged else ON_THE_WAY))
            rows["talk"].append(talk)
            rows["group"].append(example["group"])
            rows["kind"].append(example["kind"])
    made = {name: np.array(values, np.float32 if name in ("vectors", "facts", "weight") else None) for name, values in rows.items()}
    return Talks(**made, ids=ids)


def vector_of(text: str | None) -> np.ndarray:
    return np.zeros(WIDTH, np.float32) if text is None else np.frombuffer(base64.b64decode(text), np.float32)


@dataclass(frozen=True)
class Model:
    basis: np.ndarray
    mean: np.ndarray
    scale: np.ndarray
    # For the person's messages and the agent's: weights and start of each.
    heads: dict[bool, tuple[np.ndarray, np.ndarray]]


def train(talks: Talks, among: np.ndarray, ridge: float) -> Model:
    """Learns a head for persons and one for agents from some of the messages."""
    own = talks.vectors[among, 0]
    basis = np.linalg.svd(own - own.mean(0), full_matrices=False)[2][:DIRECTIONS].T * SPREAD
    mean, deviation = talks.facts[among].mean(0), talks.facts[among].std(0) + 1e-6
    model = Model(basis, mean, deviation / FACT_SCALE, {})
    blind_facts = talks.facts.copy()
    blind_facts[:, NEAR] = 0
    for person in (True, False):
        some = among & (talks.person == person)
        seen = inputs(model, talks.vectors[some], talks.facts[some])
        blind = inputs(model, np.zeros_like(talks.vectors[some]), blind_facts[some])
        weight = np.concatenate([talks.weight[some], talks.weight[some] * UNEMBEDDED])
        labels = np.concatenate([talks.labels[some]] * 2)
        model.heads[person] = fit(np.concatenate([seen, blind]), labels, weight, ridge)
    return model


def inputs(model: Model, vectors: np.ndarray, facts: np.ndarray) -> np.ndarray:
    parts = [vectors[:, part] @ model.basis for part in range(3)]
    return np.concatenate([*parts, (facts - model.mean) / model.scale], axis=1).astype(np.float32)


def fit(rows: np.ndarray, labels: np.ndarray, weight: np.ndarray, ridge: float, steps: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Softmax regression by Adam over all rows."""
    params = [np.zeros((rows.shape[1], 3), np.float32), np.zeros(3, np.float32)]
    first, second = [np.zeros_like(each) for each in params], [np.zeros_like(each) for each in params]
    wanted, share = np.eye(3, dtype=np.float32)[labels], (weight / weight.sum())[:, None]
    for step in range(1, steps + 1):
        off = (softmax(rows @ params[0] + params[1]) - wanted) * share
        for i, gradient in enumerate((rows.T @ off + ridge * params[0], off.sum(0))):
            first[i] = 0.9 * first[i] + 0.1 * gradient
            second[i] = 0.99 * second[i] + 0.01 * gradient**2
            params[i] -= 0.08 * (first[i] / (1 - 0.9**step)) / (np.sqrt(second[i] / (1 - 0.99**step)) + 1e-8)
    return params[0], params[1]


def softmax(odds: np.ndarray) -> np.ndarray:
    raised = np.exp(odds - odds.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)


def settledness(model: Model, talks: Talks, among: np.ndarray) -> np.ndarray:
    rows = inputs(model, talks.vectors[among], talks.facts[among])
    person = talks.person[among][:, None]
    by = {who: softmax(rows @ weights + start) for who, (weights, start) in model.heads.items()}
    chances = np.where(person, by[True], by[False])
    return chances[:, SETTLED] - chances[:, OVERRULED]


def left_out(talks: Talks, ridge: float) -> np.ndarray:
    """Scores of every message by a head that has not seen its talk, for real talks its project."""
    scores = np.zeros(len(talks.labels), np.float32)
    written = np.unique(talks.group[talks.kind != "real"])
    np.random.default_rng(1).shuffle(written)
    folds = [np.isin(talks.group, written[k::FOLDS]) for k in range(FOLDS)]
    folds += [talks.group == group for group in np.unique(talks.group[talks.kind == "real"])]
    for fold in folds:
        if fold.any():
            scores[fold] = settledness(train(talks, ~fold, ridge), talks, fold)
    return scores


def report(talks: Talks, scores: np.ndarray) -> None:
    for kind in np.unique(talks.kind):
        judged = (talks.kind == kind) & talks.judged
        settled, agents = talks.labels == SETTLED, judged & ~talks.person
        firsts = [some[np.argmax(scores[some])] for some in talk_rows(talks, kind) if settled[some].any()]
        print(
            f"{kind}: AP settled {average_precision(scores[judged], settled[judged]):.3f} (base {settled[judged].mean():.2f}), "
            f"AP overruled {average_precision(-scores[agents], talks.labels[agents] == OVERRULED):.3f} "
            f"(base {(talks.labels[agents] == OVERRULED).mean():.2f}), first choice settled {sum(settled[firsts])}, "
            f"overruled {sum(talks.labels[firsts] == OVERRULED)} of {len(firsts)}"
        )


def talk_rows(talks: Talks, kind: str) -> list[np.ndarray]:
    rows = [np.where(talks.talk == i)[0] for i in range(len(talks.ids))]
    return [some for some in rows if len(some) > 0 and talks.kind[some[0]] == kind]


def average_precision(scores: np.ndarray, right: np.ndarray) -> float:
    hits = right[np.argsort(-scores, kind="stable")].astype(float)
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1) * hits).sum() / max(1.0, hits.sum()))


def spread(model: Model) -> dict[str, np.ndarray]:
    """The heads over whole vectors and plain facts, as the runtime reads them."""
    tensors = {}
    for person, (weights, start) in model.heads.items():
        parts = [model.basis @ weights[part * DIRECTIONS : (part + 1) * DIRECTIONS] for part in range(3)]
        facts = weights[3 * DIRECTIONS :] / model.scale[:, None]
        name = "person" if person else "agent"
        tensors[f"{name}.weight"] = np.concatenate([*parts, facts]).T.astype(np.float32)
        tensors[f"{name}.bias"] = (start - model.mean @ facts).astype(np.float32)
    return tensors


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path, help="from scripts/settledness-examples.ts")
    parser.add_argument("--ridge", type=float, default=5e-3)
    parser.add_argument("--scores", type=Path, help="where the left-out scores go, a line a talk")
    parser.add_argument("--out", type=Path, help="where the head goes")
    return parser.parse_args()


if __name__ == "__main__":
    main()
