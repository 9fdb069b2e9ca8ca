"""One callback saves the best weights, and another one what is needed to go on."""

import lightning.pytorch as pl


def fit(module, data, resume):
    best = pl.callbacks.ModelCheckpoint("best", save_weights_only=True)
    last = pl.callbacks.ModelCheckpoint("last", save_last=True)
    trainer = pl.Trainer(max_epochs=5000, callbacks=[best, last])
    trainer.fit(module, data, ckpt_path=resume)
