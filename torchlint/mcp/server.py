"""The server: its tools as agents see them, and the pages of the rules as resources."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp_types import ToolAnnotations
from pydantic import Field

from torchlint.api.explaining import known_rules, rule_page
from torchlint.mcp.roots import Roots
from torchlint.mcp.tools import TIMEOUT, Tools
from torchlint.settings.selection import suggestion
from torchlint.version import __version__

INSTRUCTIONS = """\
torchlint finds mistakes in PyTorch code: growing memory, lost gradients, wrong losses, wrong modes.
After editing such code, `check` it, then `fix` what has a diff and edit the rest. `verify` runs a command, and measures
whether findings are real."""

Tool = Callable[..., Awaitable[str]]
Paths = Annotated[list[str] | None, Field(description="files and folders; all by default")]
Rules = Annotated[list[str] | None, Field(description='only these rules or groups, such as "memory"')]


def serve(folders: Sequence[str]) -> None:
    """Serve an agent on standard input and output until it has had enough; paths outside of the folders are refused."""
    roots = Roots(folders)
    os.chdir(roots.first)  # whose configuration says which rules there are
    make_server(roots).run("stdio")


def make_server(roots: Roots) -> MCPServer:
    """The server with its tools and resources."""
    tools = Tools(roots)
    server = MCPServer("torchlint", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING")
    _add_tools(server, tools)
    _add_resources(server)
    return server


def _add_tools(server: MCPServer, tools: Tools) -> None:
    async def check(
        paths: Paths = None,
        code: Annotated[str | None, Field(description="unsaved code, instead of paths")] = None,
        filename: Annotated[str, Field(description="the file name under which the code will be saved")] = "untitled.py",
        select: Rules = None,
        suspected: Annotated[
            bool, Field(description="also suspected findings, which the code alone can't prove")
        ] = False,
    ) -> str:
        return await tools.check(paths, code, filename, select, suspected)

    async def fix(
        paths: Annotated[list[str], Field(description="files and folders")],
        unsafe: Annotated[bool, Field(description="also fixes that change results, marked --unsafe-fixes")] = False,
        select: Rules = None,
        dry_run: Annotated[bool, Field(description="write nothing, return a diff")] = False,
    ) -> str:
        return await tools.fix(paths, unsafe, select, dry_run)

    async def explain_rule(
        rule: Annotated[str, Field(description='a name, or a symptom such as "loss is NaN"')],
        full: Annotated[bool, Field(description="the whole page, with when it is fine")] = False,
    ) -> str:
        return await tools.explain(rule, full)

    async def verify(
        ctx: Context,
        command: Annotated[list[str], Field(description='such as ["python", "train.py", "--epochs", "1"]')],
        paths: Paths = None,
        timeout: Annotated[float, Field(description="seconds", gt=0)] = TIMEOUT,
        max_steps: Annotated[int | None, Field(description="stop after this many optimizer steps", ge=1)] = None,
    ) -> str:
        async def alive(seconds: float) -> None:
            await ctx.report_progress(seconds, timeout)

        return await tools.verify(command, paths, timeout, max_steps, alive)

    says = "Check PyTorch code; runs nothing. One line per finding; below it the fix as a diff."
    _add(server, "check", check, says, ToolAnnotations(read_only_hint=True, open_world_hint=False))
    says = "Apply fixes to files; returns what was fixed and the findings that are left."
    _add(server, "fix", fix, says, ToolAnnotations(destructive_hint=True, idempotent_hint=True, open_world_hint=False))
    says = "What a rule finds and what to write instead."
    _add(server, "explain", explain_rule, says, ToolAnnotations(read_only_hint=True, open_world_hint=False))
    says = "Run a command for real, and measure for each finding: CONFIRMED, REFUTED, NOT REACHED or UNDECIDED."
    _add(server, "verify", verify, says, ToolAnnotations(destructive_hint=True, open_world_hint=True))


def _add(server: MCPServer, name: str, tool: Tool, says: str, annotations: ToolAnnotations) -> None:
    # A structured answer would say the same text twice.
    server.add_tool(tool, name, description=says, annotations=annotations, structured_output=False)


def _add_resources(server: MCPServer) -> None:
    @server.resource("torchlint://rules", title="All rules", mime_type="text/plain")
    def rules() -> str:
        """The names of all rules, by group."""
        groups: dict[str, list[str]] = {}
        for rule in sorted(known_rules().values(), key=lambda rule: (rule.group, rule.name)):
            groups.setdefault(rule.group, []).append(rule.name)
        return "".join(f"{group}: {', '.join(names)}\n" for group, names in groups.items())

    @server.resource("torchlint://rules/{name}", title="A rule's page", mime_type="text/markdown")
    def rule(name: str) -> str:
        """What a rule finds, why it matters, and what to write instead."""
        known = known_rules()
        if name not in known:
            raise ResourceNotFoundError(f"unknown rule '{name}'{suggestion(name, known, known)}")
        return rule_page(known[name]).page
