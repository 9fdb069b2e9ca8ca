"""Trainer.train() of transformers leaves the model in train mode for what comes next."""

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = nn.functional.cross_entropy(outputs.logits, labels)
        return (loss, outputs) if return_outputs else loss


def right(model, rows):
    found = 0
    with torch.no_grad():
        for batch in DataLoader(rows, batch_size=16):
            found += (model(batch["input_ids"]).logits.argmax(1) == batch["labels"]).sum().item()
    return found


def judge_after(train, test):
    model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased")
    trainer = WeightedTrainer(model=model, args=TrainingArguments("out"), train_dataset=train)
    trainer.train()
    found = 0
    with torch.no_grad():
        for batch in DataLoader(test, batch_size=16):
            found += (model(batch["input_ids"]).logits.argmax(1) == batch["labels"]).sum().item()  # suspected: `model`
    return found


def judge_after_the_librarys(train, test):
    model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased")
    trainer = Trainer(model=model, args=TrainingArguments("out"), train_dataset=train)
    trainer.train()
    trainer.save_model("out")
    model.eval()
    return right(model, test)


def judge_by_trainer(train, test):
    model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased")
    trainer = Trainer(model=model, args=TrainingArguments("out"), train_dataset=train, eval_dataset=test)
    trainer.train()
    print(trainer.evaluate())
    return right(model, test)


def judge_without_training(test):
    model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased")
    return right(model, test)
