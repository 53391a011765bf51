"""Prose in, sentences worth training on out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

SHORTEST, LONGEST = 20, 400

_ENDS = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`\"'(])")
_FENCE = re.compile(r"```[\s\S]*?```")
_TRAILER = re.compile(
    r"^(co-authored|signed-off|reviewed|change-id|pr-url|https?:|\(cherry|🤖|git-svn|acked|tested-by|merge )", re.I
)
_COMMENT = re.compile(
    r'/\*\*?([\s\S]{20,1500}?)\*/|"""([\s\S]{20,1200}?)"""|((?:^[ \t]*(?://[/!]?|#) .*\n)+)', re.M
)
_CODE_OR_LICENCE = re.compile(r"[;{}=]{2}|=>|copyright|licen[cs]e", re.I)


def of_commit(subject: str, body: str, chance: Random) -> Iterator[str]:
    """The subject and the sentences of the body, without trailers, code and pull request numbers."""
    yield re.sub(r"\(#\d+\)", "", subject).strip()
    lines = [line for line in body.split("\n") if not _TRAILER.match(line.strip())]
    text = _FENCE.sub("", "\n".join(lines))
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*[-*] )", text)[:14]:
        paragraph = re.sub(r"^[\s#>*\-]+", "", paragraph)
        for sentence in split(paragraph):
            yield without_ticks(sentence, 0.5, chance)


def of_page(text: str, chance: Random) -> Iterator[str]:
    """The sentences of a Markdown or reStructuredText page, without code, markup and link targets."""
    text = re.sub(r"```[\s\S]*?```|<!--[\s\S]*?-->|<[^>\n]+>", "", text)
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.|#|\|) ?)", text):
        paragraph = re.sub(r"^[\s#>*\-+\d.|]+", "", paragraph)
        paragraph = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)
        paragraph = re.sub(r":[a-z:]+:(?=`)", "", paragraph)
        # An underscore is emphasis in prose and part of a name in code: where there is one, it stays.
        paragraph = re.sub(r"[*|]+", " ", paragraph)
        yield from split(without_ticks(paragraph, 0.6, chance))


def of_source(text: str) -> Iterator[str]:
    """The sentences of block comments, docstrings and runs of line comments, at most forty comments a file."""
    for groups in _COMMENT.findall(text)[:40]:
        comment = next((group for group in groups if group), "")
        comment = re.sub(r"^[ \t]*(?:\*|//[/!]?|#) ?", "", comment, flags=re.M)
        for paragraph in re.split(r"\n\s*\n|\n(?=\s*[-@] ?)", comment):
            if not _CODE_OR_LICENCE.search(paragraph):
                yield from split(paragraph)


def of_turn(text: str) -> Iterator[str]:
    """The sentences of the first paragraphs of a conversation's turn."""
    # Some sets end a turn with an arrow and the numbers of the turns it belongs to.
    text = re.sub(r"->-> [\d,N/A ]+", "", _FENCE.sub("", text))
    for paragraph in re.split(r"\n+", text)[:6]:
        yield from split(re.sub(r"^[\s#>*\-\d.]+", "", paragraph).replace("**", ""))


def split(paragraph: str) -> Iterator[str]:
    """Cuts a paragraph at its sentence ends, and what is still too long into pieces."""
    paragraph = re.sub(r"\s+", " ", paragraph).strip()
    for sentence in _ENDS.split(paragraph):
        if len(sentence) <= LONGEST:
            yield sentence
        else:
            yield from (sentence[at : at + 320] for at in range(0, min(len(sentence), 1600), 320))


def is_prose(sentence: str) -> bool:
    """Whether a sentence is long enough, English enough and made of words rather than of code."""
    if not SHORTEST <= len(sentence) <= LONGEST:
        return False
    letters = sum(map(str.isalpha, sentence)) / len(sentence)
    plain = sum(map(str.isascii, sentence)) / len(sentence)
    return letters >= 0.62 and plain >= 0.95 and len(words(sentence)) >= 4


def words(text: str) -> list[str]:
    """The words of a text as comparisons see them: lower case, no punctuation."""
    return re.sub(r"\W+", " ", text.lower()).split()


def without_ticks(text: str, share: float, chance: Random) -> str:
    """Drops backticks most of the time: people quote code in questions with and without them."""
    return text.replace("`", "") if chance.random() < share else text
