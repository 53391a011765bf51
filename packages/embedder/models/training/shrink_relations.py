"""Teaches small relation models what the large one says, on near pairs without a label.

The large model (twelve layers, tables of its own) reads pairs of statements; each student keeps some of its layers, with a
narrower feed-forward, on the word and position tables of the embedder, which its file then does not have. Pairs are
texts and their nearest neighbors by the embedder, which is what the product asks about, and some that are far apart.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from distil import half_precision, schedule
from encoder import embed_texts, encoder_of, load_tokenizer
from judge import RelationReader
from precision import in_words
from relations import MAX_STATEMENT, RELATIONS, read_pairs, tokens_of
from tensorfile import Tensors
from train import best_device, clock, student_option, tables_of
from train_relations import probabilities, report
from weights import Shape, cut_student, dequantise, load_weights, quantise, save_weights

HELD_OUT = 0.04
NEIGHBORS = 12
FAR = 0.1
REPLACES, REPEATS = RELATIONS.index("replaces"), RELATIONS.index("repeats")


@dataclass(frozen=True)
class Texts:
    """Statements as rows of token ids, with their lengths and their nearest neighbors."""

    ids: Tensor
    lengths: Tensor
    near: Tensor
    cls: int
    sep: int


def main() -> None:
    args = arguments()
    say = clock()
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    device = torch.device(args.device or best_device())
    tokenizer = load_tokenizer(str(args.tokenizer))
    args.out.mkdir(parents=True, exist_ok=True)

    large, shape = load_weights(args.teacher)
    teacher = reader_of(large, shape, device)
    embedder = encoder_of(*load_weights(args.words), device).eval()
    stated = statements_of(args.pairs)
    statements = list(dict.fromkeys(stated + statements_of(args.texts)))
    texts = texts_of(statements, tokenizer, embedder)
    held = torch.rand(len(statements), device=device) < HELD_OUT
    training, kept = (torch.nonzero(side).flatten() for side in (~held, held))
    stated_training = training[training < len(stated)]
    say(f"{len(statements)} statements, {len(kept)} of them held out")

    tables = tables_of(args.words)
    cuts = {name: cut_student(large, shape, layers, ffn) for name, layers, ffn in args.student}
    students = {name: reader_of(some | tables, cut, device) for name, (some, cut) in cuts.items()}
    optimisers = {name: optimiser_of(student, args.rate) for name, student in students.items()}
    exam = [pairs_of(texts, some, held) for some in kept.split(256)]

    started = time.monotonic()
    step = 0
    while (progress := (time.monotonic() - started) / (60 * args.minutes)) < 1:
        for optimiser in optimisers.values():
            optimiser.param_groups[0]["lr"] = args.rate * schedule(step, progress, 300)
        chosen = torch.cat([
            some[torch.randint(len(some), (args.batch * share,), device=device)]
            for some, share in ((stated_training, 3), (training, 5))
        ])
        old, new = pairs_of(texts, chosen, ~held)
        order = (texts.lengths[old] + texts.lengths[new]).argsort().view(8, -1)
        for part in order[torch.randperm(8, device=device)]:
            read = composed(texts, old[part], new[part])
            with torch.no_grad(), half_precision(device):
                states = teacher.encoder(*read[:2])[0]
                target = on_top(teacher, states, *read[1:]).softmax(-1)
            for name, student in students.items():
                student.train()
                with half_precision(device):
                    own = student.encoder(*read[:2])[0]
                terms = losses(student, own, states, target, *read[1:])
                optimisers[name].zero_grad(set_to_none=True)
                sum(terms).backward()
                torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
                optimisers[name].step()
                if step % 400 == 0:
                    told = ", ".join(f"{term.item():.4f}" for term in terms)
                    say(f"step {step}, {progress:.0%}, {name}: {told}")
            step += 1
    say(f"{step} steps of {args.batch} pairs")

    dev = tokens_of(read_pairs(args.dev), tokenizer)
    say(f"teacher: {in_words(report(probabilities(teacher, dev, device), dev))}")
    results = {}
    for name, student in students.items():
        student.eval()
        weights, cut = student.weights("rel"), cuts[name][1]
        save_weights(args.out / f"{name}.npz", weights, cut)
        for kind, reader in (("float", student), ("int8", reader_of(published(weights), cut, device))):
            found = {**agreement(teacher, reader, texts, exam), **report(probabilities(reader, dev, device), dev)}
            results[f"{name} {kind}"] = found
            say(f"{name} {kind}: {json.dumps({key: round(float(value), 4) for key, value in found.items()})}")
    (args.out / "results.json").write_text(json.dumps({"steps": step, "results": results}, indent=1) + "\n")


def reader_of(tensors: Tensors, shape: Shape, device: torch.device) -> RelationReader:
    """A reader with its head, ready to read."""
    body = {name: tensor for name, tensor in tensors.items() if not name.startswith("rel.")}
    reader = RelationReader((body, shape), device)
    reader.rel.load_state_dict({name: torch.tensor(tensors[f"rel.{name}"]) for name in ("weight", "bias")})
    return reader.eval()


def published(weights: Tensors) -> Tensors:
    """The weights as the published file has them: the head is not rounded."""
    heads = {name: tensor for name, tensor in weights.items() if name.startswith("rel.")}
    return dequantise(quantise({name: tensor for name, tensor in weights.items() if name not in heads})) | heads


def on_top(reader: RelationReader, states: Tensor, mask: Tensor, cut: Tensor) -> Tensor:
    """What the head says of states that were read already."""
    is_new = torch.arange(mask.shape[1], device=mask.device)[None] >= cut[:, None]
    old, new = ((mask & side)[..., None].float() for side in (~is_new, is_new))
    means = [(states * side).sum(1) / side.sum(1) for side in (old, new)]
    return reader.rel(torch.cat([states[:, 0], *means], 1))


def losses(student: RelationReader, own: Tensor, states: Tensor, target: Tensor, mask: Tensor, cut: Tensor) -> list[Tensor]:
    """How far its relations are from the teacher's, and its last states, relative to their size."""
    kept = mask[..., None].float()
    relation = F.kl_div(on_top(student, own, mask, cut).log_softmax(-1), target, reduction="batchmean")
    return [relation, ((own - states) * kept).pow(2).sum() / (states.pow(2) * kept).sum()]


