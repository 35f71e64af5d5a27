"""Measure uniformly random connect four in Pgx on the CPU.

One jitted call scans over many steps of a whole batch: random legal actions, step, observation, auto-reset.
The observations are folded into a returned accumulator, so that XLA cannot drop them as dead code.
"""

import argparse
import json
import os
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

SCAN_STEPS = 100


def random_actions(key: Any, mask: Any) -> Any:
    """Return one uniformly random legal action for each game of the batch."""
    return jnp.argmax(jnp.where(mask, jax.random.uniform(key, mask.shape), -1.0), axis=-1)


def make_body(env: Any, batch: int) -> Callable[[Any, None], tuple[Any, None]]:
    """Return the body of the scan: one random step of every game of the batch."""
    step = jax.vmap(auto_reset(env.step, env.init))

    def body(carry: Any, _: None) -> tuple[Any, None]:
        state, key, seen, finished = carry
        key, action_key, step_key = jax.random.split(key, 3)
        actions = random_actions(action_key, state.legal_action_mask)
        state = step(state, actions, jax.random.split(step_key, batch))
        return (state, key, seen ^ state.observation, finished + state.terminated.sum()), None

    return body


def make_run(env: Any, batch: int) -> Callable[[Any], Any]:
    """Return the jitted function that plays `SCAN_STEPS` steps of the whole batch."""
    body = make_body(env, batch)

    def run(carry: Any) -> Any:
        return jax.lax.scan(body, carry, None, length=SCAN_STEPS)[0]

    jitted: Callable[[Any], Any] = jax.jit(run)
    return jitted


def first_carry(env: Any, batch: int) -> Any:
    """Return fresh games, a random key, an empty observation accumulator and a zero game count."""
    key = jax.random.key(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))
    return state, key, jnp.zeros_like(state.observation), jnp.int32(0)


def main() -> None:
    """Compile, measure and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure")
    parser.add_argument("--batch", type=int, default=10_000, help="games played side by side")
    arguments = parser.parse_args()
    env = pgx.make("connect_four")
    run = make_run(env, arguments.batch)
    carry = jax.block_until_ready(run(first_carry(env, arguments.batch)))
    finished_before = int(carry[3])
    steps = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < arguments.seconds:
        carry = jax.block_until_ready(run(carry))
        steps += arguments.batch * SCAN_STEPS
    report = {
        "peer": "Pgx",
        "version": f"{version('pgx')} (jax {version('jax')})",
        "what": f"connect four on the CPU, batch {arguments.batch}, random legal actions, observation and "
        "auto-reset in one jitted scan",
        "steps": steps,
        "seconds": elapsed,
        "steps_per_second": steps / elapsed,
        "threads": len(os.sched_getaffinity(0)),
        "mean_game_length": steps / max(1, int(carry[3]) - finished_before),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
