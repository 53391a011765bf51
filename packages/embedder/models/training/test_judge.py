"""The models of judgement: what they read, how they are measured and calibrated, and their files."""

import json
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

import numpy as np

import calibrate
import export_judge
from precision import pair_precision, span_precision
from prepare_teacher import renamed
from read_onnx import read_onnx
from relations import Pair, domain_folds, read_pairs
from statements import MAX_WINDOW, Example, Label, Window, cut_windows, folds_of, read_examples
from tensorfile import read_tensors, write_tensors
from test_model import SHAPE, made_up, needs_torch
from weights import dequantise, load_weights, quantise

try:
    import torch

    from judge import Course, RelationReader, StatementReader, train
    from statement_batches import batch_of, log_odds, statement_batches, targets_of, teacher_loss
except ImportError:
    torch = None

FOLDER = Path(__file__).parent
NORMS = ("n.weight", "n1.weight", "n2.weight")
RULE = Label("rule", "project", False)


def example(name: str, repo: str = "one", labels: tuple = (None, RULE), covers: tuple = ((1,),)) -> Example:
    sentences = [f"Sentence {i} of it." for i in range(len(labels))]
    return Example(name, repo, sentences, [*labels], [dict.fromkeys(calibrate.EVIDENCE, 0.0)] * len(labels), [[*each] for each in covers], False, False, 40)


class Windows(unittest.TestCase):
    def test_short_sentences_are_read_together_and_found_where_they_stand(self):
        [(ids, places)] = cut_windows([[5, 6], [7], [8, 9, 10]])
        self.assertEqual(ids, [5, 6, 7, 8, 9, 10])
        self.assertEqual(places, [(0, 1, 3), (1, 3, 4), (2, 4, 7)])

    def test_the_sentence_before_is_read_again_and_not_judged_again(self):
        first, second, third = [1] * 100, [2] * 79, [3] * 90
        windows = cut_windows([first, second, third])
        self.assertEqual([ids for ids, _ in windows], [first + second, second + third])
        self.assertEqual([places for _, places in windows], [[(0, 1, 101), (1, 101, 180)], [(2, 80, 170)]])

    def test_a_window_has_no_more_tokens_than_it_may_and_every_sentence_is_in_one(self):
        rng = np.random.default_rng(0)
        sentences = [[i] * int(rng.integers(1, 121)) for i in range(200)]
        windows = cut_windows(sentences)
        self.assertTrue(all(len(ids) <= MAX_WINDOW for ids, _ in windows))
        judged = {number: ids[start - 1 : end - 1] for ids, places in windows for number, start, end in places}
        self.assertEqual([judged[i] for i in range(200)], sentences)

    def test_nothing_said_is_no_window(self):
        self.assertEqual(cut_windows([]), [])


