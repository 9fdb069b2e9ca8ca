import torch
from torch import nn
from transformers import AutoModelForCausalLM, BartForCausalLM, GPT2LMHeadModel, T5ForConditionalGeneration

model = AutoModelForCausalLM.from_pretrained("gpt2").to("cuda")
other = GPT2LMHeadModel.from_pretrained("gpt2")
decoder = BartForCausalLM.from_pretrained("facebook/bart-base")
translator = T5ForConditionalGeneration.from_pretrained("t5-small")


class Plain(nn.Module):
    """Its loss takes labels as they are."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(32, 32)

    def forward(self, input_ids, labels):
        logits = self.embedding(input_ids)
        return nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten())


plain = Plain()


def losses(tokens):
    tokens = tokens.to("cuda")
    inputs, targets = tokens[:, :-1].contiguous(), tokens[:, 1:].clone()
    yield model(inputs, labels=targets).loss  # finding: `targets` is already shifted, and the model shifts labels
    yield other(input_ids=tokens[..., :-1], labels=tokens[..., 1:]).loss  # finding: `tokens[..., 1:]` is already
    yield model(tokens, labels=tokens).loss
    yield model(inputs, labels=inputs).loss
    yield plain(inputs, targets)
    yield decoder(inputs, labels=targets).loss  # the loss of Bart's decoder does not shift
    yield translator(tokens, decoder_input_ids=inputs, labels=targets).loss
    yield model(tokens[:-1], labels=tokens[:, 1:]).loss
    yield model(tokens[:, :-1], labels=tokens[:, 2:]).loss


def train(any_model, tokens):
    return any_model(tokens[:, :-1], labels=tokens[:, 1:])  # suspected: `tokens[:, 1:]` is already shifted, and a


class Texts(torch.utils.data.Dataset):
    def __init__(self, texts):
        self.texts = texts

    def __getitem__(self, index):
        ids = torch.tensor(self.texts[index])
        return {"input_ids": ids[:-1], "labels": ids[1:]}  # suspected: `ids[1:]` is already shifted, and a causal model


class Whole(Texts):
    def __getitem__(self, index):
        ids = torch.tensor(self.texts[index])
        return {"input_ids": ids, "labels": ids.clone(), "first": ids[:-1], "second": ids[1:]}
