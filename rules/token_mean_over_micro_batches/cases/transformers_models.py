"""Models of transformers that compute the mean over the tokens that their labels mark, with and without accelerate."""

import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoModelForSequenceClassification, DataCollatorForSeq2Seq


def with_accelerate(name, rows, tokenizer, every):
    accelerator = Accelerator(gradient_accumulation_steps=every)
    model = AutoModelForCausalLM.from_pretrained(name)
    loader = DataLoader(rows, batch_size=2, shuffle=True, collate_fn=DataCollatorForSeq2Seq(tokenizer))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        with accelerator.accumulate(model):
            outputs = model(**batch)  # suspected: so tokens of short ones count more
            accelerator.backward(outputs.loss)
            optimizer.step()
            optimizer.zero_grad()


def by_hand(name, loader, every):
    model = AutoModelForCausalLM.from_pretrained(name)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for number, batch in enumerate(loader):
        outputs = model(batch["input_ids"], labels=batch["labels"])  # suspected: so tokens of short ones count more
        (outputs.loss / every).backward()
        if (number + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def without_accumulation(name, loader):
    model = AutoModelForCausalLM.from_pretrained(name)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()


def weighed(name, loader, every, total):
    model = AutoModelForCausalLM.from_pretrained(name)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for number, batch in enumerate(loader):
        tokens = (batch["labels"] != -100).sum()
        outputs = model(**batch)
        (outputs.loss * tokens / total).backward()
        if (number + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def of_samples(name, loader, every):
    model = AutoModelForSequenceClassification.from_pretrained(name)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for number, batch in enumerate(loader):
        (model(**batch).loss / every).backward()
        if (number + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def of_all_tokens(name, loader, every):
    model = AutoModelForCausalLM.from_pretrained(name)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for number, batch in enumerate(loader):
        outputs = model(batch["input_ids"], labels=batch["input_ids"])
        (outputs.loss / every).backward()
        if (number + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def with_another_loss(name, loader, every, criterion):
    model = AutoModelForCausalLM.from_pretrained(name)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for number, batch in enumerate(loader):
        labels = batch.pop("labels")
        outputs = model(**batch)
        (criterion(outputs.logits, labels) / every).backward()
        if (number + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()
