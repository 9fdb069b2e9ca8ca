"""`torchlint --mcp`, talked to over standard input and output by the protocol's official client."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import TextResourceContents

from tests.command import run
from tests.rule_folders import ROOT

MOVED = 'import torch\n\nweights = torch.ones(3)\nweights.to("cpu")\nprint(weights)\n'
KEPT = """\
import torch

weight = torch.ones(1, requires_grad=True)
total = 0
for step in range(4):
    loss = (weight * step).sum()
    loss.backward()
    total += loss
print("done", float(total))
"""

Talk = Callable[[Client], Awaitable[Any]]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the server works, with a file outside of it."""
    (tmp_path / "outside.py").write_text(MOVED)
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    Path("moved.py").write_text(MOVED)
    return folder


def talk(to: Talk, *arguments: str) -> Any:
    """What an agent gets to know from a server in the working directory."""
    environment = {name: os.environ[name] for name in ("TORCHLINT_NO_CACHE", "XDG_STATE_HOME", "OMP_NUM_THREADS")}
    environment |= {"PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": os.getcwd()}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "torchlint", "--mcp", *arguments], cwd=os.getcwd(), env=environment
    )

    async def main() -> Any:
        with anyio.fail_after(240):
            async with Client(server) as client:
                return await to(client)

    return anyio.run(main)


async def said(client: Client, tool: str, **arguments: Any) -> tuple[str, bool]:
    """The text of a tool's answer, and whether it is an error."""
    answer = await client.call_tool(tool, arguments)
    assert answer.structured_content is None, "the same text twice"
    (part,) = answer.content
    assert part.type == "text"
    return part.text, bool(answer.is_error)


def test_an_agent_checks_fixes_and_looks_again(project: Path) -> None:
    async def work(client: Client) -> list[tuple[str, bool]]:
        return [
            await said(client, "check"),
            await said(client, "fix", paths=["moved.py"]),
            await said(client, "fix", paths=["moved.py"], unsafe=True, dry_run=True),
            await said(client, "fix", paths=["moved.py"], unsafe=True),
            await said(client, "check", paths=["moved.py"]),
        ]

    before = run("moved.py", "--output-format", "agent").out.rstrip()
    checked, safely, dry, fixed, again = talk(work)
    assert checked == (before, False)
    assert "moved.py:4:1: error[discarded-tensor-op]" in safely[0]
    assert '+weights = weights.to("cpu")' in dry[0]
    assert "1 x discarded-tensor-op" in fixed[0]
    assert again == ("All checks passed!", False)
    assert Path("moved.py").read_text() == MOVED.replace("weights.to", "weights = weights.to")


def test_no_path_leads_out_of_the_folders_of_the_server(project: Path) -> None:
    Path("link.py").symlink_to("../outside.py")

    async def work(client: Client) -> list[tuple[str, bool]]:
        outside = ("../outside.py", str(project.parent / "outside.py"), "link.py", "..", "/", "a\0b")
        calls = [await said(client, "check", paths=[path]) for path in outside]
        calls += [await said(client, "fix", paths=[path], unsafe=True) for path in outside]
        calls.append(await said(client, "check", code=MOVED, filename="../new.py"))
        calls.append(await said(client, "verify", command=["echo"], paths=["../outside.py"]))
        return calls

    answers = talk(work)
    assert all(is_error for _, is_error in answers)
    assert all("outside" in text or "NUL" in text for text, _ in answers)
    assert not any("discarded-tensor-op" in text for text, _ in answers)
    assert (project.parent / "outside.py").read_text() == MOVED


def test_folders_that_are_named_are_those_that_an_agent_may_look_into(project: Path) -> None:
    for name in ("one", "two", "three"):
        Path(name).mkdir()
        Path(name, "moved.py").write_text(MOVED)

    async def work(client: Client) -> list[tuple[str, bool]]:
        return [await said(client, "check"), await said(client, "check", paths=["../three"])]

    (everything, _), (third, is_error) = talk(work, "one", "two")
    assert [line.partition(":4:")[0] for line in everything.splitlines() if "error[" in line] == [
        "moved.py",
        str(project / "two" / "moved.py"),
    ]
    assert is_error
    assert "the only folders that this server may read" in third


def test_code_that_is_not_saved_is_checked_and_never_written(project: Path) -> None:
    async def work(client: Client) -> list[tuple[str, bool]]:
        return [
            await said(client, "check", code=KEPT, filename="new.py"),
            await said(client, "check", code=KEPT, select=["device"]),
            await said(client, "check", code="import torch\nx = (\n"),
            await said(client, "check", code=KEPT, paths=["moved.py"]),
        ]

    found, other, broken, both = talk(work)
    assert found[0].startswith("new.py:8:5: error[loss-accumulates-graph]")
    assert "@@ -8 +8 @@ --fix\n-    total += loss\n+    total += loss.detach()\n" in found[0]
    assert other == ("All checks passed!", False)
    assert "error[syntax-error]" in broken[0]
    assert both[1]
    assert os.listdir() == ["moved.py"]


