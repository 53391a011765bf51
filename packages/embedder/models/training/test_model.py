"""Weights, files and the two encoders, on a model small enough to make up."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

from reference import embed_ids
from tensorfile import Tensors, read_tensors, write_tensors
from weights import Shape, cut_student, dequantise, load_weights, quantise, save_weights

try:
    import torch

    import corpus
    from contrast import contrast, judgement_of
    from encoder import encoder_of
    from losses import lesson_of, losses
    from pair_batches import thin
except ImportError:
    torch = None

SHAPE = Shape(layers=2, hidden=24, ffn=40, heads=3, eps=1e-12)
needs_torch = unittest.skipIf(torch is None, "PyTorch or tokenizers is not installed")


def made_up(shape: Shape = SHAPE, seed: int = 0) -> Tensors:
    rng = np.random.default_rng(seed)
    d, ffn = shape.hidden, shape.ffn
    sizes: dict[str, tuple[int, ...]] = {"we.weight": (50, d), "pe.weight": (16, d), "n.weight": (d,), "n.bias": (d,)}
    for index in range(shape.layers):
        layer = {"qkv": (3 * d, d), "o": (d, d), "n1": (d,), "f1": (ffn, d), "f2": (d, ffn), "n2": (d,)}
        for name, size in layer.items():
            sizes[f"ls.{index}.{name}.weight"] = size
            sizes[f"ls.{index}.{name}.bias"] = size[:1]
    return {name: rng.normal(0, 0.3, size).astype(np.float32) for name, size in sizes.items()}


class Files(unittest.TestCase):
    def test_weights_come_back_from_a_checkpoint_and_from_a_published_file(self):
        weights = made_up()
        with tempfile.TemporaryDirectory() as folder:
            save_weights(Path(folder, "one.npz"), weights, SHAPE)
            back, shape = load_weights(Path(folder, "one.npz"))
            self.assertEqual(shape, SHAPE)
            self.assertTrue(all(np.array_equal(back[name], weights[name]) for name in weights))
            small = quantise(weights)
            write_tensors(Path(folder, "one.safetensors"), small, {"model": "one"})
            read, metadata = read_tensors(Path(folder, "one.safetensors"))
        self.assertEqual(metadata, {"model": "one"})
        self.assertEqual(list(read), list(small))
        self.assertTrue(all(np.array_equal(read[name], small[name]) for name in small))

    def test_int8_rows_are_at_most_half_a_step_off_and_stay_the_same_when_quantised_again(self):
        weights = made_up()
        small = quantise(weights)
        full = dequantise(small)
        step = small["ls.0.f1.weight.s"][:, None]
        self.assertTrue((np.abs(full["ls.0.f1.weight"] - weights["ls.0.f1.weight"]) <= step / 2 + 1e-7).all())
        self.assertTrue(np.array_equal(quantise(full)["ls.0.f1.weight.q"], small["ls.0.f1.weight.q"]))

    def test_a_row_of_zeros_survives(self):
        self.assertTrue(np.array_equal(dequantise(quantise({"x": np.zeros((2, 4))}))["x"], np.zeros((2, 4))))


class Students(unittest.TestCase):
    def test_a_student_of_all_layers_and_full_width_is_its_teacher(self):
        student, shape = cut_student(made_up(), SHAPE, [0, 1], SHAPE.ffn)
        ids = [1, 7, 9, 2]
        self.assertTrue(np.allclose(embed_ids(student, shape, ids), embed_ids(made_up(), SHAPE, ids)))

    def test_a_narrow_student_keeps_the_neurons_that_matter(self):
        teacher = made_up()
        teacher["ls.1.f2.weight"][:, 8:] = 0
        student, shape = cut_student(teacher, SHAPE, [1], 8)
        self.assertEqual(shape, Shape(layers=1, hidden=24, ffn=8, heads=3, eps=1e-12))
        self.assertTrue(np.array_equal(student["ls.0.f1.weight"], teacher["ls.1.f1.weight"][:8]))


@needs_torch
class InTorch(unittest.TestCase):
    def test_both_encoders_agree_and_padding_changes_nothing(self):
        encoder = encoder_of(made_up(), SHAPE, torch.device("cpu"))
        ids = [1, 7, 9, 30, 2]
        padded = torch.tensor([ids + [0] * 3])
        with torch.no_grad():
            vector = encoder(padded, torch.arange(8)[None] < 5)[1][0].numpy()
        self.assertTrue(np.allclose(vector, embed_ids(made_up(), SHAPE, ids), atol=1e-5))

    def test_a_perfect_student_has_no_loss_left(self):
        encoder = encoder_of(made_up(), SHAPE, torch.device("cpu"))
        ids, mask = torch.randint(3, 50, (6, 8)), torch.ones(6, 8, dtype=torch.bool)
        with torch.no_grad():
            answer = encoder(ids, mask)
            terms = losses(lesson_of(*answer), *answer, mask)
        self.assertTrue(all(abs(term.item()) < 1e-5 for term in terms.values()), terms)

    def test_a_batch_is_what_the_spans_say_with_openings_in_front(self):
        spans = corpus.Spans(np.array([2, 5]), np.array([5, 9]), np.array([-1, 1]))
        ids, mask = corpus.token_batch(stream(), spans)
        self.assertEqual(ids.tolist(), [[1, 12, 13, 14, 2, 0, 0, 0], [1, 41, 42, 15, 16, 17, 18, 2]])
        self.assertEqual(mask.sum(1).tolist(), [5, 8])

    def test_texts_never_reach_beyond_their_run_of_neighbours(self):
        rng = np.random.default_rng(0)
        chosen = rng.integers(0, 3, 2000)
        spans = corpus.varied_spans(stream(), chosen, rng)
        self.assertTrue((spans.lengths > 0).all())
        self.assertTrue((spans.end <= np.array([7, 7, 30])[chosen]).all())

    def test_pairs_in_their_places_are_easier_to_find_than_mixed_up_ones(self):
        side = torch.eye(6)
        judged = judgement_of(side, side)
        self.assertLess(contrast(judged, side, side).item(), 0.01)
        self.assertGreater(contrast(judged, side, side.roll(1, 0)).item(), 1)

    def test_texts_that_are_alike_are_not_pushed_apart(self):
        side = torch.eye(6)
        side[1] = side[0]
        self.assertLess(contrast(judgement_of(side, side), side, side).item(), 0.01)

    def test_a_thinned_text_keeps_its_ends_and_the_order_of_its_words(self):
        ids = torch.tensor([[1, 10, 11, 12, 13, 14, 15, 2, 0, 0]]).repeat(200, 1)
        thinned, mask = thin((ids, ids > 0), ids, (1, 2, 0))
        for row, kept in zip(thinned.tolist(), mask.sum(1).tolist(), strict=True):
            self.assertEqual((row[0], row[kept - 1], set(row[kept:]) <= {0}), (1, 2, True))
            self.assertEqual(row[1 : kept - 1], sorted(row[1 : kept - 1]))
        self.assertLess(mask.sum().item(), 200 * 8)


def stream() -> "corpus.Corpus":
    """Three sentences of 4, 3 and 23 tokens; the first two are neighbours."""
    return corpus.Corpus(
        tokens=torch.arange(10, 40),
        starts=np.array([0, 4, 7, 30]),
        run_ends=np.array([2, 2, 3]),
        training=np.arange(3),
        held_out=np.arange(3),
        openings=torch.tensor([[40, 0, 0]] + [[41, 42, 0]] * (len(corpus.OPENINGS) - 1)),
        opening_lengths=np.array([1] + [2] * (len(corpus.OPENINGS) - 1)),
        special=(1, 2, 0),
    )


if __name__ == "__main__":
    unittest.main()
