import base64
import json
import tempfile
import unittest
from pathlib import Path

import numpy as np

from train_settledness import SETTLED, WIDTH, average_precision, inputs, read_talks, softmax, spread, train


def example(seed: int) -> dict:
    """A talk whose settled messages have a vector that points one way."""
    made = np.random.default_rng(seed)
    labels = [0, -1, 1, 0]
    vectors = [made.normal(size=WIDTH).astype(np.float32) / 20 for _ in labels]
    vectors[2][0] += 1
    return {
        "id": f"t{seed}",
        "group": f"t{seed}",
        "kind": "made",
        "labels": labels,
        "speakers": ["person", "agent", "person", "agent"],
        "facts": [[float(i == 1)] + [0.0] * 8 + [1.0] + [0.0] * 19 for i in range(4)],
        "neighbors": [{"after": 1}, {"before": 0, "after": 2}, {"before": 1, "after": 3}, {"before": 2}],
        "vectors": [base64.b64encode(vector.tobytes()).decode() for vector in vectors],
    }


class SettlednessTest(unittest.TestCase):
    def setUp(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "examples.jsonl"
            path.write_text("\n".join(json.dumps(example(seed)) for seed in range(60)))
            self.talks = read_talks(path)
        self.model = train(self.talks, np.ones(len(self.talks.labels), bool), 1e-3)

    def test_learns_which_messages_are_settled(self) -> None:
        persons = self.talks.person
        rows = inputs(self.model, self.talks.vectors[persons], self.talks.facts[persons])
        weights, start = self.model.heads[True]
        settled = softmax(rows @ weights + start)[:, SETTLED]
        self.assertGreater(average_precision(settled, self.talks.labels[persons] == SETTLED), 0.9)

    def test_spread_weights_give_the_same_odds(self) -> None:
        tensors = spread(self.model)
        weights, start = self.model.heads[False]
        small = inputs(self.model, self.talks.vectors[:5], self.talks.facts[:5]) @ weights + start
        whole = np.concatenate([self.talks.vectors[:5].reshape(5, -1), self.talks.facts[:5]], axis=1)
        np.testing.assert_allclose(whole @ tensors["agent.weight"].T + tensors["agent.bias"], small, atol=1e-3)


if __name__ == "__main__":
    unittest.main()
