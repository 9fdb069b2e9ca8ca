"""A Trainer that evaluates after each epoch leaves the model in eval mode."""

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments


def judge(train, test):
    model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased")
    settings = TrainingArguments("out", eval_strategy="epoch")
    trainer = Trainer(model=model, args=settings, train_dataset=train, eval_dataset=test)
    trainer.train()
    found = 0
    with torch.no_grad():
        for batch in DataLoader(test, batch_size=16):
            found += (model(batch["input_ids"]).logits.argmax(1) == batch["labels"]).sum().item()
    return found
