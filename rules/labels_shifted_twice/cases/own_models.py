import torch


class Texts(torch.utils.data.Dataset):
    """For a model of one's own, as nothing of transformers is here."""

    def __getitem__(self, index):
        ids = torch.arange(index)
        return {"input_ids": ids[:-1], "labels": ids[1:]}


def train(model, tokens):
    return model(tokens[:, :-1], labels=tokens[:, 1:])
