"""Settings that an object keeps, and unpacks for several loaders."""

from torch.utils.data import DataLoader


class Shared:
    def __init__(self, train_set, val_set, batch_size):
        self.train_set, self.val_set = train_set, val_set
        self.settings = dict(batch_size=batch_size, drop_last=True)  # suspected: leaves the last samples out

    def train_loader(self):
        return DataLoader(self.train_set, shuffle=True, **self.settings)

    def val_loader(self):
        return DataLoader(self.val_set, **self.settings)


class Changed:
    def __init__(self, val_set, batch_size):
        self.val_set = val_set
        self.settings = dict(batch_size=batch_size, drop_last=True)
        self.settings["drop_last"] = False

    def val_loader(self):
        return DataLoader(self.val_set, **self.settings)


class HandedOn:
    def __init__(self, val_set, batch_size, adapt):
        self.val_set = val_set
        self.settings = dict(batch_size=batch_size, drop_last=True)
        adapt(self.settings)

    def val_loader(self):
        return DataLoader(self.val_set, **self.settings)
