"""Optimizers that are parameters, and step by way of a gradient scaler."""

import torch


def train(model, batches, optimizer, scaler, criterion):
    for images, labels in batches:
        with torch.autocast("cuda"):
            loss = criterion(model(images), labels)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)  # suspected: applies the gradients of all earlier steps again
        scaler.update()


def cleared(model, batches, optimizer, scaler, criterion):
    for images, labels in batches:
        scaler.scale(criterion(model(images), labels)).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad(set_to_none=True)


def handed_on(model, batches, optimizer, scaler, criterion, after_step):
    for images, labels in batches:
        scaler.scale(criterion(model(images), labels)).backward()
        scaler.step(optimizer)
        scaler.update()
        after_step(optimizer)
