"""Trainers that are given datasets under the names of their parameters."""

from datasets import load_dataset
from somewhere import Schedule
from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments

model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased")
arguments = TrainingArguments("out")


class Weighted(Trainer):
    pass


def tuned(tokenizer):
    splits = load_dataset("imdb").map(tokenizer)
    Trainer(model=model, args=arguments, train_dataset=splits["train"], eval_dataset=splits["test"]).train()
    return Trainer(model=model, args=arguments, train_dataset=splits["train"], eval_dataset=splits["train"])  # finding: `


def weighted(tokenizer):
    reviews = load_dataset("imdb", split="train").map(tokenizer)
    return Weighted(model, arguments, train_dataset=reviews, eval_dataset=reviews)  # finding: `reviews` is used for both training


def parted(tokenizer):
    parts = load_dataset("imdb", split="train").map(tokenizer).train_test_split(0.1)
    return Trainer(model, arguments, train_dataset=parts["train"], eval_dataset=parts["test"])


def named(name):
    """One name for both, of which each takes its own part."""
    return Schedule(train_dataset=name, eval_dataset=name)
