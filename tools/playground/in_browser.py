"""What the playground asks of torchlint. It is in the archive of the page, beside torchlint, and runs under Pyodide."""

import json

import torchlint


def answer(request: str) -> str:
    """What is found in a text, and the text, as JSON; with `fix`, the fixed text.

    The request is JSON too: `text`; `all` to run every rule and show what is only suspected; `fix` is "" or which fixes
    to apply, "safe" or "unsafe".
    """
    asked = json.loads(request)
    text = asked["text"]
    select, suspected = (["ALL"], True) if asked["all"] else (None, None)
    if asked["fix"]:
        unsafe = asked["fix"] == "unsafe"
        text = torchlint.fix(text=text, unsafe=unsafe, select=select, suspected=suspected, isolated=True).text
    result = torchlint.check(text=text, select=select, suspected=suspected, isolated=True)
    findings = [
        {
            "rule": found.rule,
            "severity": found.severity,
            "message": found.message + (" (suspected)" if found.suspected else ""),
            "line": found.location.line,
            "column": found.location.column,
            "fix": found.fix.title if found.fix else "",
            "diff": found.fix.diff if found.fix else "",
        }
        for found in result.findings
    ]
    return json.dumps({"text": text, "findings": findings})
