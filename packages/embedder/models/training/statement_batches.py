"""Windows as batches of tokens, what is learned from them, and the scores of their sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import torch
import torch.nn.functional as F
from torch import Tensor

from encoder import padded
from judge import StatementReader
from precision import Place
from statements import HOLDS, KINDS, Example, Label, Window

# What a label counts, and how surely it is one, where a good reader might decide otherwise.
UNSURE_WEIGHT, UNSURE_TARGET = 0.6, 0.8
TEACHER_WEIGHTS = {"pasted": 0.1, "kind": 0.05, "holds": 0.05, "replaces": 0.05}
STUDENT_WEIGHTS = {"kind": 0.03, "holds": 0.03}


@dataclass(frozen=True)
class StatementBatch:
    """Some windows; `places` says of each sentence which one it is, `ranges` where it stands."""

    ids: Tensor
    mask: Tensor
    ranges: Tensor
    places: list[Place]
    whole: Tensor
    prompts: list[int]


def statement_batches(
    windows: list[Window], size: int, device: torch.device, rng: Random | None = None
) -> Iterator[StatementBatch]:
    """Every window once, with others of similar length; in an order of chance where chance is given."""
    order = list(range(len(windows)))
    if rng:
        rng.shuffle(order)
    chunks = [order[start : start + 16 * size] for start in range(0, len(order), 16 * size)]
    chunks = [sorted(chunk, key=lambda each: len(windows[each].ids)) for chunk in chunks]
    batches = [chunk[start : start + size] for chunk in chunks for start in range(0, len(chunk), size)]
    if rng:
        rng.shuffle(batches)
    for batch in batches:
        yield batch_of([windows[each] for each in batch], device)


def batch_of(windows: list[Window], device: torch.device) -> StatementBatch:
    ids, mask = padded([window.ids for window in windows], device)
    sentences = [(row, window.prompt, *one) for row, window in enumerate(windows) for one in window.sentences]
    return StatementBatch(
        ids=ids,
        mask=mask,
        ranges=torch.tensor([(row, start, end) for row, _, _, start, end in sentences], device=device),
        places=[(prompt, number) for _, prompt, number, _, _ in sentences],
        whole=torch.tensor([(row, 1, len(window.ids) - 1) for row, window in enumerate(windows)], device=device),
        prompts=[window.prompt for window in windows],
    )


def teacher_loss(examples: list[Example], reader: StatementReader, batch: StatementBatch) -> Tensor:
    """What a teacher learns from labels."""
    states = reader.states(batch.ids, batch.mask)
    vectors = reader.pool(states, batch.ranges)
    labels = labels_of(examples, batch)
    kept = _floats([label is not None for label in labels], vectors)
    worth = _floats([UNSURE_WEIGHT if examples[prompt].unsure else 1 for prompt, _ in batch.places], vectors)
    loss = (F.binary_cross_entropy_with_logits(reader.keep(vectors)[:, 0], kept, reduction="none") * worth).mean()
    pasted = _floats([examples[prompt].pasted for prompt in batch.prompts], vectors)
    said_pasted = reader.pasted(reader.pool(states, batch.whole))[:, 0]
    loss = loss + TEACHER_WEIGHTS["pasted"] * F.binary_cross_entropy_with_logits(said_pasted, pasted)
    return loss + _loss_of_kept(reader, vectors, labels, TEACHER_WEIGHTS)


def student_loss(
    examples: list[Example], targets: dict[Place, float], reader: StatementReader, batch: StatementBatch
) -> Tensor:
    """What the student learns from the targets of all sentences and the labels of some."""
    vectors = reader.pool(reader.states(batch.ids, batch.mask), batch.ranges)
    wanted = _floats([targets[place] for place in batch.places], vectors)
    loss = F.binary_cross_entropy_with_logits(reader.keep(vectors)[:, 0], wanted)
    return loss + _loss_of_kept(reader, vectors, labels_of(examples, batch), STUDENT_WEIGHTS)


def targets_of(
    examples: list[Example], windows: list[Window], taught: dict[Place, float], labelled: int
) -> dict[Place, float]:
    """What the student is to say of each sentence: what the teachers say, halfway to the label where there is one."""
    targets: dict[Place, float] = {}
    for window in windows:
        example = examples[window.prompt]
        for number, _, _ in window.sentences:
            place = (window.prompt, number)
            targets[place] = taught[place]
            if window.prompt < labelled:
                sure = UNSURE_TARGET if example.unsure else 1.0
                targets[place] = 0.5 * taught[place] + 0.5 * (sure if example.labels[number] else 0.0)
    return targets


@torch.no_grad()
def log_odds(reader: StatementReader, windows: list[Window], device: torch.device) -> dict[Place, float]:
    """How surely each sentence is worth keeping, by prompt and number."""
    scores: dict[Place, float] = {}
    for batch in statement_batches(windows, 128, device):
        vectors = reader.pool(reader.states(batch.ids, batch.mask), batch.ranges)
        scores |= zip(batch.places, reader.keep(vectors)[:, 0].tolist(), strict=True)
    return scores


def labels_of(examples: list[Example], batch: StatementBatch) -> list[Label | None]:
    return [examples[prompt].labels[number] for prompt, number in batch.places]


def _loss_of_kept(
    reader: StatementReader, vectors: Tensor, labels: list[Label | None], weights: dict[str, float]
) -> Tensor:
    kept = [(i, label) for i, label in enumerate(labels) if label]
    if not kept:
        return vectors.new_zeros(())
    vectors = vectors[[i for i, _ in kept]]
    kinds = torch.tensor([KINDS.index(label.kind) for _, label in kept], device=vectors.device)
    holds = torch.tensor([HOLDS.index(label.holds) for _, label in kept], device=vectors.device)
    loss = weights["kind"] * F.cross_entropy(reader.kind(vectors), kinds)
    loss = loss + weights["holds"] * F.cross_entropy(reader.holds(vectors), holds)
    if "replaces" in weights:
        replaces = _floats([label.replaces for _, label in kept], vectors)
        said = reader.replaces(vectors)[:, 0]
        loss = loss + weights["replaces"] * F.binary_cross_entropy_with_logits(said, replaces)
    return loss


def _floats(values: list, like: Tensor) -> Tensor:
    return torch.tensor([float(value) for value in values], device=like.device)
