"""Writes a trained model of judgement as the file our runtime reads: NAME.int8.safetensors.

The encoder's matrices are int8 rows with a scale each, its vectors float16, the heads on top float32. With --words the
file has no word and position tables: the runtime reads those of the model that is named there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from export import metadata
from relations import RELATIONS
from statements import HOLDS, KINDS
from tensorfile import Tensors, read_tensors, write_tensors
from weights import Shape, load_weights, quantise

MAX_POSITIONS = 256
TABLES = ("we.weight", "pe.weight")
HEADS = {
    "keep": "keep: log odds that a sentence is worth keeping",
    "kind": f"kind: {', '.join(KINDS)}",
    "holds": f"holds: {', '.join(HOLDS)}",
    "rel": f"rel over [CLS], the mean of the old statement and that of the new: {', '.join(RELATIONS)}",
}


def main() -> None:
    args = arguments()
    tensors, shape = load_weights(args.trained)
    words = read_tensors(args.words)[1]["model"] if args.words else None
    if args.words:
        require_same_tables(tensors, load_weights(args.words)[0])
    about = about_model(args.name, shape, tensors, words)
    args.out.mkdir(parents=True, exist_ok=True)
    path = args.out / f"{args.name}.int8.safetensors"
    write_tensors(path, published(tensors, with_tables=words is None), about)
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


def published(tensors: Tensors, with_tables: bool) -> Tensors:
    """The tensors of the file: encoder first, heads last."""
    encoder = {name: tensor for name, tensor in tensors.items() if name.split(".")[0] not in HEADS}
    heads = {name: tensor for name, tensor in tensors.items() if name not in encoder}
    if not heads:
        raise SystemExit(f"There is none of the heads {', '.join(HEADS)}: export.py writes embedders.")
    encoder["pe.weight"] = encoder["pe.weight"][:MAX_POSITIONS]
    if not with_tables:
        encoder = {name: tensor for name, tensor in encoder.items() if name not in TABLES}
    return quantise(encoder) | {name: tensor.astype(np.float32) for name, tensor in heads.items()}


def about_model(name: str, shape: Shape, tensors: Tensors, words: str | None) -> dict[str, str]:
    """What a runtime needs to know. How an embedder pools does not hold here."""
    about = metadata(name, shape, len(tensors["we.weight"]))
    about = {key: value for key, value in about.items() if key not in ("pooling", "normalize")}
    if words:
        about["words"] = words
    heads = (meaning for head, meaning in HEADS.items() if f"{head}.weight" in tensors)
    return about | {"heads_on_top": "; ".join(heads)}


def require_same_tables(tensors: Tensors, words: Tensors) -> None:
    """A model that borrows tables must have been trained on them exactly as they are."""
    for name in TABLES:
        if not np.array_equal(tensors[name], words[name]):
            raise SystemExit(f"{name} is not the one of --words: the model was trained with other tables.")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trained", type=Path, help="statements.npz or relations.npz")
    parser.add_argument("--name", required=True, help="what the model will be called, for example squirrel-statements")
    parser.add_argument("--words", type=Path, help="published model whose tables it shares (default: it has its own)")
    parser.add_argument("--out", type=Path, required=True, help="folder for the file")
    return parser.parse_args()


if __name__ == "__main__":
    main()
