"""Writes a trained student as the file our runtime reads, and vectors that a correct runtime must give.

NAME.int8.safetensors holds int8 rows with a scale each, the rest in float16, and metadata that says how to compute.
NAME.reference.json lists texts, token ids and vectors, computed in numpy at float64 from the very weights in that file.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from reference import embed_ids
from tensorfile import Tensors, write_tensors
from weights import Shape, load_weights, quantise

TEXTS = Path(__file__).parent / "reference_texts.txt"


def main() -> None:
    args = arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    model = args.out / f"{args.name}.int8.safetensors"
    tensors, shape = load_weights(args.student)
    write_tensors(model, quantise(tensors), metadata(args.name, shape, len(tensors["we.weight"])))

    tensors, shape = load_weights(model)
    references = [
        {"text": text, "ids": ids, "vector": [round(float(x), 6) for x in embed_ids(tensors, shape, ids)]}
        for text, ids in tokenised(args)
    ]
    beside = args.out / f"{args.name}.reference.json"
    beside.write_text(json.dumps(references))
    print(f"{model}: {model.stat().st_size / 1e6:.1f} MB; {beside}: {len(references)} texts")
    compare_with_torch(tensors, shape, references)


def metadata(name: str, shape: Shape, vocabulary: int) -> dict[str, str]:
    """Everything a runtime needs to know, in words it can check against what it implements."""
    return {
        "model": name,
        "layers": str(shape.layers),
        "hidden": str(shape.hidden),
        "ffn": str(shape.ffn),
        "heads": str(shape.heads),
        "eps": str(shape.eps),
        "activation": "gelu_erf",
        "norm": "post",
        "pooling": "mean_all_tokens_incl_cls_sep",
        "normalize": "l2",
        "quant": "weights int8 per row, value = q * s[row]",
        "vocab": f"bert-base-uncased {vocabulary}",
    }


def tokenised(args: argparse.Namespace) -> list[tuple[str, list[int]]]:
    """The reference texts with their token ids; an earlier reference file brings its own."""
    if args.texts.suffix == ".json":
        return [(one["text"], one["ids"]) for one in json.loads(args.texts.read_text(encoding="utf-8"))]
    from encoder import load_tokenizer

    tokenizer = load_tokenizer(str(args.tokenizer))
    texts = [line for line in args.texts.read_text(encoding="utf-8").splitlines() if line]
    return [(text, tokenizer.encode(text).ids) for text in texts]


def compare_with_torch(tensors: Tensors, shape: Shape, references: list[dict]) -> None:
    """Runs the same ids through PyTorch: two implementations that agree are probably both right."""
    try:
        import torch

        from encoder import encoder_of
    except ImportError:
        print("PyTorch is not installed: the reference vectors were not compared with it.")
        return
    encoder = encoder_of(tensors, shape, torch.device("cpu")).eval()
    cosines: list[float] = []
    for one in references:
        ids = torch.tensor([one["ids"]])
        with torch.no_grad():
            vector = encoder(ids, torch.ones_like(ids, dtype=torch.bool))[1][0].double().numpy()
        wanted = np.array(one["vector"])
        cosines.append(float(vector @ wanted / np.linalg.norm(vector) / np.linalg.norm(wanted)))
    print(f"numpy and PyTorch agree: lowest cosine {min(cosines):.8f}")
    if min(cosines) < 0.99999:
        raise SystemExit("They do not agree well enough: do not publish this file.")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("student", type=Path, help="NAME.npz of train.py")
    parser.add_argument("--name", required=True, help="what the model will be called, for example squirrel-s3")
    parser.add_argument("--out", type=Path, required=True, help="folder for the two files")
    parser.add_argument("--tokenizer", type=Path, help="tokenizer.json; needed unless --texts is a .json")
    parser.add_argument(
        "--texts",
        type=Path,
        default=TEXTS,
        help="texts, one a line, or an earlier .reference.json (default: reference_texts.txt beside this program)",
    )
    args = parser.parse_args()
    if args.tokenizer is None and args.texts.suffix != ".json":
        parser.error("give --tokenizer, or an earlier .reference.json as --texts")
    return args


if __name__ == "__main__":
    main()
