"""The site's playground: torchlint in the browser, under Pyodide. `python -m tools.playground --check` tries it."""
