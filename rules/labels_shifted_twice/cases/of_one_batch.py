"""Inputs and labels of the same batch, and those that another function cuts."""

from transformers import AutoModelForCausalLM, AutoModelForSeq2SeqLM

model = AutoModelForCausalLM.from_pretrained("gpt2")
other = AutoModelForSeq2SeqLM.from_pretrained("t5-small")


def cut(ids):
    return ids[:, :-1], ids[:, 1:]


def handed_on(batch):
    return cut(batch["input_ids"])


def step(batch):
    return model(
        input_ids=batch["input_ids"][:, :-1],
        attention_mask=batch["attention_mask"][:, :-1],
        labels=batch["labels"][:, 1:],  # finding: pass `batch["input_ids"]` and `batch["labels"]` as they are
    ).loss


def step_of_cut(batch):
    ids, labels = handed_on(batch)
    return model(input_ids=ids, labels=labels).loss  # finding: `labels` is already shifted


def step_of_whole(batch):
    return model(input_ids=batch["input_ids"], labels=batch["labels"]).loss


def of_two_batches(batch, targets):
    return model(input_ids=batch["input_ids"][:, :-1], labels=targets["labels"][:, 1:]).loss


def translated(batch):
    return other(input_ids=batch["input_ids"][:, :-1], labels=batch["labels"][:, 1:]).loss
