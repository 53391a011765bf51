"""The loss that pulls the two sides of a pair together and pushes all other texts of the batch away."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

TEMPERATURE = 0.05
# Two texts this alike in the teacher's eyes may answer the same question: neither counts as wrong for the other.
SAME = 0.85
# Below the first the teacher sees no relation and the pair is probably none; above the second it counts in full.
UNRELATED, RELATED = 0.05, 0.3


@dataclass(frozen=True)
class Judgement:
    """What the teacher thinks of a batch of pairs: how much each counts, and which texts are too alike."""

    worth: Tensor
    alike: Tensor


def judgement_of(left: Tensor, right: Tensor) -> Judgement:
    """Weighs pairs by their likeness, and finds those that must not be told apart."""
    worth = (((left * right).sum(-1) - UNRELATED) / (RELATED - UNRELATED)).clamp(0, 1)
    alike = (left @ left.T > SAME) | (right @ right.T > SAME)
    return Judgement(worth, alike.fill_diagonal_(False))


def contrast(judged: Judgement, left: Tensor, right: Tensor) -> Tensor:
    """How hard it is to pick each text's other side out of the batch, both ways (InfoNCE)."""
    scores = (left @ right.T / TEMPERATURE).masked_fill(judged.alike, -1e4)
    own = torch.arange(len(left), device=left.device)
    both = F.cross_entropy(scores, own, reduction="none") + F.cross_entropy(scores.T, own, reduction="none")
    return (both / 2 * judged.worth).sum() / judged.worth.sum().clamp(min=1)
