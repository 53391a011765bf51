"""The weights of an encoder as plain arrays: loading, saving, int8 rows, and the smaller model cut out of a larger one.

Tensors carry the names of the published file wherever they are: `we` and `pe` are the word and position tables, `n` the
norm after them, and `ls.I` a layer with `qkv`, `o`, `n1`, `f1`, `f2`, `n2`. Teacher and students share this shape.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from tensorfile import Tensors, read_tensors


@dataclass(frozen=True)
class Shape:
    """What the arrays alone do not say, and what a runtime must know before it reads them."""

    layers: int
    hidden: int
    ffn: int
    heads: int
    eps: float


def load_weights(path: Path) -> tuple[Tensors, Shape]:
    """Loads a teacher or student from .npz, or a published model from .safetensors, as float32."""
    if path.suffix == ".safetensors":
        tensors, meta = read_tensors(path)
        shape = Shape(**{key: int(meta[key]) for key in ("layers", "hidden", "ffn", "heads")}, eps=float(meta["eps"]))
    else:
        with np.load(path) as file:
            tensors = {name: file[name] for name in file.files if name != "shape"}
            shape = Shape(**json.loads(str(file["shape"])))
    return dequantise(tensors), shape


def save_weights(path: Path, tensors: Tensors, shape: Shape) -> None:
    """Saves weights as they are, with their shape beside them."""
    np.savez(path, shape=np.array(json.dumps(asdict(shape))), **tensors)


def quantise(tensors: Tensors) -> Tensors:
    """Turns every matrix into int8 rows with one scale each, and every vector into float16."""
    small: Tensors = {}
    for name, tensor in tensors.items():
        if tensor.ndim == 2:
            small[f"{name}.q"], small[f"{name}.s"] = quantise_rows(tensor)
        else:
            small[name] = tensor.astype(np.float16)
    return small


def quantise_rows(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Scales each row so that its largest value becomes 127."""
    matrix = matrix.astype(np.float32)
    scale = np.abs(matrix).max(axis=1) / np.float32(127)
    scale[scale == 0] = 1
    return np.rint(matrix / scale[:, None]).astype(np.int8), scale


def dequantise(tensors: Tensors) -> Tensors:
    """Gives back float32 values, whichever of the tensors were int8 rows."""
    full: Tensors = {}
    for name, tensor in tensors.items():
        if name.endswith(".s"):
            continue
        if name.endswith(".q"):
            name = name.removesuffix(".q")
            full[name] = tensor.astype(np.float32) * tensors[f"{name}.s"].astype(np.float32)[:, None]
        else:
            full[name] = tensor.astype(np.float32)
    return full


def cut_student(teacher: Tensors, shape: Shape, layers: list[int], ffn: int) -> tuple[Tensors, Shape]:
    """Starts a student from some of the teacher's layers and, in each, its strongest feed-forward neurons."""
    student = {name: tensor for name, tensor in teacher.items() if not name.startswith("ls.")}
    for to, taken in enumerate(layers):
        prefix = f"ls.{taken}."
        layer = {name.removeprefix(prefix): tensor for name, tensor in teacher.items() if name.startswith(prefix)}
        student |= {f"ls.{to}.{name}": tensor for name, tensor in _narrowed(layer, ffn).items()}
    return student, replace(shape, layers=len(layers), ffn=ffn)


def _narrowed(layer: Tensors, ffn: int) -> Tensors:
    # What a neuron can add to the output is bounded by the norms of its way in and its way out.
    strength = np.linalg.norm(layer["f1.weight"], axis=1) * np.linalg.norm(layer["f2.weight"], axis=0)
    kept = np.sort(np.argsort(-strength, kind="stable")[:ffn])
    return layer | {
        "f1.weight": layer["f1.weight"][kept],
        "f1.bias": layer["f1.bias"][kept],
        "f2.weight": layer["f2.weight"][:, kept],
    }
