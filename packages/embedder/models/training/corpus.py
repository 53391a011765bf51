"""The corpus as one stream of tokens, and the texts of all lengths that are cut from it."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor

# What agents and people ask begins like this, and sentences in repositories rarely do.
OPENINGS = [
    "how do we", "what is", "where is", "why did", "when did", "how does", "which", "what did", "who", "should we",
    "did we decide on", "what was the reason for", "is there", "where do we", "what kind of", "how to",
]  # fmt: skip
LONGEST = 254  # and [CLS] and [SEP]


@dataclass(frozen=True)
class Corpus:
    """Sentences one after the other on the training device; what must be random is chosen on the CPU."""

    tokens: Tensor
    starts: np.ndarray  # of each sentence in the stream, and one more for the end of the last
    run_ends: np.ndarray  # for each sentence, the first sentence that is no neighbour of it any more
    training: np.ndarray
    held_out: np.ndarray
    openings: Tensor
    opening_lengths: np.ndarray
    special: tuple[int, int, int]  # [CLS], [SEP], [PAD]


@dataclass(frozen=True)
class Spans:
    """Texts, as places in the stream, some with an opening in front (-1 for none)."""

    start: np.ndarray
    end: np.ndarray
    opening: np.ndarray

    def __getitem__(self, chosen: np.ndarray) -> Spans:
        return Spans(self.start[chosen], self.end[chosen], self.opening[chosen])

    @property
    def lengths(self) -> np.ndarray:
        return self.end - self.start


def read_corpus(path: Path, tokenizer: Tokenizer, device: torch.device, rng: np.random.Generator) -> Corpus:
    """Reads and tokenises a corpus, or pairs as two sentences each, and holds back one run of neighbours in 150."""
    open_text = lzma.open if path.suffix == ".xz" else open
    sentences: list[str] = []
    runs: list[int] = []
    run = 0
    with open_text(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line := line.strip():
                found = line.split("\t")
                sentences += found
                runs += [run] * len(found)
            else:
                run += 1
    if not sentences:
        raise SystemExit(f"{path} holds no sentences.")

    encoded = [
        np.array(one.ids, dtype=np.int32)
        for at in range(0, len(sentences), 50_000)
        for one in tokenizer.encode_batch(sentences[at : at + 50_000], add_special_tokens=False)
    ]
    of_run = np.array(runs)
    names = np.unique(of_run)
    # Whole runs are held back, or a held-out sentence would be seen beside its neighbour.
    held_out = np.isin(of_run, rng.choice(names, max(1, len(names) // 150), replace=False))
    openings = [tokenizer.encode(opening, add_special_tokens=False).ids for opening in OPENINGS]
    widest = max(map(len, openings))
    return Corpus(
        tokens=torch.from_numpy(np.concatenate(encoded)).to(device).long(),
        starts=np.concatenate([[0], np.cumsum([len(one) for one in encoded])]),
        run_ends=np.searchsorted(of_run, of_run, side="right"),
        training=np.flatnonzero(~held_out),
        held_out=np.flatnonzero(held_out),
        openings=torch.tensor([ids + [0] * (widest - len(ids)) for ids in openings], device=device),
        opening_lengths=np.array([len(ids) for ids in openings]),
        special=tuple(tokenizer.token_to_id(token) for token in ("[CLS]", "[SEP]", "[PAD]")),
    )


def batches(corpus: Corpus, size: int, rng: np.random.Generator) -> Iterator[Spans]:
    """Endless batches of texts of similar length, the lengths in random order."""
    while True:
        spans = varied_spans(corpus, rng.choice(corpus.training, size * 16), rng)
        order = np.argsort(spans.lengths, kind="stable").reshape(16, size)
        for chosen in rng.permutation(order):
            yield spans[chosen]


def plain_spans(corpus: Corpus, chosen: np.ndarray) -> Spans:
    """The chosen sentences just as they are."""
    start = corpus.starts[chosen]
    end = np.minimum(corpus.starts[chosen + 1], start + LONGEST)
    return Spans(start, end, np.full(len(chosen), -1))


def varied_spans(corpus: Corpus, chosen: np.ndarray, rng: np.random.Generator) -> Spans:
    """Texts that begin at the chosen sentences: one, a few or many of them, some cropped, some opened as a question."""
    count = len(chosen)
    luck = rng.random(count)
    many = np.where(luck < 0.86, rng.integers(2, 4, count), rng.integers(3, 9, count))
    sentences = np.where(luck < 0.68, 1, many)
    start = corpus.starts[chosen]
    end = corpus.starts[np.minimum(chosen + sentences, corpus.run_ends[chosen])]

    # Crops teach fragments: search words, half sentences, names without their context.
    cropped = (rng.random(count) < 0.22) & (end - start > 8)
    length = (3 + rng.random(count) * (np.minimum(end - start, 60) - 3) * 0.7).astype(int)
    offset = (rng.random(count) * np.maximum(end - start - length, 1)).astype(int)
    end = np.where(cropped, start + offset + length, end)
    start = np.where(cropped, start + offset, start)

    end = np.minimum(end, start + LONGEST)
    opened = (rng.random(count) < 0.35) & (end - start < 20)
    return Spans(start, end, np.where(opened, rng.integers(0, len(OPENINGS), count), -1))


def token_batch(corpus: Corpus, spans: Spans) -> tuple[Tensor, Tensor]:
    """Token ids and mask of a batch, padded to a multiple of eight because the attention kernels like that."""
    device = corpus.tokens.device
    cls, sep, pad = corpus.special
    before = np.where(spans.opening >= 0, corpus.opening_lengths[spans.opening], 0)
    width = -(-int((spans.lengths + before).max() + 2) // 8) * 8

    def column(values: np.ndarray) -> Tensor:
        return torch.from_numpy(values).to(device)[:, None]

    start, opened, total = column(spans.start), column(before), column(spans.lengths + before)
    at = torch.arange(width, device=device)[None]
    ids = corpus.tokens[(start + at - 1 - opened).clamp(0, len(corpus.tokens) - 1)]
    opening = corpus.openings[column(np.maximum(spans.opening, 0))[:, 0]]
    place = (at - 1).clamp(0, opening.shape[1] - 1).expand(len(spans.start), -1)
    ids = torch.where(at <= opened, opening.gather(1, place), ids)
    ids = torch.where(at == 0, cls, ids)
    ids = torch.where(at == total + 1, sep, ids)
    mask = at < total + 2
    return torch.where(mask, ids, pad), mask