def optimiser_of(student: RelationReader, rate: float) -> torch.optim.Optimizer:
    trained = [each for each in student.parameters() if each.requires_grad]
    return torch.optim.AdamW(trained, lr=rate, betas=(0.9, 0.98), weight_decay=0.01, fused=trained[0].is_cuda)


def statements_of(paths: list[Path]) -> list[str]:
    """Every text of JSON lines (old, new, say, quote, text, prompt) and of lines of text, once."""
    found: dict[str, None] = {}
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            if path.suffix != ".jsonl":
                found[line.split("\t")[-1].strip()] = None
                continue
            item = json.loads(line)
            spans = [span[key] for span in item.get("spans", []) for key in ("say", "quote") if span.get(key)]
            for text in [*(item[key] for key in ("old", "new", "text") if key in item), *spans]:
                found[text.strip()] = None
    return [text for text in found if len(text) > 12]


def texts_of(statements: list[str], tokenizer, embedder) -> Texts:
    device = embedder.we.weight.device
    encoded = [one.ids[:MAX_STATEMENT] for one in tokenizer.encode_batch(statements, add_special_tokens=False)]
    ids = torch.zeros(len(statements), MAX_STATEMENT, dtype=torch.long)
    for row, tokens in enumerate(encoded):
        ids[row, : len(tokens)] = torch.tensor(tokens)
    lengths = torch.tensor([len(tokens) for tokens in encoded])
    vectors = embed_texts(embedder, tokenizer, statements).half()
    near = torch.cat([(some @ vectors.T).topk(NEIGHBORS + 1).indices[:, 1:] for some in vectors.split(2048)])
    marks = (tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]"))
    return Texts(ids.to(device), lengths.to(device), near, *marks)