class Data(unittest.TestCase):
    def test_folds_have_all_prompts_once_and_no_repository_twice(self):
        examples = [example(str(i), repo=f"repo {i * i % 7}") for i in range(60)]
        folds = folds_of(examples, 3)
        self.assertEqual(sorted(i for fold in folds for i in fold), list(range(60)))
        repositories = [{examples[i].repo for i in fold} for fold in folds]
        self.assertEqual(sum(map(len, repositories)), len(set.union(*repositories)))
        pairs = [Pair("a", "b", "repeats", f"domain {i % 5}") for i in range(20)]
        self.assertEqual([{pairs[i].domain for i in fold} for fold in domain_folds(pairs, 5)][0], {"domain 0"})

    def test_a_line_that_is_not_an_example_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "some.jsonl")
            line = {**example("a").__dict__, "labels": [None, {"kind": "wish", "holds": "project", "replaces": False}]}
            path.write_text(json.dumps(line) + "\n")
            with self.assertRaisesRegex(SystemExit, "some.jsonl:1 .*'wish'"):
                read_examples([path])
            path.write_text(json.dumps({**line, "labels": [None, RULE.__dict__]}) + "\n")
            self.assertEqual(read_examples([path]), [example("a")])

    def test_the_pairs_made_for_this_project_can_be_read_and_none_is_there_twice(self):
        pairs = read_pairs([FOLDER / "relations" / "pairs.jsonl"])
        self.assertEqual(len(pairs), 3581)
        self.assertEqual(len({(pair.old, pair.new) for pair in pairs}), len(pairs))

    def test_the_prompts_made_for_this_project_have_what_is_quoted_of_them(self):
        for name, count in (("made", 1180), ("short", 600), ("agents", 500)):
            lines = (FOLDER / "statements" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
            prompts = [json.loads(line) for line in lines]
            self.assertEqual(len(prompts), count)
            for prompt in prompts:
                for span in prompt["spans"]:
                    self.assertIn(span["quote"], prompt[span["from"]])


class Precision(unittest.TestCase):
    def test_recall_counts_spans_and_precision_counts_sentences(self):
        covers = {0: [[0, 1]], 1: [[2]], 2: []}
        figures = span_precision(covers, {(0, 0): 4, (0, 1): 3, (2, 0): 2, (1, 2): 1, (9, 0): 5})
        self.assertEqual((figures["P@50%"], figures["P@60%"]), (100, 75))
        self.assertAlmostEqual(figures["AP"], 100 * (0.5 * 1 + 0.5 * 3 / 4))

    def test_a_span_in_no_sentence_is_never_found(self):
        figures = span_precision({0: [[0], []]}, {(0, 0): 1.0})
        self.assertEqual((figures["AP"], "P@60%" in figures), (50, False))

    def test_pairs_are_measured_at_a_recall_or_beyond(self):
        right = np.array([True, False, True, True, False])
        figures = pair_precision(np.array([5.0, 4, 3, 2, 1]), right)
        self.assertEqual((figures["P@30%"], figures["P@60%"], figures["P@80%"]), (100, 75, 75))


class Calibration(unittest.TestCase):
    def test_known_weights_are_found_again(self):
        rng = np.random.default_rng(0)
        weights = np.array([0.5, 0.8, 0.6, 0.3, 0.1, -0.4, 0.5, -0.2, -0.4, -0.3, -0.4, 0.2])
        evidence = rng.normal(1, 2, (60_000, len(weights)))
        kept = rng.random(len(evidence)) < calibrate.probabilities(evidence, -1.5, weights)
        start, found = calibrate.fit(evidence, kept.astype(float))
        self.assertTrue(np.allclose([start, *found], [-1.5, *weights], atol=0.06), (start, found))

    def test_what_is_known_of_a_sentence_is_what_the_product_knows(self):
        known = {name: float(i) for i, name in enumerate(calibrate.EVIDENCE)}
        asked = replace(example("a"), evidence=[known, known])
        self.assertEqual(calibrate.evidence_of(asked, 1, -2.5), [-2.5, *range(1, len(calibrate.EVIDENCE))])

    def test_a_repository_is_judged_by_weights_that_did_not_see_it(self):
        examples = [example(str(i), repo=f"repo {i % 5}") for i in range(50)]
        scores = [(str(i), sentence, float(sentence)) for i in range(50) for sentence in (0, 1)]
        readings = calibrate.readings_of(examples, scores)
        of_one = np.array([examples[prompt].repo == "repo 0" for prompt, _ in readings.places])
        turned = replace(readings, kept=np.where(of_one, 1 - readings.kept, readings.kept))
        before, after = (calibrate.left_out_probabilities(each, 5) for each in (readings, turned))
        self.assertTrue(np.allclose(before[of_one], after[of_one]))
        self.assertFalse(np.allclose(before[~of_one], after[~of_one]))

    def test_weights_are_printed_as_the_product_has_them(self):
        text = calibrate.in_typescript(0.6917, np.arange(len(calibrate.EVIDENCE)) / 8)
        self.assertIn("  keep: 0.000,\n  strong: 0.125,\n", text)
        self.assertTrue(text.endswith("const START = 0.692;"))


class Onnx(unittest.TestCase):
    def test_the_weights_of_a_bert_are_read_and_its_nameless_matrices_take_the_names_of_their_layers(self):
        bert = {
            "embeddings.word_embeddings.weight": (9, 4),
            "embeddings.position_embeddings.weight": (6, 4),
            "embeddings.token_type_embeddings.weight": (2, 4),
            "embeddings.LayerNorm.weight": (4,),
            "embeddings.LayerNorm.bias": (4,),
        }
        layer = {"attention.self.query": (4, 4), "attention.self.key": (4, 4), "attention.self.value": (4, 4)}
        layer |= {"attention.output.dense": (4, 4), "attention.output.LayerNorm": (4,), "intermediate.dense": (8, 4)}
        layer |= {"output.dense": (4, 8), "output.LayerNorm": (4,)}
        for name, size in layer.items():
            bert[f"encoder.layer.0.{name}.weight"] = size
            bert[f"encoder.layer.0.{name}.bias"] = size[:1]
        rng = np.random.default_rng(0)
        weights = {name: rng.normal(size=size).astype(np.float32) for name, size in bert.items()}
        found = read_onnx(onnx_file(weights))
        self.assertEqual(set(found), set(weights))
        self.assertTrue(all(np.array_equal(found[name], weights[name]) for name in weights))
        self.assertEqual(renamed(found, 1)["ls.0.qkv.weight"].shape, (12, 4))

    def test_what_is_not_onnx_is_refused(self):
        with self.assertRaisesRegex(ValueError, "not an ONNX file"):
            read_onnx(b"{}")


class Export(unittest.TestCase):
    heads = {"keep.weight": np.ones((1, 24), np.float32), "keep.bias": np.full(1, 0.1, np.float32)}

    def test_a_model_comes_back_from_its_file_and_its_heads_are_not_rounded(self):
        trained = made_up() | self.heads
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "one.safetensors")
            about = export_judge.about_model("one", SHAPE, trained, None)
            write_tensors(path, export_judge.published(trained, with_tables=True), about)
            back, shape = load_weights(path)
            metadata = read_tensors(path)[1]
        self.assertEqual(shape, SHAPE)
        self.assertEqual(list(back), list(trained))
        wanted = dequantise(quantise(made_up())) | self.heads
        self.assertTrue(all(np.array_equal(back[name], wanted[name]) for name in wanted))
        self.assertEqual(metadata["heads_on_top"], "keep: log odds that a sentence is worth keeping")
        self.assertNotIn("pooling", metadata)

    def test_borrowed_tables_are_left_out_and_must_be_the_same(self):
        small = export_judge.published(made_up() | self.heads, with_tables=False)
        self.assertFalse([name for name in small if name.startswith(("we.", "pe."))])
        export_judge.require_same_tables(made_up(), made_up())
        with self.assertRaisesRegex(SystemExit, "we.weight"):
            export_judge.require_same_tables(made_up(), made_up(seed=1))

    def test_an_embedder_is_not_a_model_of_judgement(self):
        with self.assertRaisesRegex(SystemExit, "export.py"):
            export_judge.published(made_up(), with_tables=True)


