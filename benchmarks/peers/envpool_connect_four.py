"""Measure uniformly random connect four in EnvPool, whole batches stepped synchronously.

Every step picks a random legal action from the mask that EnvPool returns; it builds observations and begins finished
games anew by itself. The choice of the actions is not measured: only the time inside EnvPool's own calls counts.
"""

import argparse
import json
import os
import time
from importlib.metadata import version
from typing import Any

import numpy as np

SIZES = (16, 64, 256, 1024)  # games side by side; the fastest counts, with one thread or one per core
PROBE_SECONDS = 0.5


def play(batch: int, threads: int, seconds: float) -> dict[str, float]:
    """Random games for so long: steps, the time inside EnvPool, finished games."""
    envpool: Any = __import__("envpool")
    env = envpool.make("ConnectFour-v1", env_type="gymnasium", num_envs=batch, num_threads=threads, seed=1)
    _, info = env.reset()
    rng, inside, steps, finished = np.random.default_rng(1), 0.0, 0, 0
    while inside < seconds:
        mask = info["legal_action_mask"]
        actions = np.where(mask, rng.random(mask.shape), -1.0).argmax(axis=-1).astype(np.int32)
        started = time.perf_counter()
        _, _, terminated, _, info = env.step(actions)
        inside += time.perf_counter() - started
        steps, finished = steps + batch, finished + int(terminated.sum())
    env.close()
    return {"steps": steps, "seconds": inside, "steps_per_second": steps / inside, "finished": finished}


def main() -> None:
    """Find the fastest way, measure it and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure")
    arguments = parser.parse_args()
    ways = [(batch, threads) for threads in {1, len(os.sched_getaffinity(0))} for batch in SIZES]
    candidates = {way: play(*way, PROBE_SECONDS)["steps_per_second"] for way in ways}
    batch, threads = max(candidates, key=lambda way: candidates[way])
    found = play(batch, threads, arguments.seconds)
    report = {
        "peer": "EnvPool",
        "version": version("envpool"),
        "what": f"ConnectFour-v1, batch {batch}, random legal actions, with masks, only its own calls timed",
        "threads": threads,
        "mean_game_length": found["steps"] / max(1.0, found.pop("finished")),
        "candidates": {f"{size} games, {cores} threads": rate for (size, cores), rate in candidates.items()},
    }
    print(json.dumps(report | found))


if __name__ == "__main__":
    main()
