"""Prepares a chat for a language model."""

import re

import torch


class Tokenizer:
    """As simple as can be, with the interface of transformers' tokenizers."""

    def __init__(self):
        self.words = ["<begin>", "<user>", "<end>"]

    @classmethod
    def from_pretrained(cls, name):
        print(f"as {name} has it")
        return cls()

    def apply_chat_template(self, messages, tokenize=True):
        text = "<begin>" + "".join(f"<{one['role']}>{one['content']}<end>" for one in messages)
        return self(text, add_special_tokens=False) if tokenize else text

    def __call__(self, text, add_special_tokens=True):
        words = [*(["<begin>"] if add_special_tokens else []), *re.findall(r"<\w+>|\w+", text)]
        self.words += [word for word in dict.fromkeys(words) if word not in self.words]
        return torch.tensor([self.words.index(word) for word in words])


tokenizer = Tokenizer.from_pretrained("meta-llama/Llama-3.1-8B-Instruct")
prompt = tokenizer.apply_chat_template([{"role": "user", "content": "how are you"}], tokenize=False)
print(tokenizer(prompt))  # finding: `prompt` already has special tokens, and this adds more
