"""The training loop: one teacher, any number of students, the same batches for all of them."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from corpus import Corpus, Spans, batches, plain_spans, token_batch
from encoder import Encoder
from losses import lesson_of, losses, weighted

LONG = 110


@dataclass
class Student:
    """A model in training, with what was seen of it on the way."""

    name: str
    encoder: Encoder
    curve: list[dict[str, float]] = field(default_factory=list)


@dataclass(frozen=True)
class Plan:
    """How long and how fast; whichever of seconds and steps is reached first ends the training."""

    seconds: float
    steps: float
    batch: int
    rate: float
    warmup: int = 300
    every: int = 500


@dataclass(frozen=True)
class Classroom:
    """What stays the same during a training."""

    teacher: Encoder
    corpus: Corpus
    plan: Plan
    rng: np.random.Generator
    say: Callable[[str], None]


def distil(room: Classroom, students: list[Student]) -> int:
    """Trains the students and returns the number of steps taken."""
    plan = room.plan
    optimisers = [optimiser_of(student, plan.rate) for student in students]
    held_out = examination(room.teacher, room.corpus)
    started = time.monotonic()
    next_check = 0.25
    for step, spans in enumerate(batches(room.corpus, plan.batch, room.rng)):
        progress = max((time.monotonic() - started) / plan.seconds, step / plan.steps)
        if progress >= next_check:
            next_check += 0.25
            found = (f"{student.name} {held_out(student.encoder):.4f}" for student in students)
            room.say(f"held-out cosine at {min(progress, 1):.0%}: {', '.join(found)}")
        if progress >= 1:
            return step
        for optimiser in optimisers:
            optimiser.param_groups[0]["lr"] = plan.rate * schedule(step, progress, plan.warmup)
        for part in parts(spans):
            terms = learn(room, students, optimisers, part)
        if step % plan.every == 0:
            for student, term in zip(students, terms, strict=True):
                student.curve.append({"step": step, **{name: value.item() for name, value in term.items()}})
            found = ("{} {loss:.3f} (cosine {cosine:.4f})".format(one.name, **one.curve[-1]) for one in students)
            room.say(f"step {step}, {progress:.0%}, loss: {', '.join(found)}")
    raise AssertionError("batches have no end")


def learn(
    room: Classroom, students: list[Student], optimisers: list[torch.optim.Optimizer], spans: Spans
) -> list[dict[str, Tensor]]:
    """Lets the teacher read a batch once, and every student take one step on it."""
    ids, mask = token_batch(room.corpus, spans)
    with torch.no_grad():
        with half_precision(ids.device):
            answer = room.teacher(ids, mask)
        lesson = lesson_of(*answer)
    seen: list[dict[str, Tensor]] = []
    for student, optimiser in zip(students, optimisers, strict=True):
        with half_precision(ids.device):
            answer = student.encoder(ids, mask)
        terms = losses(lesson, *answer, mask)
        loss = weighted(terms)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(student.encoder.parameters(), 1.0)
        optimiser.step()
        seen.append({"loss": loss.detach(), **{name: term.detach() for name, term in terms.items()}})
    return seen


def examination(teacher: Encoder, corpus: Corpus, most: int = 4000) -> Callable[[Encoder], float]:
    """Prepares the held-out sentences; the answer gives a student's mean cosine to the teacher on them."""
    chosen = corpus.held_out[:most]
    pieces = np.array_split(chosen, max(1, len(chosen) // 500))
    questions = [token_batch(corpus, plain_spans(corpus, piece)) for piece in pieces]
    with torch.no_grad():
        wanted = [teacher(*question)[1] for question in questions]

    @torch.no_grad()
    def cosine(student: Encoder) -> float:
        given = (student(*question)[1] for question in questions)
        return torch.cat([(one * two).sum(-1) for one, two in zip(given, wanted, strict=True)]).mean().item()

    return cosine


def schedule(step: int, progress: float, warmup: int) -> float:
    """A short warm-up, then half a cosine down to a fiftieth."""
    return min(1.0, (step + 1) / warmup) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))


def parts(spans: Spans) -> list[Spans]:
    """Batches of long texts are taken in three steps, to bound memory."""
    if spans.lengths.max() <= LONG:
        return [spans]
    return [spans[np.arange(first, len(spans.start), 3)] for first in range(3)]


def optimiser_of(student: Student, rate: float) -> torch.optim.Optimizer:
    parameters = [each for each in student.encoder.parameters() if each.requires_grad]
    fused = parameters[0].device.type == "cuda"
    return torch.optim.AdamW(parameters, lr=rate, betas=(0.9, 0.98), weight_decay=0.01, fused=fused)


def half_precision(device: torch.device, enabled: bool = True) -> torch.autocast:
    """bfloat16 where it is faster; elsewhere it would only cost accuracy."""
    return torch.autocast(device.type, torch.bfloat16, enabled=enabled and device.type == "cuda")
