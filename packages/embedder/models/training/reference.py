"""The encoder written out in numpy at float64: slow, plain, and what every runtime is compared with."""

from __future__ import annotations

import math

import numpy as np

from tensorfile import Tensors
from weights import Shape

_erf = np.vectorize(math.erf, otypes=[np.float64])


def embed_ids(tensors: Tensors, shape: Shape, ids: list[int]) -> np.ndarray:
    """Embeds one text, given as token ids with [CLS] and [SEP], into a unit vector."""

    def get(name: str) -> np.ndarray:
        return tensors[name].astype(np.float64, copy=False)

    def linear(x: np.ndarray, name: str) -> np.ndarray:
        return x @ get(f"{name}.weight").T + get(f"{name}.bias")

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        centred = x - x.mean(-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(-1, keepdims=True) + shape.eps)
        return centred / spread * get(f"{name}.weight") + get(f"{name}.bias")

    def attend(x: np.ndarray, name: str) -> np.ndarray:
        heads = (len(ids), 3, shape.heads, shape.hidden // shape.heads)
        q, k, v = linear(x, name).reshape(heads).transpose(1, 2, 0, 3)
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(heads[-1])
        share = np.exp(scores - scores.max(-1, keepdims=True))
        share /= share.sum(-1, keepdims=True)
        return (share @ v).transpose(1, 0, 2).reshape(len(ids), shape.hidden)

    x = norm(tensors["we.weight"][ids].astype(np.float64) + get("pe.weight")[: len(ids)], "n")
    for index in range(shape.layers):
        layer = f"ls.{index}"
        x = norm(x + linear(attend(x, f"{layer}.qkv"), f"{layer}.o"), f"{layer}.n1")
        x = norm(x + linear(gelu(linear(x, f"{layer}.f1")), f"{layer}.f2"), f"{layer}.n2")
    mean = x.mean(0)
    return mean / np.linalg.norm(mean)


def gelu(x: np.ndarray) -> np.ndarray:
    """The exact GELU: students were trained with erf, and the tanh form drifts from it."""
    return 0.5 * x * (1 + _erf(x / math.sqrt(2)))
