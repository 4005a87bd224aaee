#!/usr/bin/env bash
# Executes the notebooks, and sees that they are committed without outputs.
source "$(dirname "$0")/common.sh"

venv=.build-notebooks
say "building graycard (release)"
swift build -c release --product graycard
say "building exposure-bench (release)"
swift build -c release --package-path Benchmarks --product exposure-bench
say "building focus-bench (release)"
swift build -c release --package-path Benchmarks --product focus-bench

if ! "$venv/bin/python" -c 'import nbmake, ipykernel, matplotlib, numpy' 2>/dev/null; then
  say "installing nbmake, ipykernel, matplotlib and numpy into $venv"
  python3 -m venv "$venv" || fail "python3 -m venv does not work; run: Scripts/setup.sh check"
  "$venv/bin/pip" install --quiet --requirement Notebooks/requirements.txt ||
    fail "pip could not install the notebooks' packages"
fi

"$venv/bin/python" - Notebooks/*.ipynb <<'PYTHON' || fail "a notebook is committed with outputs"
import json, sys
for path in sys.argv[1:]:
    for cell in json.load(open(path))["cells"]:
        if cell.get("outputs") or cell.get("execution_count"):
            sys.exit(f"{path} holds outputs; clear them before committing")
PYTHON
say "executing the notebooks"
"$venv/bin/python" -m pytest -q --nbmake Notebooks/ || fail "a notebook does not run through"