@needs_torch
class Readers(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(0)
        self.device = torch.device("cpu")
        # Norms as models begin with them; made-up ones let too little through to be trained in a moment.
        norms = {name: np.ones_like(tensor) for name, tensor in made_up().items() if name.endswith(NORMS)}
        self.start = (made_up() | norms, SHAPE)

    def test_a_sentence_is_the_mean_of_its_tokens_and_padding_changes_no_score(self):
        reader = StatementReader(self.start, self.device).eval()
        windows = [Window(0, [1, 7, 8, 9, 2], [(0, 1, 3), (1, 3, 4)]), Window(1, [1, 5, 2], [(0, 1, 2)])]
        batch = batch_of(windows, self.device)
        with torch.no_grad():
            states = reader.states(batch.ids, batch.mask)
            pooled = reader.pool(states, batch.ranges)
        self.assertTrue(torch.allclose(pooled[0], states[0, 1:3].mean(0), atol=1e-5))
        alone = log_odds(reader, windows[1:], self.device)[1, 0]
        self.assertAlmostEqual(log_odds(reader, windows, self.device)[1, 0], alone, places=4)

    def test_training_finds_the_word_that_matters_and_leaves_the_tables_alone(self):
        others = np.random.default_rng(0).integers(9, 50, (64, 3)).tolist()
        examples = [example(str(i), labels=(RULE if i % 2 else None, None)) for i in range(64)]
        windows = [Window(i, [1, 7 + i % 2, *others[i], 2], [(0, 1, 3), (1, 3, 5)]) for i in range(64)]
        reader = StatementReader(self.start, self.device)
        train(
            reader,
            Course(epochs=30, rate=3e-3, batch=16, warmup=0.1),
            len(windows),
            lambda chance: statement_batches(windows, 16, self.device, chance),
            lambda reader, batch: teacher_loss(examples, reader, batch),
        )
        scores = log_odds(reader, windows, self.device)
        self.assertGreater(min(scores[i, 0] for i in range(1, 64, 2)), max(scores[i, 0] for i in range(0, 64, 2)))
        weights, before = reader.weights("keep"), self.start[0]
        self.assertTrue(all(np.array_equal(weights[name], before[name]) for name in ("we.weight", "pe.weight")))
        self.assertFalse(np.array_equal(weights["ls.0.o.weight"], before["ls.0.o.weight"]))
        self.assertEqual(weights["keep.weight"].shape, (1, 24))

    def test_a_target_is_between_label_and_teachers_where_there_is_a_label(self):
        examples = [example("a"), replace(example("b"), unsure=True), example("c", labels=(None, None))]
        windows = [Window(i, [1, 5, 6, 2], [(0, 1, 2), (1, 2, 3)]) for i in range(3)]
        taught = {(prompt, number): 0.4 for prompt in range(3) for number in range(2)}
        targets = targets_of(examples, windows, taught, labelled=2)
        self.assertTrue(np.allclose([*targets.values()], [0.2, 0.7, 0.2, 0.6, 0.4, 0.4]))

    def test_a_pair_is_read_from_its_two_sides_whatever_is_padded(self):
        reader = RelationReader(self.start, self.device).eval()
        pair, cut = torch.tensor([[1, 7, 8, 2, 9, 2]]), torch.tensor([4])
        padded = torch.cat([pair, torch.zeros(1, 3, dtype=torch.long)], 1)
        with torch.no_grad():
            plain = reader(pair, torch.ones_like(pair, dtype=torch.bool), cut)
            wide = reader(padded, torch.arange(9)[None] < 6, cut)
            states = reader.states(pair, torch.ones_like(pair, dtype=torch.bool))[0]
            wanted = reader.rel(torch.cat([states[0], states[:4].mean(0), states[4:].mean(0)]))
        self.assertTrue(torch.allclose(plain, wide, atol=1e-5))
        self.assertTrue(torch.allclose(plain[0], wanted, atol=1e-5))


def onnx_file(weights: dict[str, np.ndarray]) -> bytes:
    """A file as PyTorch exports it: matrices of layers transposed, numbered, and multiplied by a node of their name."""
    graph = b""
    for number, (name, tensor) in enumerate(weights.items()):
        if name.startswith("encoder.") and tensor.ndim == 2:
            node = "/" + name.removesuffix(".weight").replace(".", "/").replace("layer/", "layer.") + "/MatMul"
            name, tensor = f"onnx::MatMul_{number}", tensor.T
            inputs = field(1, b"input") + field(1, name.encode())
            graph += field(1, inputs + field(3, node.encode()) + field(4, b"MatMul"))
        graph += onnx_tensor(name, tensor, kind=1)
    graph += onnx_tensor("shape", np.array([1, 2], dtype=np.int64), kind=7)
    return varint(1 << 3) + varint(8) + field(7, graph)


def onnx_tensor(name: str, tensor: np.ndarray, kind: int) -> bytes:
    sizes = b"".join(varint(1 << 3) + varint(size) for size in tensor.shape)
    return field(5, sizes + varint(2 << 3) + varint(kind) + field(8, name.encode()) + field(9, tensor.tobytes()))


def field(number: int, data: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(data)) + data


def varint(value: int) -> bytes:
    groups = [value & 127]
    while value := value >> 7:
        groups.append(value & 127)
    return bytes([*(group | 128 for group in groups[:-1]), groups[-1]])


if __name__ == "__main__":
    unittest.main()
