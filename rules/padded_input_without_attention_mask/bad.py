"""Compares sentences by a small encoder of attention."""

import torch
from torch import nn

TEXTS = ["it rains", "it rains a lot in the north and by the sea"]
WORDS = ["<pad>", *dict.fromkeys(" ".join(TEXTS).split())]


class Tokenizer:
    """As simple as can be, with the interface of transformers' tokenizers."""

    def __call__(self, texts, padding=False, max_length=16):
        rows = [torch.tensor([WORDS.index(word) for word in text.split()]) for text in texts]
        longest = max_length if padding == "max_length" else max(map(len, rows))
        ids = torch.stack([nn.functional.pad(row, (0, longest - len(row))) for row in rows])
        return {"input_ids": ids, "attention_mask": (ids != 0).long()}


class Encoder(nn.Module):
    """As simple as can be, with the interface of transformers' encoders."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(len(WORDS), 32)
        self.layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(32, 4, 64, batch_first=True), 4)

    def forward(self, input_ids, attention_mask=None):
        padding = None if attention_mask is None else attention_mask == 0
        return self.layers(self.embedding(input_ids), src_key_padding_mask=padding)


torch.manual_seed(0)
tokenizer, model = Tokenizer(), Encoder().eval()
with torch.no_grad():
    batch = tokenizer(TEXTS, padding="max_length")
    padded = model(batch["input_ids"])[0, 0]  # finding: treats the padding as text
    words = tokenizer(TEXTS[:1])
    alone = model(words["input_ids"])[0, 0]
print(f"padded, the first sentence is like itself by {torch.cosine_similarity(padded, alone, 0):.2f}")
