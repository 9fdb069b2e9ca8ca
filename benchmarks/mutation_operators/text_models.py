"""Padding, labels and attention of models of text, and versions of libraries."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    called,
    each,
    method,
    operator,
    replaced,
    without_argument,
)


def _padding_in_labels(tree: ast.Module) -> Iterator[Replacement]:
    """`labels[labels == pad] = -100` is left out, as is a masked_fill with -100 in the file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            if ast.unparse(node.value) == "-100" and re.search(r"pad|mask", ast.unparse(node.targets[0])):
                yield replaced(node, "pass")
        call = method(node, "masked_fill")
        if call is not None and isinstance(call.func, ast.Attribute) and ast.unparse(call.args[-1]) == "-100":
            yield replaced(call, ast.unparse(call.func.value))


def _labels_shifted(node: ast.AST) -> str | None:
    """`model(input_ids=ids, labels=labels)` becomes `model(input_ids=ids[:, :-1], labels=labels[:, 1:])`."""
    if (
        not isinstance(node, ast.Call)
        or called(node) == "dict"
        or {"input_ids", "labels"} - {k.arg for k in node.keywords if k.arg}
    ):
        return None
    cut = {"input_ids": "[:, :-1]", "attention_mask": "[:, :-1]", "labels": "[:, 1:]"}
    keywords = [
        ast.keyword(
            k.arg, ast.parse(f"({ast.unparse(k.value)}){cut[k.arg]}", mode="eval").body if k.arg in cut else k.value
        )
        for k in node.keywords
        if k.arg
    ]
    return ast.unparse(ast.Call(node.func, node.args, keywords))


def _end_as_padding(node: ast.AST) -> str | None:
    """`tokenizer.pad_token = tokenizer.unk_token` becomes `tokenizer.pad_token = tokenizer.eos_token`."""
    if (
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Attribute)
        and node.targets[0].attr == "pad_token"
    ):
        tokenizer = ast.unparse(node.targets[0].value)
        return None if "eos" in ast.unparse(node.value) else f"{tokenizer}.pad_token = {tokenizer}.eos_token"
    return None


def _without_mask(node: ast.AST) -> str | None:
    """`model(ids, attention_mask=mask)` becomes `model(ids)`."""
    if isinstance(node, ast.Call) and any(k.arg == "attention_mask" for k in node.keywords):
        if re.search(r"model|encoder|bert|generate", ast.unparse(node.func), re.IGNORECASE):
            return ast.unparse(ast.Call(node.func, node.args, [k for k in node.keywords if k.arg != "attention_mask"]))
    return None


def _plain_mean(node: ast.AST) -> str | None:
    """`(x * mask).sum(1) / mask.sum(1)` becomes `x.mean(1)`."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div):
        return None
    total = method(node.left, "sum") or (
        node.left if isinstance(node.left, ast.Call) and called(node.left) == "sum" else None
    )
    if total is None or not re.search(r"mask.*\.sum\(|length", ast.unparse(node.right)):
        return None
    product = (
        total.func.value
        if isinstance(total.func, ast.Attribute) and ast.unparse(total.func.value) != "torch"
        else total.args[0]
    )
    if isinstance(product, ast.BinOp) and isinstance(product.op, ast.Mult) and "mask" in ast.unparse(product.right):
        arguments = ", ".join(
            map(ast.unparse, [*(total.args if product not in total.args else total.args[1:]), *total.keywords])
        )
        return f"({ast.unparse(product.left)}).mean({arguments})"
    return None


def _version_as_text(node: ast.AST) -> str | None:
    """`version.parse(library.__version__) >= version.parse("4.9")` becomes `library.__version__ >= "4.9"`."""
    if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
        return None
    left, right = node.left, node.comparators[0]
    if (
        called(left) not in ("parse", "Version")
        or called(right) not in ("parse", "Version")
        or re.search(r"torch\.|current", ast.unparse(left))
    ):
        return None
    if isinstance(left, ast.Call) and isinstance(right, ast.Call) and "version" in ast.unparse(left.args[0]):
        return ast.unparse(ast.Compare(left.args[0], node.ops, [right.args[0]]))
    return None


def _special_tokens(tree: ast.Module) -> Iterator[Replacement]:
    """`tokenizer(text, add_special_tokens=False)` becomes `tokenizer(text)`."""
    for name in ("tokenizer", "encode", "tok"):
        yield from without_argument(name, "add_special_tokens", "False")(tree)


def _left_out(keyword: str) -> Callable[[ast.AST], str | None]:
    """`keyword=False` is left out of a call."""

    def rewrite(node: ast.AST) -> str | None:
        if isinstance(node, ast.Call) and any(
            k.arg == keyword and ast.unparse(k.value) == "False" for k in node.keywords
        ):
            return ast.unparse(ast.Call(node.func, node.args, [k for k in node.keywords if k.arg != keyword]))
        return None

    return rewrite


OPERATORS = (
    operator("padding in labels", "labels-keep-padding", _padding_in_labels),
    operator("labels shifted", "labels-shifted-twice", each(_labels_shifted), "CausalLM|LMHead"),
    operator("end as padding", "pad-token-is-eos-in-labels", each(_end_as_padding), "-100|pad_token_id"),
    operator("mask left out", "padded-input-without-attention-mask", each(_without_mask), "okenizer"),
    operator("padding in the mean", "mean-over-padding", each(_plain_mean), r"pad|attention_mask|length"),
    operator("special tokens twice", "special-tokens-added-twice", _special_tokens, "apply_chat_template"),
    operator("heads averaged", "attention-weights-without-heads", each(_left_out("average_attn_weights"))),
    operator("weights never read", "mha-unused-weights", each(_left_out("need_weights")), "MultiheadAttention"),
    operator("version as text", "version-compared-as-text", each(_version_as_text)),
)
