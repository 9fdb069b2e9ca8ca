"""The model is given a mask of the padding, and the mean is not."""

import torch
from torch import nn
from transformers import AutoModel


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, x, padding_mask):
        return self.attention(x, x, x, key_padding_mask=padding_mask)[0]


class Scorer(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = Block()
        self.head = nn.Linear(8, 1)

    def forward(self, x, padding_mask):
        states = self.body(x, padding_mask)
        return self.head(states).mean(dim=1)  # suspected: includes the positions that `padding_mask` hides as padding

    def last(self, x, padding_mask):
        return self.head(self.body(x, padding_mask)[:, -1])

    def weighted(self, x, padding_mask):
        states = self.body(x, padding_mask)
        kept = (~padding_mask).unsqueeze(-1)
        return (self.head(states) * kept).sum(1) / kept.sum(1)

    def of_channels(self, x, padding_mask):
        return self.body(x, padding_mask).mean(dim=-1)

    def without(self, x):
        return self.head(self.body(x, None)).mean(dim=1)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = AutoModel.from_pretrained("bert-base-uncased")

    def forward(self, input_ids, attention_mask=None):
        output = self.model(input_ids, attention_mask=attention_mask)
        return output.last_hidden_state.mean(dim=1)  # suspected: includes the positions that `attention_mask` hides

    def pooled(self, input_ids, attention_mask):
        states = self.model(input_ids, attention_mask=attention_mask).last_hidden_state
        states = states.masked_fill(~attention_mask.unsqueeze(-1).bool(), 0.0)
        return states.mean(dim=1) * attention_mask.size(1) / attention_mask.sum(1, keepdim=True)

    def chosen(self, states, fallback, attention_mask):
        return torch.where(attention_mask, states, fallback).mean(dim=1)

    def own(self, input_ids):
        everything = torch.ones_like(input_ids)
        return self.model(input_ids, attention_mask=everything).last_hidden_state.mean(dim=1)
