"""Writes random calls with what NumPy gives for them, a JSON object a line: python3 test/conformance/numpy SEED COUNT [MOST_BYTES]"""

import json
import sys
import warnings

import numpy as np

import arrangements
import complexes
import composed
import elementwise
import helpers
import options
import spectra
from arrays import Source, Unsuited, packed, written

GROUPS = 3 * elementwise.CALLS + 2 * arrangements.CALLS + complexes.CALLS + composed.CALLS + helpers.CALLS
GROUPS += options.CALLS + spectra.CALLS
#: Calls that write into their first argument: the result is its base.
WRITERS = ("At", "Assign", "assign", "put", "putmask", "place")


def is_narrow(bases, want):
    """Whether NumPy made small floats of small integers, where maniple gives float64, or int8 of bools, where it gives uint8."""
    given = {base["dtype"] for base in bases}
    small = {"float16", "float32"} | ({"int8"} if given == {"bool"} else set())
    return not any("float" in name for name in given) and any(x["dtype"] in small for x in want)


def call(seed, number):
    """One call, or None where the choice was none that both libraries mean the same by."""
    source = Source([seed, number])
    try:
        name, args, options, run, tolerance = GROUPS[number % len(GROUPS)](source)
    except Unsuited:
        return None
    line = {"id": f"{seed}:{number}", "name": name, "args": written(args), "options": written(options)}
    line |= {"bases": list(source.bases), "tolerance": tolerance, "writes": name.endswith((*WRITERS[:3], ".at")) or name in WRITERS}
    try:
        found = run()
        line["want"] = [packed(x) for x in (found if isinstance(found, (tuple, list)) else [found])]
        if is_narrow(line["bases"], line["want"]):
            raise Unsuited
    except Unsuited:
        return None
    except Exception as error:
        line["error"] = f"{type(error).__name__}: {error}"
    return line


def main():
    seed, count, *most = map(int, sys.argv[1:])
    warnings.simplefilter("ignore")
    print(json.dumps({"numpy": np.__version__}))
    number = 0
    while count > 0:
        number += 1
        line = call(seed, number)
        if line is None:
            continue
        text = json.dumps(line)
        if most and len(text) > most[0]:
            continue
        print(text)
        count -= 1


main()
