"""Gradients are accumulated, and a framework's method runs with each batch: what follows on each step costs as much."""

import gc

import torch
from torch import nn
from transformers import Trainer


def accumulated(model: nn.Module, optimizer, loader, every):
    waiting = 0
    for images in loader:
        model(images).sum().backward()
        waiting += 1
        if waiting >= every:
            optimizer.step()
            optimizer.zero_grad()
            waiting = 0
            torch.cuda.empty_cache()  # finding: frees memory that the next step allocates again, in every step


def one_of_two_steps(critic: nn.Module, maker: nn.Module, critics, makers, loader):
    for number, images in enumerate(loader):
        critics.zero_grad()
        critic(images).sum().backward()
        critics.step()
        if number % 5 == 0:
            makers.zero_grad()
            critic(maker(images)).sum().backward()
            makers.step()
            torch.cuda.empty_cache()


def saved_now_and_then(model: nn.Module, optimizer, loader, every):
    for number, images in enumerate(loader):
        model(images).sum().backward()
        if (number + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()
            if number > 1000:
                gc.collect()


class Tuner(Trainer):
    def training_step(self, model, inputs, num_items_in_batch=None):
        if torch.distributed.is_initialized():
            print("one of several")
        loss = self.compute_loss(model, inputs)
        del inputs
        torch.cuda.empty_cache()  # finding: frees memory that the next step allocates again, in every step
        self.accelerator.backward(loss)
        if self.state.global_step % 100 == 0:
            gc.collect()
        return loss.detach()

    def prediction_step(self, model, inputs, prediction_loss_only, ignore_keys=None):
        torch.cuda.empty_cache()
        return super().prediction_step(model, inputs, prediction_loss_only, ignore_keys)


def once_in_an_epoch(model, optimizer, loader, epochs):
    for _ in range(epochs):
        for number, x in enumerate(loader):
            model(x).sum().backward()
            if number == len(loader) - 1:
                optimizer.step()
                optimizer.zero_grad()
                torch.cuda.empty_cache()
