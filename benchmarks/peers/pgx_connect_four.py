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
PROBE_SECONDS = 1.0


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


def rate(run: Callable[[Any], Any], carry: Any, batch: int, seconds: float) -> tuple[Any, int, float]:
    """Play for so long; return where it ended, the number of steps and the time they took."""
    steps, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        carry = jax.block_until_ready(run(carry))
        steps += batch * SCAN_STEPS
    return carry, steps, elapsed


def main() -> None:
    """Compile, measure and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure")
    parser.add_argument(
        "--batches", type=int, nargs="+", default=[1_000, 3_000, 10_000], help="the fastest counts"
    )
    arguments = parser.parse_args()
    env = pgx.make("connect_four")
    ready, candidates = {}, {}
    for batch in arguments.batches:
        run = make_run(env, batch)
        carry, steps, elapsed = rate(
            run, jax.block_until_ready(run(first_carry(env, batch))), batch, PROBE_SECONDS
        )
        ready[batch], candidates[batch] = (run, carry), steps / elapsed
    batch = max(candidates, key=lambda size: candidates[size])
    run, carry = ready[batch]
    finished_before = int(carry[3])
    carry, steps, elapsed = rate(run, carry, batch, arguments.seconds)
    report = {
        "peer": "Pgx",
        "version": f"{version('pgx')} (jax {version('jax')})",
        "what": f"connect four on the CPU, batch {batch}, random legal actions, observation and "
        "auto-reset in one jitted scan",
        "steps": steps,
        "seconds": elapsed,
        "steps_per_second": steps / elapsed,
        "threads": len(os.sched_getaffinity(0)),
        "mean_game_length": steps / max(1, int(carry[3]) - finished_before),
        "candidates": candidates,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
