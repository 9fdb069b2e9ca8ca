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


class OpenData:
    """Its settings are set anew by a class that derives from it."""

    def __init__(self, val_set):
        self.val_set = val_set
        self.choices = {"batch_size": 8, "drop_last": True}

    def val_dataloader(self):
        return DataLoader(self.val_set, **self.choices)


class WholeData(OpenData):
    def __init__(self, val_set):
        super().__init__(val_set)
        self.choices["drop_last"] = False


class PatchedData:
    """Its settings are changed by the code that makes it."""

    def __init__(self, val_set):
        self.val_set = val_set
        self.options = {"batch_size": 8, "drop_last": True}

    def val_dataloader(self):
        return DataLoader(self.val_set, **self.options)


def whole(val_set):
    data = PatchedData(val_set)
    data.options["drop_last"] = False
    return data
