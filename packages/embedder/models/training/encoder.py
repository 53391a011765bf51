"""The encoder in PyTorch: BERT with norms after each block, mean pooling over all tokens, unit vectors."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from torch import Tensor, nn

from tensorfile import Tensors
from weights import Shape


class Encoder(nn.Module):
    """Token ids in, token states and text vectors out. Attributes are named as the tensors in the file are."""

    def __init__(self, shape: Shape, vocabulary: int, positions: int) -> None:
        super().__init__()
        self.we = nn.Embedding(vocabulary, shape.hidden)
        self.pe = nn.Embedding(positions, shape.hidden)
        self.n = nn.LayerNorm(shape.hidden, eps=shape.eps)
        self.ls = nn.ModuleList([Layer(shape) for _ in range(shape.layers)])

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        x = self.n(self.we(ids) + self.pe.weight[: ids.shape[1]])
        hidden_from = torch.zeros(mask.shape, device=ids.device).masked_fill(~mask, -1e4)[:, None, None, :]
        for layer in self.ls:
            x = layer(x, hidden_from)
        states = x.float()
        kept = mask[..., None].float()
        return states, F.normalize((states * kept).sum(1) / kept.sum(1), dim=-1)


class Layer(nn.Module):
    """One block: attention, then a feed-forward of two matrices."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads = shape.heads
        self.qkv = nn.Linear(shape.hidden, 3 * shape.hidden)
        self.o = nn.Linear(shape.hidden, shape.hidden)
        self.n1 = nn.LayerNorm(shape.hidden, eps=shape.eps)
        self.f1 = nn.Linear(shape.hidden, shape.ffn)
        self.f2 = nn.Linear(shape.ffn, shape.hidden)
        self.n2 = nn.LayerNorm(shape.hidden, eps=shape.eps)

    def forward(self, x: Tensor, hidden_from: Tensor) -> Tensor:
        batch, length, hidden = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        # The fast kernels want the mask in the type of the queries, which is bfloat16 while training.
        bias = hidden_from.to(q.dtype).expand(-1, -1, length, -1)
        attended = F.scaled_dot_product_attention(q, k, v, attn_mask=bias).transpose(1, 2)
        x = self.n1(x + self.o(attended.reshape(batch, length, hidden)))
        return self.n2(x + self.f2(F.gelu(self.f1(x))))


def encoder_of(tensors: Tensors, shape: Shape, device: torch.device) -> Encoder:
    """Builds an encoder around weights."""
    encoder = Encoder(shape, len(tensors["we.weight"]), len(tensors["pe.weight"]))
    encoder.load_state_dict({name: torch.tensor(tensor, dtype=torch.float32) for name, tensor in tensors.items()})
    return encoder.to(device)


def weights_of(encoder: Encoder) -> Tensors:
    """Takes the weights out of an encoder, in the order of the file."""
    return {name: tensor.detach().float().cpu().numpy() for name, tensor in encoder.state_dict().items()}


def load_tokenizer(path: str) -> Tokenizer:
    """Loads a tokenizer.json, with the padding and cutting it may ask for switched off."""
    tokenizer = Tokenizer.from_file(path)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


@torch.no_grad()
def embed_texts(encoder: Encoder, tokenizer: Tokenizer, texts: list[str], longest: int = 256) -> Tensor:
    """Embeds texts in batches of similar length and returns their vectors in the order given."""
    device = encoder.we.weight.device
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    encoded = tokenizer.encode_batch(texts, add_special_tokens=False)
    tokens = [[cls, *one.ids[: longest - 2], sep] for one in encoded]
    order = np.argsort([len(one) for one in tokens], kind="stable")
    vectors = torch.empty(len(texts), encoder.we.embedding_dim, device=device)
    for batch in np.array_split(order, max(1, -(-len(order) // 256))):
        texts = padded([tokens[i] for i in batch], device)
        vectors[torch.tensor(batch, device=device)] = encoder(*texts)[1]
    return vectors


def padded(texts: list[list[int]], device: torch.device) -> tuple[Tensor, Tensor]:
    """Token ids as rows of one length, and a mask of those that belong to the texts."""
    ids = torch.zeros(len(texts), max(map(len, texts)), dtype=torch.long)
    mask = torch.zeros(ids.shape, dtype=torch.bool)
    for row, text in enumerate(texts):
        ids[row, : len(text)] = torch.tensor(text)
        mask[row, : len(text)] = True
    return ids.to(device), mask.to(device)