def pairs_of(texts: Texts, chosen: Tensor, allowed: Tensor) -> tuple[Tensor, Tensor]:
    """Each chosen statement with a near one, in either order; some with any other."""
    size, device = chosen.shape, chosen.device
    nth = (torch.rand(size, device=device) ** 2 * NEIGHBORS).long()
    other = texts.near[chosen, nth]
    far = torch.rand(size, device=device) < FAR
    other = torch.where(far, torch.randint(len(allowed), size, device=device), other)
    # A held-out statement is read with any; one to train on only with others to train on.
    other = torch.where(allowed[other] | ~allowed[chosen], other, chosen.roll(1))
    swap = torch.rand(size, device=device) < 0.5
    return torch.where(swap, chosen, other), torch.where(swap, other, chosen)


def composed(texts: Texts, old: Tensor, new: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """[CLS] old [SEP] new [SEP] as rows, their mask, and where the new statement begins."""
    first, second = texts.lengths[old][:, None], texts.lengths[new][:, None]
    place = torch.arange(int((first + second).max()) + 3, device=old.device)[None]
    last = MAX_STATEMENT - 1
    from_old = texts.ids[old].gather(1, (place - 1).clamp(0, last).expand(len(old), -1))
    from_new = texts.ids[new].gather(1, (place - first - 2).clamp(0, last))
    ids = torch.where(place <= first, from_old, from_new)
    ids = torch.where(place == 0, texts.cls, ids)
    ids = torch.where((place == first + 1) | (place == first + second + 2), texts.sep, ids)
    mask = place < first + second + 3
    return ids * mask, mask, first[:, 0] + 2


@torch.no_grad()
def agreement(teacher: RelationReader, student: RelationReader, texts: Texts, exam: list[tuple[Tensor, Tensor]]) -> dict[str, float]:
    """On statements that were held out: the distance, the same relation, and both at the bars of the product."""
    said = [[on_top(one, one.encoder(*read[:2])[0], *read[1:]).softmax(-1) for one in (teacher, student)]
            for read in (composed(texts, *pair) for pair in exam)]
    theirs, own = (torch.cat(some) for some in zip(*said, strict=True))
    figures = {
        "kl": (theirs * (theirs.log() - own.log())).sum(-1).mean().item(),
        "same relation": 100 * (theirs.argmax(-1) == own.argmax(-1)).float().mean().item(),
    }
    for name, column in (("replaces", REPLACES), ("repeats", REPEATS)):
        for bar in (0.5, 0.8):
            one, other = theirs[:, column] >= bar, own[:, column] >= bar
            figures[f"{name} {bar}: of both"] = 100 * ((one & other).sum() / max(1, (one | other).sum())).item()
    return figures


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--teacher", type=Path, required=True, help="the large model: relations.npz of distil_relations.py")
    parser.add_argument("--words", type=Path, required=True, help="published embedder whose tables the students keep")
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json")
    files = {"type": Path, "nargs": "+", "required": True}
    parser.add_argument("--pairs", **files, help="pairs of statements; three in eight of what is read begin with theirs")
    parser.add_argument("--texts", **files, help="other statements: JSON lines, or a text a line")
    parser.add_argument("--dev", **files, help="labelled pairs that are never trained on")
    parser.add_argument("--student", type=student_option, action="append", required=True, help="NAME=LAYER,LAYER,…:FFN")
    parser.add_argument("--out", type=Path, required=True, help="folder for NAME.npz and results.json")
    parser.add_argument("--minutes", type=float, required=True, help="time for the training itself")
    parser.add_argument("--batch", type=int, default=512, help="pairs a step (%(default)s)")
    parser.add_argument("--rate", type=float, default=4e-4, help="highest learning rate (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="(%(default)s)")
    parser.add_argument("--device", help="cuda, mps or cpu (default: the best there is)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
