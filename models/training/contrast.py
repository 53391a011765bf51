"""Pairs as batches, and the loss that pulls the two sides of a pair together and pushes all others away."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from corpus import OPENINGS, Corpus, Spans, token_batch
from encoder import Encoder

TEMPERATURE = 0.05
BLOCK = 16
LONGEST_LEFT, LONGEST_RIGHT = 48, 126
# Two texts this alike in the teacher's eyes may answer the same question: neither counts as wrong for the other.
SAME = 0.85
# Below the first the teacher sees no relation and the pair is probably none; above the second it counts in full.
UNRELATED, RELATED = 0.05, 0.3

Texts = tuple[Tensor, Tensor]


@dataclass(frozen=True)
class PairBatch:
    """Both sides of some pairs in pieces of similar length, and the places their texts have in the batch."""

    left: list[Texts]
    right: list[Texts]
    left_order: Tensor
    right_order: Tensor
    thinned: list[Texts]


def lefts(pairs: Corpus, among: np.ndarray) -> np.ndarray:
    """The left sides of pairs, whose right sides follow them in the stream."""
    return among[among % 2 == 0]


def neighbouring(pairs: Corpus, candidates: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """About so many pairs, in groups from the same place: what is nearby is what is hard to tell apart."""
    first = rng.choice(candidates, size // (BLOCK // 2))[:, None]
    groups = first + 2 * np.arange(BLOCK)[None]
    inside = groups < pairs.run_ends[first]
    return rng.permutation(np.unique(groups[inside]))[:size]


def pair_batch(pairs: Corpus, chosen: np.ndarray, rng: np.random.Generator | None) -> PairBatch:
    """The chosen pairs as tokens; with chance, some left sides are asked as questions and some lose words."""
    left, right = side(pairs, chosen, LONGEST_LEFT), side(pairs, chosen + 1, LONGEST_RIGHT)
    asked = left
    if rng is not None:
        opened = rng.random(len(chosen)) < 0.3
        asked = Spans(left.start, left.end, np.where(opened, rng.integers(0, len(OPENINGS), len(chosen)), -1))
    left_pieces, left_order = pieces(left, pairs)
    right_pieces, right_order = pieces(right, pairs)
    thinned = []
    for piece in left_pieces:
        texts = token_batch(pairs, asked[piece])
        thinned.append(texts if rng is None else thin(texts, token_batch(pairs, right[piece])[0], pairs.special))
    return PairBatch(
        left=[token_batch(pairs, left[piece]) for piece in left_pieces],
        right=[token_batch(pairs, right[piece]) for piece in right_pieces],
        left_order=left_order,
        right_order=right_order,
        thinned=thinned,
    )


def side(pairs: Corpus, chosen: np.ndarray, longest: int) -> Spans:
    start = pairs.starts[chosen]
    return Spans(start, np.minimum(pairs.starts[chosen + 1], start + longest), np.full(len(chosen), -1))


def pieces(spans: Spans, pairs: Corpus, count: int = 4) -> tuple[list[np.ndarray], Tensor]:
    order = np.argsort(spans.lengths, kind="stable")
    return np.array_split(order, count), torch.from_numpy(np.argsort(order)).to(pairs.tokens.device)


def thin(texts: Texts, other: Tensor, special: tuple[int, int, int]) -> Texts:
    """Drops tokens: a few of any text, and from two texts in five half of those that the other side has too."""
    ids, mask = texts
    count, device = len(ids), ids.device
    shared = (ids[:, :, None] == other[:, None, :]).any(-1)
    some = torch.rand(count, 1, device=device)
    chance = torch.where(some < 0.4, 0.5 * shared, torch.where(some < 0.7, 0.15, 0.0))
    fixed = sum(ids == one for one in special) > 0
    kept = mask & (fixed | (torch.rand(ids.shape, device=device) >= chance))
    # A text of less than three words says nothing any more.
    kept = torch.where(kept.sum(1, keepdim=True) >= 5, kept, mask)
    order = torch.argsort((~kept).int(), dim=1, stable=True)
    mask = torch.arange(ids.shape[1], device=device)[None] < kept.sum(1, keepdim=True)
    return torch.where(mask, ids.gather(1, order), special[2]), mask


def vectors(encoder: Encoder, texts: list[Texts], order: Tensor) -> Tensor:
    """The vectors of texts in pieces, in the order of the batch."""
    return torch.cat([encoder(*piece)[1] for piece in texts])[order]


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
