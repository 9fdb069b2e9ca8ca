"""PEFT trains what it adds to a model, and what it loads is in eval mode and trains nothing."""

import torch
from peft import (
    AutoPeftModelForCausalLM,
    LoraConfig,
    PeftModel,
    get_peft_model,
    prepare_model_for_kbit_training,
    set_peft_model_state_dict,
)
from torch import nn
from transformers import AutoModelForCausalLM

model = nn.Linear(8, 2).cuda()
state = torch.load("adapter.pt", "cpu", weights_only=True)
reveal(set_peft_model_state_dict(model, state))  # unknown
reveal(model)  # module, torch.nn.Linear

base = AutoModelForCausalLM.from_pretrained("somebody/something")
base.requires_grad_(False)
adapted = get_peft_model(prepare_model_for_kbit_training(base), LoraConfig())
reveal(adapted)  # module, peft.PeftModel
adapted.print_trainable_parameters()
adapted.train()
optimizer = torch.optim.AdamW(adapted.parameters())
for batch in torch.utils.data.DataLoader([]):
    loss = adapted(**batch).loss
    reveal(loss)  # output, grad
    loss.backward()
    optimizer.step()  # finding: applies the gradients of all earlier steps

loaded = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained("somebody/something"), "adapter")
reveal(loaded)  # module, peft.PeftModel
merged = loaded.merge_and_unload()
reveal(merged)  # module, peft.PeftModel
for batch in torch.rand(64, 8).split(4):
    print(merged(batch).logits.argmax(-1))  # nothing of it wants gradients
trainable = PeftModel.from_pretrained(
    AutoModelForCausalLM.from_pretrained("somebody/something"), "adapter", is_trainable=True
)
trainable.eval()
for batch in torch.rand(64, 8).split(4):
    print(trainable(batch).logits.argmax(-1))  # finding: `trainable` is evaluated with gradients enabled
reveal(AutoPeftModelForCausalLM.from_pretrained("adapter"))  # module, peft.PeftModel
