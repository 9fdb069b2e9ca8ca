"""Written for Lightning 1.9, with which its project stays."""

import pytorch_lightning as pl


class Counting(pl.Callback):
    def on_epoch_end(self, trainer, module):
        print(trainer.current_epoch)


def trainer(counting: Counting) -> pl.Trainer:
    return pl.Trainer(gpus=1, callbacks=[counting])
