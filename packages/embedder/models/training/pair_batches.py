"""Pairs as batches of tokens: neighbours together, some left sides asked as questions, some without a few words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from corpus import OPENINGS, Corpus, Spans, token_batch
from encoder import Encoder

BLOCK = 16
LONGEST_LEFT, LONGEST_RIGHT = 48, 126

Texts = tuple[Tensor, Tensor]


@dataclass(frozen=True)
class PairBatch:
    """Both sides of some pairs in pieces of similar length, and the places their texts have in the batch."""

    left: list[Texts]
    right: list[Texts]
    left_order: Tensor
    right_order: Tensor
    thinned: list[Texts]


def lefts(among: np.ndarray) -> np.ndarray:
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


def pair_examination(pairs: Corpus, most: int = 3000) -> Callable[[Encoder], float]:
    """Prepares the held-out pairs; the answer gives how many right sides a student finds first, in percent."""
    batch = pair_batch(pairs, lefts(pairs.held_out)[:most], None)

    @torch.no_grad()
    def found(encoder: Encoder) -> float:
        left, right = vectors(encoder, batch.left, batch.left_order), vectors(encoder, batch.right, batch.right_order)
        own = torch.arange(len(left), device=left.device)
        return 100 * ((left @ right.T).argmax(1) == own).float().mean().item()

    return found
