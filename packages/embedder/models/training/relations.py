"""Pairs of statements as the relation model reads them: [CLS] old [SEP] new [SEP], and domains in folds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# In the order of packages/base/model/judgement.ts.
RELATIONS = ("replaces", "refines", "repeats", "same topic", "unrelated", "question or trial")

# In tokens, as packages/embedder/relation-model.ts cuts it.
MAX_STATEMENT = 100


@dataclass(frozen=True)
class Pair:
    """Two statements and how the new one relates to the old one."""

    old: str
    new: str
    relation: str
    domain: str


@dataclass(frozen=True)
class PairTokens:
    """A pair as tokens; the new statement begins at `cut`."""

    ids: list[int]
    cut: int
    relation: int


def read_pairs(paths: list[Path]) -> list[Pair]:
    """Reads pairs from JSON lines, and says which line is not one."""
    pairs: list[Pair] = []
    for path in paths:
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            try:
                line = json.loads(text)
                pair = Pair(line["old"], line["new"], line["relation"], line["domain"])
                RELATIONS.index(pair.relation)
            except (ValueError, KeyError) as error:
                raise SystemExit(f"{path}:{number} is not a pair of statements: {error}") from None
            pairs.append(pair)
    return pairs


def tokens_of(pairs: list[Pair], tokenizer: Tokenizer) -> list[PairTokens]:
    """The pairs as the encoder reads them."""
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")

    def ids(texts: list[str]) -> list[list[int]]:
        return [one.ids[:MAX_STATEMENT] for one in tokenizer.encode_batch(texts, add_special_tokens=False)]

    olds, news = ids([pair.old for pair in pairs]), ids([pair.new for pair in pairs])
    return [
        PairTokens([cls, *old, sep, *new, sep], len(old) + 2, RELATIONS.index(pair.relation))
        for pair, old, new in zip(pairs, olds, news, strict=True)
    ]


def domain_folds(pairs: list[Pair], count: int) -> list[set[int]]:
    """Parts of the pairs; a domain is in one part alone."""
    domains = sorted({pair.domain for pair in pairs})
    place = {domain: number % count for number, domain in enumerate(domains)}
    return [{i for i, pair in enumerate(pairs) if place[pair.domain] == fold} for fold in range(count)]
