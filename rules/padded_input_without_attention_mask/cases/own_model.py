"""Models of the program that need no mask, or find the padding themselves."""

from torch import nn


class Causal(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(100, 32)
        self.layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)

    def forward(self, input_ids, attention_mask=None):
        return self.layer(self.embedding(input_ids), is_causal=True, src_key_padding_mask=attention_mask)


class Finding(nn.Module):
    def __init__(self, pad_token_id):
        super().__init__()
        self.embedding = nn.Embedding(100, 32)
        self.layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)
        self.pad_token_id = pad_token_id

    def forward(self, input_ids, attention_mask=None):
        mask = input_ids == self.pad_token_id if attention_mask is None else attention_mask == 0
        return self.layer(self.embedding(input_ids), src_key_padding_mask=mask)


class Bag(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(100, 32, padding_idx=0)

    def forward(self, input_ids):
        return self.embedding(input_ids).sum(1)


def read(texts, tokenizer):
    ids = tokenizer(texts, padding="max_length", return_tensors="pt")["input_ids"]
    return Causal()(ids), Finding(0)(ids), Bag()(ids)
