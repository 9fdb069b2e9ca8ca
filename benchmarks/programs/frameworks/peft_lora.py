"""LoRA adapters of peft on a tiny GPT-2: only they are trained."""

# needs: peft, transformers, accelerate
# runs: {python} {path}

import torch
from peft import LoraConfig, get_peft_model
from transformers import GPT2Config, GPT2LMHeadModel


def main():
    torch.manual_seed(4)
    model = GPT2LMHeadModel(GPT2Config(vocab_size=50, n_positions=32, n_embd=32, n_layer=1, n_head=2))
    model = get_peft_model(model, LoraConfig(r=4, target_modules=["c_attn"], fan_in_fan_out=True))
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-3)
    model.train()
    running, values = 0.0, []
    for _ in range(10):
        ids = torch.randint(0, 50, (4, 16))
        optimizer.zero_grad()
        loss = model(input_ids=ids, labels=ids).loss
        loss.backward()
        optimizer.step()
        running += loss  # confirmed by loss-accumulates-graph
        values.append(loss.item())
    print(f"{running.item() / 10:.5f} {values[-1]:.5f} {sum(p.requires_grad for p in model.parameters())}")
    torch.save({name: p for name, p in model.state_dict().items() if "lora" in name}, "weights.pt")


if __name__ == "__main__":
    main()
