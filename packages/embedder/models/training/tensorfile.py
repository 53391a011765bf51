"""Safetensors files, read and written with numpy alone."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np

DTYPES = {"I8": np.int8, "I64": np.int64, "F16": np.float16, "F32": np.float32}
NAMES = {np.dtype(dtype): name for name, dtype in DTYPES.items()}

Tensors = dict[str, np.ndarray]


def read_tensors(path: Path) -> tuple[Tensors, dict[str, str]]:
    """Reads every tensor of a file, and the metadata of its header."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__", {})
    body = memoryview(data)[8 + length :]
    return {name: _tensor(body, entry) for name, entry in header.items()}, metadata


def write_tensors(path: Path, tensors: Tensors, metadata: dict[str, str]) -> None:
    """Writes tensors in the order given, their header padded so that the data starts on 8 bytes."""
    header: dict[str, object] = {"__metadata__": metadata}
    offset = 0
    for name, tensor in tensors.items():
        end = offset + tensor.nbytes
        header[name] = {"dtype": NAMES[tensor.dtype], "shape": list(tensor.shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(text)))
        file.write(text)
        for tensor in tensors.values():
            file.write(np.ascontiguousarray(tensor).tobytes())


def _tensor(body: memoryview, entry: dict) -> np.ndarray:
    start, end = entry["data_offsets"]
    return np.frombuffer(body[start:end], dtype=DTYPES[entry["dtype"]]).reshape(entry["shape"])
