"""Runs a program of tutorials/ once, or all of them: python3 tutorial.py NAME | --all prints milliseconds and the numbers it gives, or these by name."""

import importlib
import json
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True


def run(name):
    program = importlib.import_module(f"tutorials.{name}").program
    began = time.perf_counter()
    values = program()
    return {"ms": (time.perf_counter() - began) * 1000, "values": values}


if sys.argv[1] == "--all":
    names = sorted(path.stem for path in (Path(__file__).parent / "tutorials").glob("*.py"))
    print(json.dumps({name: run(name)["values"] for name in names}))
else:
    print(json.dumps(run(sys.argv[1])))
