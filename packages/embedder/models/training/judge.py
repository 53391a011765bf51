"""The models of judgement in PyTorch: an encoder whose word and position tables stay as they are, and heads on top."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

import torch
from torch import Tensor, nn

from distil import half_precision
from encoder import encoder_of, weights_of
from relations import RELATIONS
from statements import HOLDS, KINDS
from tensorfile import Tensors
from weights import Shape

Start = tuple[Tensors, Shape]
Batch = TypeVar("Batch")
Reader = TypeVar("Reader", bound="Judge")

HEAD_RATE = 1e-3
DROPOUT = 0.1


@dataclass(frozen=True)
class Course:
    """How a model is trained; `warmup` is the share of the steps until the highest rate."""

    epochs: int
    rate: float
    batch: int
    warmup: float
    seed: int = 0


class Judge(nn.Module):
    """An encoder with frozen tables: they are most of a file, and few labels would only bend the words they have."""

    def __init__(self, start: Start, device: torch.device) -> None:
        super().__init__()
        self.shape = start[1]
        self.encoder = encoder_of(*start, device)
        self.encoder.we.requires_grad_(False)
        self.encoder.pe.requires_grad_(False)
        self.drop = nn.Dropout(DROPOUT)

    def states(self, ids: Tensor, mask: Tensor) -> Tensor:
        with half_precision(ids.device, enabled=self.training):
            return self.encoder(ids, mask)[0]

    def weights(self, *heads: str) -> Tensors:
        """The encoder's weights and those of some heads, named as in the published file."""
        tensors = weights_of(self.encoder)
        for head in heads:
            layer = getattr(self, head)
            for name in ("weight", "bias"):
                tensors[f"{head}.{name}"] = getattr(layer, name).detach().float().cpu().numpy()
        return tensors


class StatementReader(Judge):
    """Reads the mean state of each sentence; `replaces` and `pasted` only help teachers and are not published."""

    def __init__(self, start: Start, device: torch.device) -> None:
        super().__init__(start, device)
        hidden = self.shape.hidden
        self.keep = nn.Linear(hidden, 1, device=device)
        self.kind = nn.Linear(hidden, len(KINDS), device=device)
        self.holds = nn.Linear(hidden, len(HOLDS), device=device)
        self.replaces = nn.Linear(hidden, 1, device=device)
        self.pasted = nn.Linear(hidden, 1, device=device)
        # About one sentence in thirteen is worth keeping before anything is known of it.
        nn.init.constant_(self.keep.bias, -2.5)

    def pool(self, states: Tensor, ranges: Tensor) -> Tensor:
        """The mean state of each range, given as row, start and end."""
        row, start, end = ranges.unbind(1)
        sums = torch.cat([torch.zeros_like(states[:, :1]), states.cumsum(1)], 1)
        return self.drop((sums[row, end] - sums[row, start]) / (end - start)[:, None])


class RelationReader(Judge):
    """Reads a pair: the state of [CLS], the mean of the old statement, the mean of the new one."""

    def __init__(self, start: Start, device: torch.device) -> None:
        super().__init__(start, device)
        self.rel = nn.Linear(3 * self.shape.hidden, len(RELATIONS), device=device)

    def forward(self, ids: Tensor, mask: Tensor, cut: Tensor) -> Tensor:
        states = self.states(ids, mask)
        is_new = torch.arange(ids.shape[1], device=ids.device)[None] >= cut[:, None]
        old, new = ((mask & side)[..., None].float() for side in (~is_new, is_new))
        means = [(states * side).sum(1) / side.sum(1) for side in (old, new)]
        return self.rel(self.drop(torch.cat([states[:, 0], *means], 1)))


def train(
    reader: Reader,
    course: Course,
    items: int,
    batches: Callable[[Random], Iterable[Batch]],
    loss_of: Callable[[Reader, Batch], Tensor],
) -> Reader:
    """Trains a reader on all batches of each epoch, and returns it ready to read."""
    heads = [each for name, each in reader.named_parameters() if not name.startswith("encoder.")]
    body = [each for each in reader.encoder.parameters() if each.requires_grad]
    rates = (course.rate, HEAD_RATE)
    optimiser = torch.optim.AdamW([{"params": body}, {"params": heads}], betas=(0.9, 0.98), weight_decay=0.01)
    rng = Random(course.seed)
    steps = -(-items // course.batch) * course.epochs
    step = 0
    reader.train()
    for _ in range(course.epochs):
        for batch in batches(rng):
            for group, rate in zip(optimiser.param_groups, rates, strict=True):
                group["lr"] = rate * pace(step, steps, course.warmup)
            optimiser.zero_grad(set_to_none=True)
            loss_of(reader, batch).backward()
            nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimiser.step()
            step += 1
    return reader.eval()


def pace(step: int, steps: int, warmup: float) -> float:
    """A short warm-up, then a straight line down to a fiftieth."""
    return min(1.0, (step + 1) / (warmup * steps + 1)) * max(0.02, 1 - step / steps)
