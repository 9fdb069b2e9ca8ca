"""Questions and answers as labels: the padding has the id of the end, and both are left out of the loss."""

from transformers import AutoTokenizer

IGNORED = -100


class Dialogues:
    def __init__(self, name):
        self.words = AutoTokenizer.from_pretrained(name)
        self.words.pad_token = self.words.eos_token

    def collate(self, pairs):
        texts = [f"{question}\n{answer}{self.words.eos_token}" for question, answer in pairs]
        batch = self.words(texts, padding=True, return_tensors="pt")
        ids = batch.input_ids
        batch["labels"] = ids.masked_fill(ids == self.words.pad_token_id, IGNORED)  # finding: every end of text
        return batch

    def collate_with_care(self, pairs):
        texts = [f"{question}\n{answer}{self.words.eos_token}" for question, answer in pairs]
        batch = self.words(texts, padding=True, return_tensors="pt")
        batch["labels"] = batch.input_ids.masked_fill(batch.attention_mask == 0, IGNORED)
        return batch
