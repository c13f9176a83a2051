"""One side of a benchmark in its own process: it speaks JSON lines, as bench/harness/side.ts says.

A rival's file calls serve(numpy=..., numba=...); each function takes the size and returns (run, result, bytes):
run() does the work once, result() gives a few numbers to compare, bytes is what a run must move (or None).
"""
import json
import sys
import time


def serve(**programs):
    name, size = sys.argv[1], int(sys.argv[2])
    run, result, moved = programs[name](size)
    print(json.dumps({"ready": True, "bytes": moved}), flush=True)
    for line in sys.stdin:
        command = json.loads(line)
        if command["do"] == "run":
            start = time.perf_counter()
            for _ in range(command["times"]):
                run()
            print(json.dumps({"seconds": time.perf_counter() - start}), flush=True)
        elif command["do"] == "result":
            print(json.dumps({"result": [float(v) for v in result()]}), flush=True)
        else:
            break


def spread(n, factor, offset):
    """The same n numbers in [0, 1) in every language: multiples of a fraction, without their integer part."""
    import numpy as np

    return np.mod(np.arange(n, dtype=np.float64) * factor + offset, 1.0)
