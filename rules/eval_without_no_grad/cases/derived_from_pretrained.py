"""Models of the project that derive from those of libraries, and are loaded by methods of their bases."""

import torch
from diffusers import ModelMixin
from torch import nn
from transformers import LlamaForCausalLM, PreTrainedModel


class Reader(PreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.encoder = nn.Linear(config.width, config.classes)

    @classmethod
    def from_pretrained(cls, path, *args, **kwargs):
        model = super(Reader, cls).from_pretrained(path, *args, **kwargs)
        model.encoder.requires_grad_(True)
        return model

    def forward(self, rows):
        return self.encoder(rows)

    def read(self, rows):
        return {"classes": self.encoder(rows).argmax(1)}


class Seeing(LlamaForCausalLM):
    def answer(self, images):
        return self.model(inputs_embeds=images).last_hidden_state.argmax(-1)


class Denoiser(ModelMixin):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, rows):
        return self.layer(rows)


def score(pages):
    model = Reader.from_pretrained("reader")
    right = 0
    for page in pages:
        right += int(model.read(page["rows"])["classes"][0] == page["label"])  # finding: evaluated with gradients
    return right


def describe(pages):
    model = Seeing.from_pretrained("seeing").cuda()
    for page in pages:
        print(model.answer(page["images"])[0].item())  # finding: evaluated with gradients enabled


def denoise(pages):
    model = Denoiser.from_pretrained("denoiser")
    for page in pages:
        print(model(page).mean().item())  # finding: evaluated with gradients enabled


@torch.no_grad()
def score_without_gradients(pages):
    model = Reader.from_pretrained("reader")
    return [int(model.read(page["rows"])["classes"][0] == page["label"]) for page in pages]


def fine_tune(pages):
    model = Reader.from_pretrained("reader").train()
    optimizer = torch.optim.AdamW(model.parameters())
    for page in pages:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(page["rows"]), page["labels"]).backward()
        optimizer.step()
