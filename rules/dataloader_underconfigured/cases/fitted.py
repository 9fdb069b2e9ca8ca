"""Loaders that Lightning's Trainer is given, and the same by a class that is called so, too."""

import pytorch_lightning as pl
import torch
from somewhere import Trainer, make_model
from torch.utils.data import DataLoader, Dataset


class Sounds(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return len(self.paths)

    def __getitem__(self, index):
        return torch.load(self.paths[index])


rows, others, held_out = Sounds(["a.pt"]), Sounds(["b.pt"]), Sounds(["c.pt"])
drawn = DataLoader(rows, shuffle=True, num_workers=8)  # finding: pass `persistent_workers=True, pin_memory=True`
named = DataLoader(others, num_workers=8, persistent_workers=True)  # finding: `named` does not pin its batches for the
beside = DataLoader(held_out, num_workers=8)
kept = DataLoader(rows, num_workers=8, persistent_workers=True, pin_memory=True)
unknown = DataLoader(others, num_workers=8)

trainer = pl.Trainer(accelerator="gpu", max_epochs=10)
trainer.fit(make_model(), drawn, beside)
trainer.fit(make_model(), train_dataloaders=[named, kept], val_dataloaders=beside)
Trainer().fit(make_model(), unknown)
