"""Chats that are tokenized in a second step."""

from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("google/gemma-2-2b-it")


class Prompts:
    def __init__(self, name):
        self.tokenizer = AutoTokenizer.from_pretrained(name)

    def encode(self, messages):
        prompt = self.tokenizer.apply_chat_template(messages, tokenize=False)
        return self.tokenizer(prompt, return_tensors="pt")  # suspected: already has special tokens

    def encode_well(self, messages):
        prompt = self.tokenizer.apply_chat_template(messages, tokenize=False)
        return self.tokenizer(prompt, add_special_tokens=False, return_tensors="pt")


def several(chats):
    prompts = [tokenizer.apply_chat_template(chat, tokenize=False) for chat in chats]
    return tokenizer(prompts, padding=True)  # finding: already has special tokens


def at_once(messages):
    yield tokenizer.encode(tokenizer.apply_chat_template(messages, tokenize=False))  # finding: adds more
    yield tokenizer.apply_chat_template(messages, return_tensors="pt")


def on_a_condition(messages, is_open):
    if is_open:
        text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    else:
        text = tokenizer.apply_chat_template(messages, tokenize=False)
    return tokenizer([text])  # finding: `[text]` already has special tokens


def without_the_first(messages):
    text = tokenizer.apply_chat_template(messages, tokenize=False)
    text = text.removeprefix(tokenizer.bos_token)
    return tokenizer(text)


def plain_text(text, messages):
    print(tokenizer.apply_chat_template(messages, tokenize=False))
    return tokenizer(text)


def by_settings(messages, **settings):
    text = tokenizer.apply_chat_template(messages, tokenize=False)
    return tokenizer(text, **settings)


def by_another(messages, generator):
    """Its text is not this tokenizer's to begin."""
    return generator(tokenizer.apply_chat_template(messages, tokenize=False))
