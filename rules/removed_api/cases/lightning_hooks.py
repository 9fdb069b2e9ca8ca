"""A module and a callback of Lightning 1, next to what Lightning 2 still calls."""

import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import Callback, ModelCheckpoint
from pytorch_lightning.loggers import LoggerCollection, TensorBoardLogger  # finding: fails since Lightning 2.0
from pytorch_lightning.utilities.distributed import rank_zero_info  # finding: use `lightning.pytorch.utilities.rank_zero`
from pytorch_lightning.utilities.rank_zero import rank_zero_only


class Regression(pl.LightningModule):
    def __init__(self, hparams):
        super().__init__()
        self.hparams = hparams  # finding: `self.hparams` fails since Lightning 2.0; use `self.save_hyperparameters
        self.settings = hparams
        self.layer = torch.nn.Linear(4, 1)
        self.accuracy = pl.metrics.Accuracy()  # finding: `pytorch_lightning.metrics` fails

    def training_step(self, batch, batch_idx, optimizer_idx):  # finding: expects `optimizer_idx`
        return self.layer(batch).mean()

    def validation_step(self, batch, batch_idx, dataloader_idx=0):
        return self.layer(batch).mean()

    def validation_epoch_end(self, outputs):  # finding: `Regression.validation_epoch_end` raises an error
        rank_zero_info("over")

    def on_validation_epoch_end(self):
        self.log("lr", 0.1)
        self.on_batch_start()

    def on_epoch_end(self):  # finding: is never called since Lightning 2.0; rename it to `on_train_epoch_end`
        self.print("over")

    def on_batch_start(self):
        self.print("this class calls it")

    def optimizer_step(self, epoch, batch_idx, optimizer, optimizer_closure):
        optimizer.step(closure=optimizer_closure)


class Passing(pl.LightningModule):
    def optimizer_step(self, epoch, batch_idx, optimizer, optimizer_idx, *args, **kwargs):
        super().optimizer_step(epoch, batch_idx, optimizer, optimizer_idx, *args, **kwargs)  # it is the closure

    def on_before_optimizer_step(self, optimizer, optimizer_idx):  # finding: expects `optimizer_idx`
        print(optimizer)


class Watch(Callback):
    def on_train_batch_end(self, trainer, module, outputs, batch, batch_idx, dataloader_idx):  # finding: does not pass
        print(batch_idx)

    def on_validation_batch_end(self, trainer, module, outputs, batch, batch_idx, dataloader_idx=0):
        print(batch_idx)


class Lenient(Callback):
    def on_train_batch_end(self, trainer, module, outputs, batch, batch_idx, dataloader_idx=0):
        print(batch_idx)


class Loop:
    def training_epoch_end(self, outputs):
        """Of no Lightning class."""

    def on_epoch_end(self):
        self.hparams = None


class Kept(ModelCheckpoint):
    @rank_zero_only
    def on_keyboard_interrupt(self, trainer, module):  # finding: is never called since Lightning 2.0
        print("stopped")


def main(hparams, resumed):
    logger = TensorBoardLogger("logs")
    old = pl.Trainer(
        gpus=2,  # finding: `Trainer(gpus=)` fails since Lightning 2.0; use `accelerator="gpu", devices=...`
        accelerator="ddp",  # finding: pass the value as `strategy`
        resume_from_checkpoint=resumed,  # finding: pass `ckpt_path=...` to `fit`
        strategy="ddp" if hparams.many else None,  # finding: use `"auto"` or `"ddp"`
        max_epochs=3,
    )
    new = pl.Trainer(accelerator="gpu", devices=2, strategy="ddp" if hparams.many else "auto", logger=logger)
    parser = pl.Trainer.add_argparse_args(hparams.parser)  # finding: `pytorch_lightning.Trainer.add_argparse_args` fails
    again = pl.Trainer.from_argparse_args(hparams, checkpoint_callback=logger)  # finding: from_argparse_args` fails
    return old, new, parser, again, LoggerCollection
