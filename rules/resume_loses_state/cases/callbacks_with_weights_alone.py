"""Goes on at a checkpoint, and all callbacks save weights alone."""

import pytorch_lightning as pl
from pytorch_lightning.callbacks import ModelCheckpoint


def fit(module, data, resume):
    callbacks = [
        ModelCheckpoint(monitor="val", save_weights_only=True),  # suspected: keeps no optimizer, nor does another
        ModelCheckpoint(every_n_epochs=10, save_weights_only=True),
        pl.callbacks.LearningRateMonitor(),
    ]
    trainer = pl.Trainer(max_epochs=20, callbacks=callbacks)
    trainer.fit(module, data, ckpt_path=resume)
