"""accelerate returns what it was given, in order, and calls backward for the user."""

import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader

accelerator = Accelerator(gradient_accumulation_steps=2)
reveal(accelerator)  # framework, accelerate.Accelerator
model = nn.Linear(8, 2)
optimizer = torch.optim.AdamW(model.parameters())
loader, test_loader = DataLoader([]), DataLoader([])
model, optimizer, loader, test_loader = accelerator.prepare(model, optimizer, loader, test_loader)
reveal(model)  # module, torch.nn.Linear
reveal(loader)  # loader, torch.utils.data.DataLoader
total_loss = 0
for inputs, labels in loader:
    with accelerator.accumulate(model):
        loss = nn.functional.cross_entropy(model(inputs), labels)
        total_loss += loss  # finding: `total_loss` keeps the graph of every `loss`
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
reveal(accelerator.prepare(model))  # module, torch.nn.Linear
reveal(accelerator.unwrap_model(model))  # module, torch.nn.Linear

model.eval()
for inputs, labels in test_loader:
    with torch.no_grad():
        predictions = model(inputs).argmax(-1)
    predictions, labels = accelerator.gather_for_metrics((predictions, labels))
    reveal(predictions)  # tensor, no grad, assumed


def evaluate(accelerator: Accelerator, model, loader):
    losses = []
    model.eval()
    for inputs, labels in loader:
        outputs = model(inputs)  # finding: `model` is evaluated with gradients enabled
        losses.append(accelerator.gather(outputs.loss.detach()))
    return losses


def handed_over(accelerator, model, optimizer, loader):
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for inputs in loader:
        optimizer.zero_grad()
        loss = model(inputs).loss
        reveal(loss)  # output, grad
        accelerator.backward(loss)
        optimizer.step()


def save(accelerator: Accelerator):
    if accelerator.is_main_process:
        accelerator.wait_for_everyone()  # finding: `wait_for_everyone` waits for all ranks
        accelerator.save_state("here")  # suspected: `save_state` may wait for all ranks
