"""All callbacks of a very long run save weights alone."""

import lightning.pytorch as pl


def saving(folder):
    return [pl.callbacks.ModelCheckpoint(folder, save_top_k=3, save_weights_only=True)]  # suspected: this long run fails


def fit(module, data, epochs: int = 5000):
    trainer = pl.Trainer(max_epochs=epochs, callbacks=saving("best"))
    trainer.fit(module, data)
