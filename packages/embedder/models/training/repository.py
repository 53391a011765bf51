"""What a git repository has to say: its commit messages, its pages, its comments."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import sentences

PAGES = re.compile(r"\.(md|mdx|rst)$")
SOURCES = re.compile(r"\.(ts|tsx|js|mjs|py|go|rs|java|rb|c|h)$")
# Lists of changes repeat the commit messages.
_CHANGELOG = re.compile(r"change|release.?notes|history", re.I)
_MACHINE_MADE = re.compile(r"\.min\.|dist/|generated|\.d\.ts$")
# Licences repeat themselves, translations are not English, and copies of benchmarks lie in many repositories.
_SKIPPED = re.compile(
    r"licen[cs]e|i18n/|/(zh|ja|ko|de|fr|es|pt|ru)[-/_]|node_modules|vendor|fixtures?/|locomo|longmem", re.I
)

Passage = list[str]
Blob = tuple[str, str]


def commits(repository: Path, limit: int, chance: Random) -> Iterator[Passage]:
    """The sentences of each commit message, newest first, subject in front."""
    for subject, body in messages(repository, limit):
        yield list(sentences.of_commit(subject, body, chance))


def pages(repository: Path, limit: int, chance: Random) -> Iterator[Passage]:
    """The sentences of some of the documentation pages."""
    for text in page_texts(repository, limit, chance):
        yield list(sentences.of_page(text, chance))


def comments(repository: Path, limit: int, chance: Random) -> Iterator[Passage]:
    """The sentences in the comments of some of the source files."""
    for text in source_texts(repository, limit, chance):
        yield list(sentences.of_source(text))


def messages(repository: Path, limit: int) -> Iterator[tuple[str, str]]:
    """Subject and body of each commit, newest first."""
    log = _git(repository, "log", "--no-merges", "--format=%s%x1f%b%x1e", "-n", str(limit))
    for entry in log.decode("utf-8", "replace").split("\x1e"):
        subject, _, body = entry.partition("\x1f")
        if subject.strip():
            yield subject.strip(), body


def page_texts(repository: Path, limit: int, chance: Random) -> Iterator[str]:
    """Some of the documentation pages, as they are."""
    names = [blob for blob in _blobs(repository) if PAGES.search(blob[0]) and not _CHANGELOG.search(blob[0])]
    return _contents(repository, _some(names, limit, chance))


def source_texts(repository: Path, limit: int, chance: Random) -> Iterator[str]:
    """Some of the source files, as they are."""
    names = [blob for blob in _blobs(repository) if SOURCES.search(blob[0]) and not _MACHINE_MADE.search(blob[0])]
    return _contents(repository, _some(names, limit, chance))


def _blobs(repository: Path) -> list[Blob]:
    listing = _git(repository, "ls-tree", "-r", "-z", "HEAD").decode("utf-8", "replace")
    found: list[Blob] = []
    for line in filter(None, listing.split("\0")):
        meta, path = line.split("\t", 1)
        _, kind, blob = meta.split()[:3]
        if kind == "blob" and not _SKIPPED.search(path):
            found.append((path, blob))
    return found


def _some(blobs: list[Blob], limit: int, chance: Random) -> list[str]:
    return [blob for _, blob in chance.sample(blobs, min(limit, len(blobs)))]


def _contents(repository: Path, blobs: list[str], longest: int = 200_000) -> Iterator[str]:
    if not blobs:
        return
    answer = _git(repository, "cat-file", "--batch", given="\n".join(blobs) + "\n")
    at = 0
    while at < len(answer):
        end = answer.index(b"\n", at)
        header, at = answer[at:end].split(), end + 1
        # A partial clone answers "<id> missing" and no content.
        if len(header) < 3:
            continue
        size = int(header[2])
        yield answer[at : at + min(size, longest)].decode("utf-8", "replace")
        at += size + 1


def _git(repository: Path, *command: str, given: str = "") -> bytes:
    # Without this a partial clone would download each missing file on its own.
    environment = os.environ | {"GIT_NO_LAZY_FETCH": "1"}
    done = subprocess.run(
        ["git", "-C", str(repository), *command],
        input=given.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        timeout=300,
    )
    if done.returncode != 0:
        raise RuntimeError(f"git {command[0]} in {repository}: {done.stderr.decode('utf-8', 'replace').strip()}")
    return done.stdout
