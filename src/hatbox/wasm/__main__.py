"""`python -m hatbox.wasm GAME FILE`: compiles one module; `hatbox wasm` calls it for every game."""

import gc
import sys
from pathlib import Path

from hatbox.engine.numba_internals import make_portable
from hatbox.wasm.build import write_one

make_portable()
gc.disable()  # a compiler creates millions of objects and exits soon
write_one(sys.argv[1], Path(sys.argv[2]))
