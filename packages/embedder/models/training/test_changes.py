"""Tests of the pairs in which people change what they decided."""

import unittest
from random import Random

from make_changes import HERE, Fact, pairs_of, rows


class Changes(unittest.TestCase):
    def setUp(self) -> None:
        self.facts = [Fact(*line) for line in rows(HERE / "facts.tsv")]

    def test_every_fact_can_be_said_of_its_subject_and_of_its_sibling(self) -> None:
        for fact in self.facts:
            for frame in (fact.frame, fact.other):
                self.assertIn(fact.subject, fact.says(frame, fact.first))
                self.assertIn(fact.sibling, fact.says(frame, fact.first, fact.sibling))
                self.assertIn(fact.second, fact.says(frame, fact.second))

    def test_a_pair_never_has_the_same_text_twice(self) -> None:
        for fact in self.facts:
            for pair in pairs_of(fact, self.facts, Random(0)):
                self.assertNotEqual(pair["old"].strip(".").lower(), pair["new"].strip(".").lower(), pair)

    def test_the_same_seed_gives_the_same_pairs(self) -> None:
        first, second = (pairs_of(self.facts[0], self.facts, Random(1)) for _ in range(2))
        self.assertEqual(first, second)


if __name__ == "__main__":
    unittest.main()
