"""Modules around models of transformers, and the mask that their forwards take or don't."""

from torch import nn
from transformers import AutoModel, BartModel, BertModel, BertTokenizer, CLIPTextModel, DebertaV2Model, GPT2Model


class Regression(BartModel):
    def __init__(self, config):
        super().__init__(config)
        self.head = nn.Linear(config.d_model, 1)

    def forward(self, input_ids):
        return self.head(super().forward(input_ids)[0][:, -1])  # suspected: `forward` takes no mask


class Masked(BartModel):
    def forward(self, input_ids, attention_mask):
        return super().forward(input_ids, attention_mask=attention_mask)


class FindsPadding(DebertaV2Model):
    def forward(self, input_ids):
        return super().forward(input_ids, attention_mask=input_ids.ne(self.config.pad_token_id))


class Twins(nn.Module):
    def __init__(self, first: BertModel, second: BertModel, words: CLIPTextModel, before: GPT2Model, any_model):
        super().__init__()
        self.first, self.second, self.words, self.before, self.any = first, second, words, before, any_model
        self.more = nn.ModuleList([BertModel.from_pretrained("bert-base-uncased") for _ in range(2)])
        self.tokenizer = BertTokenizer.from_pretrained("bert-base-uncased")

    def _embed(self, bert: BertModel, ids):
        return bert.forward(ids)[0]  # suspected: `_embed` takes no mask

    def _embed_with(self, bert, ids):
        return bert(ids)[0]  # suspected: `_embed_with` takes no mask

    def forward(self, ids, others):
        halves = self.first(input_ids=ids.to("cuda"))[0], self._embed(self.second, others)  # suspected: takes no mask
        return halves, [self._embed_with(self.more[0], ids)]

    def which_see_no_padding(self, ids):
        return self.words(ids), self.before(ids)

    def of_somebody_else(self, ids):
        return self.any(ids)

    def of_texts(self, texts):
        return self.tokenizer(texts)

    def of_embeddings(self, inputs):
        return self.first(inputs_embeds=inputs)


class TwoModels(nn.Module):
    """Attributes of one name in two classes."""

    def __init__(self):
        super().__init__()
        self.transformer = CLIPTextModel.from_pretrained("openai/clip-vit-base-patch32")

    def forward(self, ids):
        return self.transformer(ids)


class Frozen(nn.Module):
    def __init__(self, tokenizer):
        super().__init__()
        self.tokenizer = tokenizer
        self.transformer = BertModel.from_pretrained("bert-base-uncased")
        self.either = AutoModel.from_pretrained("bert-base-uncased")

    def freeze(self):
        self.transformer = self.transformer.eval()

    def forward(self, texts):
        batch = self.tokenizer(texts, padding="max_length", return_tensors="pt")
        return self.transformer(input_ids=batch["input_ids"])  # finding: treats the padding as text

    def of_ids(self, ids):
        return self.either(ids)


def features(bert: BertModel, ids):
    """No module: its caller is seen nowhere, and may have one text."""
    return bert(ids)
