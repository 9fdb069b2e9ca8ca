"""Models of transformers, which from_pretrained returns in eval mode."""

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import (
    AutoConfig,
    AutoModel,
    AutoModelForCausalLM,
    AutoModelForSequenceClassification,
    BertModel,
    LlamaForCausalLM,
    T5ForConditionalGeneration,
)

loader = DataLoader([])


def classifier(name):
    model = AutoModelForSequenceClassification.from_pretrained(name, num_labels=2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)
    for epoch in range(3):
        for batch in loader:
            loss = model(**batch).loss  # finding: `model` trains in eval mode because `from_pretrained` left it there
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


def fit(network, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        network(**batch).loss.backward()  # finding: `network` trains in eval mode
        optimizer.step()


def summarizer():
    model = T5ForConditionalGeneration.from_pretrained("t5-small").to("cuda")
    decayed = [p for n, p in model.named_parameters() if "bias" not in n]
    others = [p for n, p in model.named_parameters() if "bias" in n]
    fit(model, torch.optim.AdamW([{"params": decayed}, {"params": others, "weight_decay": 0.0}]))


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = BertModel.from_pretrained("bert-base-uncased")
        self.head = nn.Linear(768, 9)

    def forward(self, tokens):
        return self.head(self.bert(tokens).last_hidden_state)


def part_of_a_model():
    tagger = Tagger()
    optimizer = torch.optim.Adam(tagger.parameters(), lr=2e-5)
    criterion = nn.CrossEntropyLoss()
    for tokens, tags in loader:
        optimizer.zero_grad()
        loss = criterion(tagger(tokens).flatten(0, 1), tags.flatten())  # finding: `tagger` trains in eval mode
        loss.backward()
        optimizer.step()


def whole_in_train_mode():
    tagger = Tagger()
    tagger.train()
    optimizer = torch.optim.Adam(tagger.parameters(), lr=2e-5)
    criterion = nn.CrossEntropyLoss()
    for tokens, tags in loader:
        optimizer.zero_grad()
        criterion(tagger(tokens).flatten(0, 1), tags.flatten()).backward()
        optimizer.step()


def train(model):
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)
    for epoch in range(3):
        model.train()
        for batch in loader:
            optimizer.zero_grad()
            model(**batch).loss.backward()
            optimizer.step()


def in_train_mode(name):
    train(AutoModelForSequenceClassification.from_pretrained(name))


def decoder_without_dropout():
    model = LlamaForCausalLM.from_pretrained("some/model")
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()


def any_decoder(name):
    model = AutoModelForCausalLM.from_pretrained(name)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()  # suspected: `model` trains in eval mode
        optimizer.step()


def dropout_is_thought_of(name):
    model = AutoModelForSequenceClassification.from_pretrained(name, hidden_dropout_prob=0.0)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()


def from_scratch():
    model = AutoModelForSequenceClassification.from_config(AutoConfig.from_pretrained("bert-base-uncased"))
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()


def probe():
    encoder = AutoModel.from_pretrained("bert-base-uncased")
    head = nn.Linear(768, 2)
    optimizer = torch.optim.Adam(head.parameters())
    for tokens, labels in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(head(encoder(tokens).pooler_output), labels).backward()
        optimizer.step()


def on_purpose(name):
    model = AutoModelForSequenceClassification.from_pretrained(name)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)
    model.eval()  # no Dropout while so few rows are learnt by heart
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()
