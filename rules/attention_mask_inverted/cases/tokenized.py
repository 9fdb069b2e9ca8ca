import torch
from torch import nn
from transformers import AutoModel


class Own(nn.Module):
    def forward(self, ids, attention_mask):
        return ids.masked_fill(attention_mask.bool(), 0)


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = AutoModel.from_pretrained("bert-base-uncased")
        layer = nn.TransformerEncoderLayer(768, 4, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.attention = nn.MultiheadAttention(768, 4, batch_first=True)
        self.own = Own()

    def forward(self, ids, attention_mask):
        x = self.bert(ids, attention_mask=attention_mask).last_hidden_state
        a = self.encoder(x, src_key_padding_mask=attention_mask.bool())  # finding: `attention_mask.bool()` is True for
        b, _ = self.attention(x, x, x, key_padding_mask=attention_mask == 1)  # finding: expects True for what to hide
        c = self.encoder(x, src_key_padding_mask=~attention_mask.bool())
        d = self.encoder(x, src_key_padding_mask=attention_mask == 0)
        e = self.encoder(x, src_key_padding_mask=(1 - attention_mask).bool())
        return a + b + c + d + e

    def of_own(self, x, attention_mask):
        return self.encoder(self.own(x, attention_mask=attention_mask), src_key_padding_mask=attention_mask.bool())

    def alone(self, x, attention_mask):
        return self.encoder(x, src_key_padding_mask=attention_mask.bool())


def train(batch, model):
    layer = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, batch_first=True), 1)
    x = model(batch["input_ids"], attention_mask=batch["attention_mask"])
    return layer(x, src_key_padding_mask=batch["attention_mask"].to(torch.bool))  # finding: invert it with `~`
