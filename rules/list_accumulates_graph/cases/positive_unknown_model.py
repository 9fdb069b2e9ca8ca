"""A model known only by being put into training mode and called."""

import torch


def train_one_epoch(model, loader, optimizer, accelerator):
    model.train()
    predictions, labels = [], []
    for batch in loader:
        outputs = model(batch["inputs"])
        loss = torch.nn.functional.cross_entropy(outputs, batch["labels"])
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
        predictions.append(outputs)  # finding: `predictions` keeps the graph
        labels.append(batch["labels"])
    return torch.cat(predictions).argmax(1), torch.cat(labels)


def loss_from_the_model(model, loader, optimizer, accelerator):
    model.train()
    logits = []
    for batch in loader:
        outputs = model(**batch)
        accelerator.backward(outputs.loss)
        optimizer.step()
        optimizer.zero_grad()
        logits.append(outputs.logits)  # finding: `logits` keeps the graph
    print(len(logits))
