"""Samples of datasets, whose labels are one row of what the tokenizer gave."""

from torch.utils.data import Dataset


class Pairs(Dataset):
    def __init__(self, rows, tokenizer):
        self.rows, self.tokenizer = rows, tokenizer

    def __getitem__(self, i):
        source, target = self.rows[i]
        inputs = self.tokenizer(source, max_length=64, padding="max_length", truncation=True, return_tensors="pt")
        wanted = self.tokenizer(target, max_length=64, padding="max_length", truncation=True, return_tensors="pt")
        return {"input_ids": inputs["input_ids"][0], "labels": wanted["input_ids"][0]}  # finding: keeps the padding


class Texts(Dataset):
    def __init__(self, rows, tokenizer):
        self.rows, self.tokenizer = rows, tokenizer

    def __getitem__(self, i):
        encoded = self.tokenizer.encode_plus(self.rows[i], max_length=64, pad_to_max_length=True, return_tensors="pt")
        ids = encoded["input_ids"].squeeze(0)
        return dict(input_ids=ids, mask=encoded["attention_mask"].flatten(), labels=ids.clone())  # finding: keeps


class Classes(Dataset):
    def __init__(self, rows, tokenizer, labels):
        self.rows, self.tokenizer, self.labels = rows, tokenizer, labels

    def __getitem__(self, i):
        encoded = self.tokenizer(self.rows[i], padding="max_length", return_tensors="pt")
        plain = self.tokenizer(self.rows[i], return_tensors="pt")
        return {"input_ids": encoded["input_ids"][0], "labels": self.labels[i]}, {"labels": plain["input_ids"][0]}
