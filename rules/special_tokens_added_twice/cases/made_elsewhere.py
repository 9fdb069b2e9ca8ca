"""Chats that another function, a loop or a column of the data has the text of."""

from datasets import load_dataset
from transformers import AutoTokenizer

NAME = "google/gemma-2-2b-it"
tokenizer = AutoTokenizer.from_pretrained(NAME)


class Chat:
    def __init__(self):
        self.tokenizer = AutoTokenizer.from_pretrained(NAME)
        self.history = []

    def prompt(self, message):
        self.history.append({"role": "user", "content": message})
        return self.tokenizer.apply_chat_template(self.history, tokenize=False)

    def begin(self, message):
        return f"### {message}"

    def ask(self, message):
        prompt = self.prompt(message)
        return self.tokenizer(prompt, return_tensors="pt")  # finding: already has special tokens

    def complete(self, message):
        return self.tokenizer(self.begin(message), return_tensors="pt")


def in_batches(chats, size):
    prompts = [tokenizer.apply_chat_template(chat, tokenize=False) for chat in chats]
    for start in range(0, len(prompts), size):
        yield tokenizer(prompts[start : start + size], padding=True)  # finding: already has special tokens
    for prompt in prompts:
        yield tokenizer.encode(prompt)  # finding: already has special tokens


def with_answer(chat, answer):
    text = tokenizer.apply_chat_template(chat, tokenize=False) + answer
    return tokenizer(text), tokenizer(answer)  # finding: already has special tokens


def add_text(row):
    row["text"] = tokenizer.apply_chat_template(row["messages"], tokenize=False)
    row["title"] = row["messages"][0]["content"]
    return row


def tokenize(batch):
    return tokenizer(batch["text"], truncation=True)  # finding: already has special tokens


def tokenize_titles(batch):
    return tokenizer(batch["title"], truncation=True)


rows = load_dataset("json", data_files="chats.json")["train"].map(add_text).map(tokenize, batched=True)


def from_behind_the_first(chat, longest):
    text = tokenizer.apply_chat_template(chat, tokenize=False)
    begun = tokenizer(text[:longest])  # finding: already has special tokens
    return begun, tokenizer(text[len(tokenizer.bos_token) :]), tokenizer(text[-longest:])