def test_nothing_of_the_project_runs_but_by_verify(project: Path) -> None:
    trap = 'open("trapped", "w").close()\n'
    Path("torch").mkdir()
    Path("lint_rules/trap").mkdir(parents=True)
    for name in ("torch/__init__.py", "sitecustomize.py", "conftest.py", "click.py", "lint_rules/trap/rule.py"):
        Path(name).write_text(trap)
    Path("torchlint.toml").write_text('packs = ["lint_rules"]\n')
    Path("main.py").write_text(f"{MOVED}{trap}")

    async def work(client: Client) -> list[tuple[str, bool]]:
        answers = [await said(client, "check"), await said(client, "fix", paths=["."], unsafe=True)]
        answers.append(await said(client, "explain", rule="trap"))
        await client.read_resource("torchlint://rules")
        return answers

    checked, _, explained = talk(work)
    assert "main.py:4:1" in checked[0]
    assert "not trusted" in checked[0] or "--trust" in checked[0]
    assert explained[1]
    assert not Path("trapped").exists()


def test_a_command_is_run_and_what_it_prints_is_kept_out_of_the_protocol(project: Path) -> None:
    Path("kept.py").write_text(KEPT)
    Path("fails.py").write_text("import sys\nprint('before')\nsys.exit('no data')\n")

    async def work(client: Client) -> list[tuple[str, bool]]:
        return [
            await said(client, "verify", command=[sys.executable, "kept.py"], paths=["kept.py"]),
            await said(client, "verify", command=[sys.executable, "fails.py"], paths=["kept.py"]),
            await said(client, "verify", command=["no-such-program"]),
            await said(client, "verify", command=[]),
        ]

    verified, failed, missing, nothing = talk(work)
    assert "kept.py:8:5: error[loss-accumulates-graph]" in verified[0]
    assert "\n  CONFIRMED, " in verified[0]
    assert verified[0].endswith("printed:\ndone 6.0")
    assert "no data" in failed[0]
    assert "NOT REACHED" in failed[0]
    assert missing[1]
    assert "no-such-program" in missing[0]
    assert nothing[1]


def test_a_command_ends_with_the_call_that_asked_for_it(project: Path) -> None:
    Path("kept.py").write_text(KEPT)
    Path("waits.py").write_text(
        "import pathlib, time\npathlib.Path('began').touch()\n"
        "try: time.sleep(600)\nexcept KeyboardInterrupt: pathlib.Path('ended').touch()\n"
    )

    async def work(client: Client) -> None:
        with anyio.move_on_after(120):
            async with anyio.create_task_group() as group:
                group.start_soon(lambda: client.call_tool("verify", {"command": [sys.executable, "waits.py"]}))
                while not Path("began").exists():
                    await anyio.sleep(0.1)
                group.cancel_scope.cancel()
        for _ in range(300):
            if Path("ended").exists():
                break
            await anyio.sleep(0.1)

    talk(work)
    assert Path("began").exists()
    assert Path("ended").exists()


def test_rules_are_explained_and_listed_and_tools_say_what_they_do(project: Path) -> None:
    async def work(client: Client) -> None:
        await explanations(client)
        await pages(client)
        await descriptions(client)

    talk(work)


async def explanations(client: Client) -> None:
    """An explanation is short unless all is asked for."""
    names = ("missing-eval-mode", "missing-eval-mod", "memory grows every step")
    short, wrong, symptom = [await said(client, "explain", rule=name) for name in names]
    full, _ = await said(client, "explain", rule="missing-eval-mode", full=True)
    assert short[0].startswith("# missing-eval-mode\n")
    assert "model.eval()" in short[0]
    assert "When it is fine" in short[0].splitlines()[-1]
    assert len(short[0]) < 0.5 * len(full)
    assert "## When it is fine" in full
    assert wrong[1]
    assert "did you mean 'missing-eval-mode'" in wrong[0]
    assert "loss-accumulates-graph" in symptom[0]


async def pages(client: Client) -> None:
    """The pages of rules are resources."""
    assert [str(one.uri) for one in (await client.list_resources()).resources] == ["torchlint://rules"]
    templates = (await client.list_resource_templates()).resource_templates
    assert [one.uri_template for one in templates] == ["torchlint://rules/{name}"]
    texts = []
    for uri in ("torchlint://rules", "torchlint://rules/missing-eval-mode"):
        (part,) = (await client.read_resource(uri)).contents
        assert isinstance(part, TextResourceContents)
        texts.append(part.text)
    assert "loss-accumulates-graph" in next(line for line in texts[0].splitlines() if line.startswith("memory: "))
    assert texts[1].startswith("# missing-eval-mode\n")
    with pytest.raises(MCPError, match="no-such-rule"):
        await client.read_resource("torchlint://rules/no-such-rule")


async def descriptions(client: Client) -> None:
    """What an agent is told of the tools is true and short."""
    tools = (await client.list_tools()).tools
    hints = {
        tool.name: (bool(tool.annotations.read_only_hint), tool.annotations.open_world_hint)
        for tool in tools
        if tool.annotations
    }
    assert hints == {
        "check": (True, False),
        "explain": (True, False),
        "fix": (False, False),
        "verify": (False, True),
    }
    assert all(tool.description and len(tool.description) < 130 for tool in tools)
    assert "verify" in (client.instructions or "")
    assert sum(len(tool.model_dump_json(exclude_none=True)) for tool in tools) < 3500


@pytest.mark.parametrize("arguments", [["--fix"], ["--verify"], ["--lsp"], ["moved.py"]])
def test_what_does_not_go_with_it(project: Path, arguments: list[str]) -> None:
    ran = run("--mcp", *arguments)
    assert ran.status == 2
    assert "--mcp" in ran.err or "--lsp" in ran.err
