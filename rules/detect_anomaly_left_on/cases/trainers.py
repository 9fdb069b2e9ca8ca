"""Trainers of Lightning."""

import pytorch_lightning as pl


def fit(model, data, args):
    trainer = pl.Trainer(max_epochs=3, detect_anomaly=True)  # finding: `detect_anomaly=True` slows down every backward
    trainer.fit(model, data)
    pl.Trainer(max_epochs=3, detect_anomaly=args.debug).fit(model, data)
    if args.debug:
        pl.Trainer(max_epochs=1, detect_anomaly=True).fit(model, data)
