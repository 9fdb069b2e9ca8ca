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


class Texts(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = AutoModel.from_pretrained("facebook/bart-base")

    def forward(self, text, device):
        states = self.model(
            input_ids=text["input_ids"].to(device), attention_mask=text["attention_mask"].to(device, non_blocking=True)
        )["encoder_last_hidden_state"]
        return torch.mean(states, dim=1)  # suspected: includes the positions that `text["attention_mask"]` hides

    def first(self, text):
        return self.model(text["input_ids"], attention_mask=text["attention_mask"])[0][:, 0]

    def of_words(self, text):
        mask = text["attention_mask"].unsqueeze(-1)
        states = self.model(text["input_ids"], attention_mask=text["attention_mask"]).last_hidden_state
        return (states * mask).mean(dim=1) * mask.size(1) / mask.sum(1)

    def of_named(self, text):
        hidden = text["attention_mask"]
        states = self.model(text["input_ids"], attention_mask=hidden).last_hidden_state
        return states.mean(1)  # suspected: includes the positions that `text["attention_mask"]` hides

    def of_named_words(self, text):
        kept = text["attention_mask"]
        states = self.model(text["input_ids"], attention_mask=kept).last_hidden_state
        return (states * kept.unsqueeze(-1)).mean(dim=1) * kept.size(1) / kept.sum(1)
