"""Two functions that make tokenizers: with one of them, padding and the end of text are the same."""

from transformers import AutoTokenizer, DataCollatorForLanguageModeling


def plain_tokenizer(path):
    tok = AutoTokenizer.from_pretrained(path)
    tok.pad_token = tok.eos_token
    return tok


def padded_tokenizer(path):
    tok = AutoTokenizer.from_pretrained(path)
    tok.add_special_tokens({"pad_token": "[PAD]"})
    return tok


def wrapped_tokenizer(path):
    return plain_tokenizer(path)


def texts(tok, rows):
    return [row + tok.eos_token for row in rows]


def plain():
    tok = plain_tokenizer("gpt2")
    return DataCollatorForLanguageModeling(tok, mlm=False)  # finding: also masks every end of text


def separate():
    tok = padded_tokenizer("gpt2")
    return DataCollatorForLanguageModeling(tok, mlm=False)


def wrapped():
    tok = wrapped_tokenizer("gpt2")
    return DataCollatorForLanguageModeling(tok, mlm=False)  # finding: also masks every end of text
