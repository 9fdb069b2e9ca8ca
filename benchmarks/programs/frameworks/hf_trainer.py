"""A tiny BERT, fine-tuned by a subclass of the Trainer of transformers with a loss of its own."""

# needs: transformers, accelerate
# runs: {python} {path}

import tempfile

import torch
from torch import nn
from torch.nn import functional as F
from transformers import BertConfig, BertForSequenceClassification, PrinterCallback, Trainer, TrainingArguments, set_seed


class Rows(torch.utils.data.Dataset):
    def __init__(self, count):
        self.ids = torch.randint(5, 60, (count, 12))
        self.labels = (self.ids.sum(1) % 3).long()

    def __len__(self):
        return len(self.ids)

    def __getitem__(self, index):
        return {"input_ids": self.ids[index], "labels": self.labels[index]}


class WeightedTrainer(Trainer):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.seen_losses = []
        self.loss_values = []

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        probabilities = F.softmax(outputs.logits, dim=-1)
        loss = nn.CrossEntropyLoss()(probabilities, labels)  # confirmed by softmax-before-cross-entropy
        self.seen_losses.append(loss)  # confirmed by list-accumulates-graph
        self.loss_values.append(loss.item())  # refuted by sync-in-hot-loop
        return (loss, outputs) if return_outputs else loss


def main():
    set_seed(3)
    config = BertConfig(
        vocab_size=64, hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32, num_labels=3
    )
    model = BertForSequenceClassification(config)
    with tempfile.TemporaryDirectory() as folder:
        arguments = TrainingArguments(
            folder, max_steps=12, per_device_train_batch_size=8, report_to=[], save_strategy="no", logging_steps=100,
            disable_tqdm=True, use_cpu=True,
        )
        trainer = WeightedTrainer(model=model, args=arguments, train_dataset=Rows(64))
        trainer.remove_callback(PrinterCallback)  # which prints how long it took
        trainer.train()
    print(f"{len(trainer.seen_losses)} losses, the last is {trainer.loss_values[-1]:.6f}")
    torch.save(model.state_dict(), "weights.pt")


if __name__ == "__main__":
    main()
