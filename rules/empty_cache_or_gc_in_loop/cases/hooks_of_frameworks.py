"""Methods that a framework calls in each step of a training, beside the step itself."""

import gc

import lightning as pl
import torch
from transformers import TrainerCallback


class Lit(pl.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def training_step(self, batch, batch_idx):
        return self.net(batch).mean()

    def on_train_batch_end(self, outputs, batch, batch_idx):
        torch.cuda.empty_cache()  # finding: `torch.cuda.empty_cache()` frees memory

    def on_train_epoch_end(self):
        torch.cuda.empty_cache()

    def on_validation_batch_end(self, outputs, batch, batch_idx, dataloader_idx=0):
        torch.cuda.empty_cache()


class Cleaner(pl.Callback):
    def on_train_batch_start(self, trainer, module, batch, batch_idx):
        if batch_idx % 100 == 0:
            gc.collect()


class Freeing(TrainerCallback):
    def on_step_end(self, args, state, control, **kwargs):
        gc.collect()  # finding: `gc.collect()` scans every object, in every step

    def on_epoch_end(self, args, state, control, **kwargs):
        gc.collect()
