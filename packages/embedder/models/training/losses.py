"""How far a student is from its teacher, in four ways that complete each other."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

# Chosen so that no term drowns the others early on; `similarity` is a mean over squares well below one.
WEIGHTS = {"cosine": 4.0, "neighbours": 0.5, "similarity": 20.0, "hidden": 2.0}
TEMPERATURE = 0.05


@dataclass(frozen=True)
class Lesson:
    """What the teacher says about a batch."""

    states: Tensor
    vectors: Tensor
    similarity: Tensor
    neighbours: Tensor


def lesson_of(states: Tensor, vectors: Tensor) -> Lesson:
    """Works out once what every student of the batch is compared with."""
    similarity = vectors @ vectors.T
    return Lesson(states, vectors, similarity, F.softmax(_among_others(similarity), dim=-1))


def losses(lesson: Lesson, states: Tensor, vectors: Tensor, mask: Tensor) -> dict[str, Tensor]:
    """The four distances, unweighted."""
    kept = mask[..., None].float()
    similarity = vectors @ vectors.T
    return {
        # The vector itself: students answer in the teacher's space.
        "cosine": (1 - (vectors * lesson.vectors).sum(-1)).mean(),
        # Who is nearest to whom in the batch: what retrieval needs.
        "neighbours": F.kl_div(
            F.log_softmax(_among_others(similarity), dim=-1), lesson.neighbours, reduction="batchmean"
        ),
        # How alike any two texts are: keeps the far ones far.
        "similarity": (similarity - lesson.similarity).pow(2).mean(),
        # Each token's last state, relative to its size: a signal for every token rather than one a text.
        "hidden": ((states - lesson.states) * kept).pow(2).sum() / (lesson.states.pow(2) * kept).sum(),
    }


def weighted(terms: dict[str, Tensor]) -> Tensor:
    """The one number that is minimised."""
    return torch.stack([WEIGHTS[name] * term for name, term in terms.items()]).sum()


def _among_others(similarity: Tensor) -> Tensor:
    itself = torch.eye(len(similarity), device=similarity.device, dtype=torch.bool)
    return (similarity / TEMPERATURE).masked_fill(itself, -1e4)
