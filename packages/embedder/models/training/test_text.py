"""What is collected, and above all what is not."""

import subprocess
import tempfile
import unittest
from pathlib import Path
from random import Random

import collect
import exclusions
import mine
import pairs
import repository
import sentences


class Sentences(unittest.TestCase):
    def test_a_commit_gives_its_subject_and_body_without_number_trailers_and_code(self):
        body = "It raced with the watcher. Now it waits.\n\n```\nawait lock()\n```\n\nSigned-off-by: Someone <a@b.c>"
        found = list(sentences.of_commit("Fix the lock on startup (#12)", body, Random(0)))
        self.assertEqual(found[:3], ["Fix the lock on startup", "It raced with the watcher.", "Now it waits."])
        self.assertFalse(any("Signed-off" in one or "await" in one for one in found))

    def test_a_page_gives_its_prose_without_link_targets(self):
        page = "# Install\n\nSee [the guide](https://example.org/guide) for **more** details."
        self.assertIn("See the guide for more details.", list(sentences.of_page(page, Random(0))))

    def test_a_source_file_gives_its_comments_but_no_licence(self):
        source = "# Copyright the authors.\n\nx = 1\n# Waits until the daemon answers.\n# Then gives up.\n"
        self.assertEqual(list(sentences.of_source(source)), ["Waits until the daemon answers.", "Then gives up."])

    def test_code_and_fragments_are_no_prose(self):
        self.assertTrue(sentences.is_prose("The daemon waits until the socket is free"))
        self.assertFalse(sentences.is_prose("if (a[0] == b[1]) { c = 3; d = 4; e(); }"))
        self.assertFalse(sentences.is_prose("Configuration reference"))


class Exclusions(unittest.TestCase):
    barred = exclusions.exclusions_of(
        ["Components must not import axios; every request goes through the client package.", "fix flaky login test"]
    )

    def test_an_evaluation_text_is_recognised_inside_a_longer_sentence(self):
        told = "We said: components must not import axios, every request goes through the client"
        self.assertTrue(exclusions.is_excluded(told, self.barred))

    def test_a_short_piece_of_an_evaluation_text_is_recognised(self):
        self.assertTrue(exclusions.is_excluded("Components must not import axios", self.barred))
        self.assertTrue(exclusions.is_excluded("Fix: flaky login test!", self.barred))

    def test_other_sentences_pass(self):
        self.assertFalse(exclusions.is_excluded("Components may import axios where they like", self.barred))


class Pairs(unittest.TestCase):
    def test_a_subject_stands_beside_its_body(self):
        message = ("Stop two daemons at once", "The lock file was checked too late.")
        self.assertEqual(list(pairs.of_commit_message(*message, Random(0))), [message])

    def test_a_subject_without_a_body_is_no_pair(self):
        self.assertEqual(list(pairs.of_commit_message("Stop two daemons at once", "", Random(0))), [])

    def test_a_heading_stands_beside_its_first_paragraph_and_not_the_next(self):
        page = "# Guide\n\n## Slow starts\n\n```\nx\n```\n\nThe cache is cold at first.\n\nThen another one follows.\n"
        found = list(pairs.of_headings(page, Random(0)))
        self.assertEqual([right for _, right in found], ["The cache is cold at first."])
        self.assertTrue(found[0][0].endswith("Slow starts"))

    def test_a_function_stands_beside_what_is_said_about_it(self):
        source = 'def drop_old_rows(days):\n    """Deletes what nobody has read for a while."""\n'
        wanted = ("drop old rows", "Deletes what nobody has read for a while.")
        self.assertEqual(list(pairs.of_documented(source, Random(0))), [wanted])

    def test_a_pair_in_other_words_always_counts_and_a_repeated_sentence_seldom(self):
        told = "The lock file was checked too late, so both processes wrote to it."
        other, same = ("Stop two daemons starting together", told), ("The lock file was checked too late", told)
        self.assertTrue(all(pairs.is_telling(other, Random(seed)) for seed in range(100)))
        self.assertLess(sum(pairs.is_telling(same, Random(seed)) for seed in range(100)), 40)

    def test_a_pair_goes_when_either_side_is_measured_on(self):
        barred = exclusions.exclusions_of(["the cache is cold at first and warms up slowly"])
        asked = ("Slow starts in the morning", "The cache is cold at first and warms up slowly.")
        other = ("Slow starts in the morning", "The index is read from the disk and not from memory.")
        self.assertEqual(mine.usable([asked, asked[::-1], other], barred, Random(0), 10), [other])


class Repositories(unittest.TestCase):
    def test_commits_pages_and_comments_of_a_real_repository_are_read_and_its_evaluated_commit_is_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "guide.md").write_text("The server keeps one file per project.\n")
            (root / "main.py").write_text("# Opens the store and waits for the lock.\nx = 1\n")
            git(root, "init", "-q")
            git(root, "add", ".")
            commit(root, "Keep one file per project folder", "Two processes fought over it before.")
            commit(root, "Never measure on this subject", "The body would tell it.")
            barred = exclusions.exclusions_of(["Never measure on this subject"])
            options = collect.argparse.Namespace(seed=0, log=10, pages=10, sources=10)
            _, commits, docs = collect.gather_repository(root, barred, options)
        self.assertEqual(commits, ["Keep one file per project folder", "Two processes fought over it before."])
        self.assertEqual(docs, ["The server keeps one file per project.", "Opens the store and waits for the lock."])

    def test_a_folder_that_is_no_repository_says_so(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(RuntimeError, "git log"):
            list(repository.commits(Path(folder), 10, Random(0)))


def commit(root: Path, subject: str, body: str) -> None:
    git(root, "commit", "-q", "--allow-empty", "-m", subject, "-m", body)


def git(root: Path, *command: str) -> None:
    person = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *person, *command], cwd=root, check=True, capture_output=True)


if __name__ == "__main__":
    unittest.main()
