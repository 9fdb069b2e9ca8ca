"""Calls by the name that is written: imports anywhere, names that mean two things, code that never runs."""

from __future__ import annotations

from torchlint.queries import CallView, File
from torchlint.syntax import tree


def named(text: str, *names: str) -> list[str]:
    return [call.code for call in File("train.py", text).named_calls(*names)]


def test_imports_lead_to_a_name() -> None:
    text = (
        "import torch\nimport torch.nn as nn\nfrom torch.nn import functional as F\nfrom torch import load\n"
        "torch.backends.cudnn.benchmark = True\n"
        "nn.functional.relu(1)\nF.relu(2)\nload(3)\ntorch.load(4)\nother.load(5)\n"
        "def f():\n    return 0\n    torch.load(6)\n"
    )
    assert named(text, "torch.nn.functional.relu") == ["nn.functional.relu(1)", "F.relu(2)"]
    assert named(text, "torch.load") == ["load(3)", "torch.load(4)", "torch.load(6)"]
    assert named(text, "torch.save") == []


def test_a_name_that_the_file_binds_is_its_own() -> None:
    assert named("from torch import load\ndef load(path):\n    pass\nload(1)\n", "torch.load") == []
    assert named("import torch.nn.functional as F\nfor F in range(3):\n    F.elu(1)\n", "torch.nn.functional.elu") == []


def test_a_name_with_two_meanings() -> None:
    text = (
        "try:\n    from torch.hub import load_url\nexcept ImportError:\n"
        "    from torch.utils.model_zoo import load_url\n"
        "load_url(1)\n"
    )
    both = ["torch.hub.load_url", "torch.utils.model_zoo.load_url"]
    assert named(text, *both) == ["load_url(1)"]
    assert named(text, "torch.hub.load_url") == []
    own = "try:\n    from torch import load\nexcept ImportError:\n    from .files import load\nload(1)\n"
    assert named(own, "torch.load") == []


def test_a_variable_of_another_scope_is_another_name() -> None:
    text = (
        "from torch.cuda import amp\n"
        "def scaled(amp, loss):\n    return amp.autocast(1)\n"
        "def counted(losses):\n    return [amp.autocast(2) for amp in losses]\n"
        "class Settings:\n    amp = True\n    def enter(self):\n        return amp.autocast(3)\n"
        "amp.autocast(4)\n"
    )
    assert named(text, "torch.cuda.amp.autocast") == ["amp.autocast(3)", "amp.autocast(4)"]
    assert named(f"{text}amp = None\n", "torch.cuda.amp.autocast") == []
    changed = "import torch\ndef swap():\n    global torch\n    torch = None\ntorch.load(1)\n"
    assert named(changed, "torch.load") == []


def test_a_name_that_is_none_without_its_package() -> None:
    missing = "try:\n    from flash_attn import flash_attn_func\nexcept ImportError:\n    flash_attn_func = {}\n"
    call = "def attend(q):\n    return flash_attn_func(q)\n"
    assert named(missing.format(None) + call, "flash_attn.flash_attn_func") == ["flash_attn_func(q)"]
    assert named(missing.format("attend") + call, "flash_attn.flash_attn_func") == []


def test_what_code_further_in_imports_is_spelled_out() -> None:
    text = (
        "def attend(q):\n    from flash_attn import flash_attn_func as fast\n    return fast(1)\n"
        "def other(fast):\n    return fast(2)\n"
        "def own(q):\n    from .attention import flash\n    return flash(3)\n"
        "try:\n    import xformers.ops as xops\nexcept ImportError:\n    xops = None\nxops.attention(4)\n"
    )
    file = File("train.py", text)
    calls = [CallView(file, node) for node in file.tree.all(tree.Call)]
    found = {call.code: file.names.spelled_out(call.callee.node) for call in calls}
    assert found == {
        "fast(1)": "flash_attn.flash_attn_func",
        "fast(2)": "fast",
        "flash(3)": "flash",
        "xops.attention(4)": "xformers.ops.attention",
    }
