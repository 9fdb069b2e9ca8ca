"""Frozen language models: what is called with words, or has a head over a vocabulary, has no BatchNorm."""

import torch
from torch import nn
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM
from trl import AutoModelForCausalLMWithValueHead
from zoo import load_model


def called_with_words(loader, config):
    model = load_model(config)
    for p in model.body.parameters():
        p.requires_grad = False
    optimizer = torch.optim.AdamW(model.parameters())
    model.train()
    for batch in loader:
        optimizer.zero_grad()
        model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).loss.backward()
        optimizer.step()


def called_with_pictures_as_well(loader, config):
    model = load_model(config)
    for p in model.body.parameters():  # suspected: `model.body` is frozen
        p.requires_grad = False
    optimizer = torch.optim.AdamW(model.parameters())
    model.train()
    for batch in loader:
        optimizer.zero_grad()
        model(input_ids=batch["input_ids"], pixel_values=batch["pixel_values"]).loss.backward()
        optimizer.step()


def with_a_head_over_words(loader, config):
    model = load_model(config)
    for p in model.body.parameters():
        p.requires_grad = False
    optimizer = torch.optim.AdamW(model.lm_head.parameters())
    model.train()
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()


def with_a_head(loader, config):
    model = load_model(config)
    for p in model.body.parameters():  # suspected: `model.body` is frozen
        p.requires_grad = False
    optimizer = torch.optim.AdamW(model.head.parameters())
    model.train()
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()


def with_adapters(loader):
    model = get_peft_model(AutoModelForCausalLM.from_pretrained("gpt2"), LoraConfig())
    for p in model.parameters():
        p.requires_grad = False
    head = nn.Linear(8, 2)
    optimizer = torch.optim.AdamW(head.parameters())
    model.train()
    for x, batch in loader:
        optimizer.zero_grad()
        (head(x).mean() + model(**batch).loss).backward()
        optimizer.step()


def with_a_value_head(loader):
    model = AutoModelForCausalLMWithValueHead.from_pretrained("gpt2")
    for p in model.pretrained_model.parameters():
        p.requires_grad = False
    optimizer = torch.optim.AdamW(model.value.parameters())
    model.train()
    for batch in loader:
        optimizer.zero_grad()
        model(**batch)[0].backward()
        optimizer.step()
