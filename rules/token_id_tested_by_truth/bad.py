"""Pads the prompts of a batch, with the ids of a tokenizer whose padding token is 0."""

import torch


class Tokenizer:
    """As simple as can be, with the interface of transformers' tokenizers."""

    pad_token_id = 0
    eos_token_id = 1

    def __call__(self, text: str) -> list[int]:
        return [2 + ord(letter) - ord("a") for letter in text]


def batch(tokenizer: Tokenizer, texts: list[str]) -> torch.Tensor:
    padding = tokenizer.pad_token_id or tokenizer.eos_token_id  # finding: may be 0, which is false
    rows = [tokenizer(text) for text in texts]
    width = max(map(len, rows))
    return torch.tensor([[padding] * (width - len(row)) + row for row in rows])


if __name__ == "__main__":
    ids = batch(Tokenizer(), ["abc", "a"])
    print(ids, "with", int((ids != Tokenizer.pad_token_id).sum()), "tokens that are no padding")
