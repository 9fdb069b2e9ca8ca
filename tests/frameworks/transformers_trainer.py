"""The Trainer differentiates what `compute_loss` returns; an own `prediction_step` has to turn gradients off itself."""

import torch
from torch import nn
from transformers import AutoModelForSequenceClassification, PreTrainedModel, Trainer, TrainingArguments


class WeightedTrainer(Trainer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.losses = []

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        reveal(model)  # module
        outputs = model(**inputs)
        loss = nn.functional.cross_entropy(outputs.logits, inputs["labels"])
        reveal(loss)  # tensor, grad
        self.losses.append(loss)  # finding: `self.losses` keeps the graph
        return (loss, outputs) if return_outputs else loss

    def evaluate_twice(self):
        reveal(self.model)  # module
        self.model.eval()
        for batch in self.get_eval_dataloader():
            print(self.model(**batch).logits.argmax(1))  # finding: `self.model` is evaluated with gradients enabled
        reveal(self.accelerator)  # framework, accelerate.Accelerator


class Careful(Trainer):
    def prediction_step(self, model, inputs, prediction_loss_only, ignore_keys=None):
        with torch.no_grad():
            outputs = model(**inputs)
            reveal(outputs)  # output, no grad
        return None, outputs.logits, inputs["labels"]


class Forgetful(Trainer):
    def prediction_step(self, model, inputs, prediction_loss_only, ignore_keys=None):
        outputs = model(**inputs)  # finding: `model` is evaluated with gradients enabled
        reveal(outputs)  # output, grad
        return None, outputs.logits.detach(), inputs["labels"]


class Adversarial(Trainer):
    def training_step(self, model, inputs, num_items_in_batch=None):
        loss = super().training_step(model, inputs)
        reveal(loss)  # tensor, no grad
        return loss

    def compute_loss(self, model, inputs, return_outputs=False):
        loss, outputs = super().compute_loss(model, inputs, return_outputs=True)
        reveal(loss)  # output, grad
        return loss


class Extended(Trainer):
    """`compute_loss` is called for training by the Trainer, and for evaluation from here."""

    def training_step(self, model, inputs, num_items_in_batch=None):
        return super().training_step(model, inputs)

    def compute_loss(self, model, inputs, return_outputs=False):
        outputs = model(**inputs)
        return (outputs.loss, outputs) if return_outputs else outputs.loss

    def prediction_step(self, model, inputs, prediction_loss_only, ignore_keys=None):
        with torch.no_grad():
            loss, outputs = self.compute_loss(model, inputs, return_outputs=True)
            reveal(loss)  # output, no grad
        return loss, outputs.logits, inputs["labels"]


def describe(model: PreTrainedModel, loader):
    reveal(model)  # module
    model.eval()
    return [model(batch).logits.argmax(1) for batch in loader]  # finding: `model` is evaluated


def main(train_set, compute_metrics):
    model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased")
    reveal(model)  # module
    trainer = WeightedTrainer(model=model, args=TrainingArguments("out"), train_dataset=train_set)
    trainer.train()
    plain = Trainer(model, TrainingArguments("out"), compute_metrics=compute_metrics)
    reveal(plain)  # framework, transformers.Trainer
    reveal(plain.evaluate())  # number
    reveal(plain.model)  # module
