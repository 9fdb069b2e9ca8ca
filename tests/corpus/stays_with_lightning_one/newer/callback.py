"""Written for Lightning 1.9, by a project that does not stay with it."""

import pytorch_lightning as pl


class Counting(pl.Callback):
    def on_epoch_end(self, trainer, module):  # finding: is never called since Lightning 2.0
        print(trainer.current_epoch)


def trainer(counting: Counting) -> pl.Trainer:
    return pl.Trainer(gpus=1, callbacks=[counting])  # finding: use `accelerator="gpu", devices=...`
