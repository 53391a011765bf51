"""Precision at recall, for sentences that cover marked spans and for pairs of one relation."""

from __future__ import annotations

import numpy as np

RECALLS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)

Place = tuple[int, int]


def span_precision(covers: dict[int, list[list[int]]], scores: dict[Place, float]) -> dict[str, float]:
    """Average precision, and precision at some recalls, in percent.

    `covers` has the spans of each prompt measured on, each as the sentences that overlap it; `scores` are of sentences
    by prompt and number. Recall counts spans that a sentence was found for, those in no sentence included; precision
    counts sentences.
    """
    spans: dict[Place, list[tuple[int, int]]] = {}
    total = 0
    for prompt, covered in covers.items():
        total += len(covered)
        for number, sentences in enumerate(covered):
            for sentence in sentences:
                spans.setdefault((prompt, sentence), []).append((prompt, number))
    found: set[tuple[int, int]] = set()
    figures: dict[str, float] = {}
    right = average = recall = 0.0
    measured = ((score, place) for place, score in scores.items() if place[0] in covers)
    for count, (_, place) in enumerate(sorted(measured, reverse=True), start=1):
        right += place in spans
        found.update(spans.get(place, []))
        precision, before, recall = right / count, recall, len(found) / max(1, total)
        average += (recall - before) * precision
        for wanted in RECALLS:
            if recall >= wanted:
                figures.setdefault(_at(wanted), 100 * precision)
    return {"AP": 100 * average, **figures}


def pair_precision(scores: np.ndarray, right: np.ndarray) -> dict[str, float]:
    """The highest precision at a recall or beyond it, in percent."""
    hits = np.cumsum(right[np.argsort(-scores, kind="stable")])
    precision, recall = hits / np.arange(1, len(hits) + 1), hits / hits[-1]
    return {_at(wanted): 100 * float(precision[np.searchsorted(recall, wanted) :].max()) for wanted in RECALLS}


def in_words(figures: dict[str, float]) -> str:
    return "  ".join(f"{name} {value:.1f}" for name, value in figures.items())


def _at(recall: float) -> str:
    return f"P@{recall:.0%}"
