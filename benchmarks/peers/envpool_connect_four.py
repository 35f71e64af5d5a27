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


def legal_mask(info: dict[str, Any]) -> Any:
    """The mask of legal actions in EnvPool's infos."""
    return next(value for key, value in info.items() if "legal" in key or "mask" in key)


def main() -> None:
    """Measure and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure")
    parser.add_argument("--batch", type=int, default=1024, help="games played side by side")
    arguments = parser.parse_args()
    envpool: Any = __import__("envpool")
    cores = len(os.sched_getaffinity(0))
    env = envpool.make("ConnectFour-v1", env_type="gymnasium", num_envs=arguments.batch, num_threads=cores)
    _, info = env.reset()
    rng, inside, steps = np.random.default_rng(1), 0.0, 0
    while inside < arguments.seconds:
        mask = legal_mask(info)
        actions = np.where(mask, rng.random(mask.shape), -1.0).argmax(axis=-1).astype(np.int32)
        started = time.perf_counter()
        *_, info = env.step(actions)
        inside += time.perf_counter() - started
        steps += arguments.batch
    report = {
        "peer": "EnvPool",
        "version": version("envpool"),
        "what": f"ConnectFour-v1, batch {arguments.batch}, random legal actions, only its own calls timed",
        "steps": steps,
        "seconds": inside,
        "steps_per_second": steps / inside,
        "threads": cores,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
