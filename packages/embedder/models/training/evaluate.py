"""Measures models on retrieval: how often the answer is among the first memories for a question.

A set is a folder with memories.jsonl (id, text) and questions.jsonl (question, answer), as bench/paraphrase is. Where
an answer is a list of ids, the share of them that was found counts.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer

from encoder import Encoder, embed_texts, encoder_of, load_tokenizer
from weights import load_weights

DEPTHS = (1, 5, 10)


@dataclass(frozen=True)
class RetrievalSet:
    """Memories, questions, and for each question the places of its answers among the memories."""

    name: str
    memories: list[str]
    questions: list[str]
    answers: list[list[int]]


def main() -> None:
    args = arguments()
    device = torch.device(args.device)
    tokenizer = load_tokenizer(str(args.tokenizer))
    sets = [read_set(folder) for folder in args.sets]
    for path in args.models:
        encoder = encoder_of(*load_weights(path), device).eval()
        for one in sets:
            print(f"{path.name:32} {one.name:16} {in_words(recall(encoder, tokenizer, one))}")


def recall(encoder: Encoder, tokenizer: Tokenizer, one: RetrievalSet) -> dict[str, float]:
    """Recall at each depth in percent, by cosine alone, and the mean reciprocal rank of the first answer."""
    scores = embed_texts(encoder, tokenizer, one.questions) @ embed_texts(encoder, tokenizer, one.memories).T
    order = scores.argsort(dim=1, descending=True).tolist()
    pairs = list(zip(order, one.answers, strict=True))
    found: dict[str, float] = {}
    for depth in DEPTHS:
        shares = [len({*ranked[:depth]} & {*right}) / len(right) for ranked, right in pairs]
        found[f"R@{depth}"] = 100 * sum(shares) / len(shares)
    firsts = [min(map(ranked.index, right)) for ranked, right in pairs]
    found["MRR"] = 100 * sum(1 / (1 + first) for first in firsts) / len(firsts)
    return found


def read_set(folder: Path) -> RetrievalSet:
    """Reads a set, and leaves out questions that nothing answers."""
    memories = _lines(folder / "memories.jsonl")
    place = {memory["id"]: index for index, memory in enumerate(memories)}
    answered = [(line["question"], _ids(line.get("answer"))) for line in _lines(folder / "questions.jsonl")]
    answered = [(question, ids) for question, ids in answered if ids]
    return RetrievalSet(
        name=folder.name,
        memories=[memory["text"] for memory in memories],
        questions=[question for question, _ in answered],
        answers=[[place[one] for one in ids] for _, ids in answered],
    )


def in_words(found: dict[str, float]) -> str:
    return "  ".join(f"{name} {value:5.1f}" for name, value in found.items())


def _ids(answer: str | list[str] | None) -> list[str]:
    return [answer] if isinstance(answer, str) else answer or []


def _lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=Path, nargs="+", help="published .safetensors, or .npz of teacher and students")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of these models")
    parser.add_argument("--sets", type=Path, nargs="+", required=True, help="folders to measure on")
    parser.add_argument("--device", default="cpu", help="where to compute (%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
