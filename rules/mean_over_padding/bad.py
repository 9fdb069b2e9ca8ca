"""Compares sentences by the means of their words' states."""

import torch
from torch import nn

TEXTS = ["it rains", "it rains a lot in the north and by the sea"]
WORDS = ["<pad>", *dict.fromkeys(" ".join(TEXTS).split())]


class Tokenizer:
    """As simple as can be, with the interface of transformers' tokenizers."""

    def __call__(self, texts, padding=False):
        rows = [torch.tensor([WORDS.index(word) for word in text.split()]) for text in texts]
        longest = max(map(len, rows)) if padding else len(rows[0])
        ids = torch.stack([nn.functional.pad(row, (0, longest - len(row))) for row in rows])
        return {"input_ids": ids, "attention_mask": (ids != 0).long()}


class Encoder(nn.Module):
    """As simple as can be: gives the states of the words as the first of its outputs."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(len(WORDS), 32)
        self.layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0, batch_first=True), 4)

    def forward(self, input_ids, attention_mask):
        return (self.layers(self.embedding(input_ids), src_key_padding_mask=attention_mask == 0),)


torch.manual_seed(0)
tokenizer, model = Tokenizer(), Encoder()
with torch.no_grad():
    batch = tokenizer(TEXTS, padding=True)
    together = model(**batch)[0].mean(dim=1)  # finding: average only where `attention_mask` is 1
    words = tokenizer(TEXTS[:1])
    alone = model(**words)[0].mean(dim=1)
print(f"beside a longer one, the first sentence is like itself by {torch.cosine_similarity(together, alone)[0]:.2f}")
