"""Which positions can occur in Magic Hexagon. Discs may be missing, because study positions are often nearly empty."""

from hatbox.errors import require
from hatbox.games.magic_hexagon.board import BLACK_CELLS, CELLS, NEIGHBOURS, NEXT
from hatbox.games.magic_hexagon.collection import count, seat_on_turn
from hatbox.games.magic_hexagon.state import (
    ANY_DISC,
    BLACK_DISC,
    BOX,
    BOX_STONES,
    COPIES,
    FACES,
    FIRST_KITCHEN,
    FIRST_STUCK,
    HAT_NAMES,
    HATS,
    HOLE,
    INGREDIENT,
    KINDS,
    KITCHEN,
    MAGIC,
    NO_HAT,
    NOBODY,
    NONE,
    PATH,
    SEATS,
    UNLIMITED,
    Phase,
    State,
    colour_of,
    kind_of,
    linked,
)

LETTERS = "ABCD"


def possible(s: State) -> None:
    """Raise BadPosition for a state that no game can reach, except that discs may be missing."""
    _discs(s)
    _hats(s)
    _stones(s)
    _cards(s)
    _turn(s)


def _discs(s: State) -> None:
    """No more discs than the box has, and the black ones in their places."""
    black = list(BLACK_CELLS[s.layout])
    found = [cell for cell in range(CELLS) if s.board[cell] == BLACK_DISC]
    require(found == black, f"the black discs of this layout lie on {', '.join(map(str, black))} (MH-03).")
    for face in range(FACES):
        copies = COPIES if face < FIRST_KITCHEN else 1
        used = list(s.board).count(face) + sum(row[face] for row in s.owned)
        require(used <= copies, f"there are {copies} discs of face {face}, not {used}.")


def _hats(s: State) -> None:
    """Four hats on four discs, and no cut-off area at the start of a turn (MH-44)."""
    require(len(set(s.hats)) == HATS, "no two hats share a cell (MH-12).")
    require(all(s.board[cell] != HOLE for cell in s.hats), "every hat stands on a disc (MH-12).")
    if s.phase != Phase.PICK:
        held = linked(s, [*BLACK_CELLS[s.layout], *s.hats])
        cut = [cell for cell in range(CELLS) if s.board[cell] != HOLE and cell not in held]
        require(not cut, f"the discs on {', '.join(map(str, cut))} are cut off and already taken (MH-44).")


def _stones(s: State) -> None:
    """Stones follow from the sets, or come from the box (MH-54, MH-O05)."""
    for seat in range(SEATS):
        for kind in range(KINDS):
            paid, sets = s.stones[seat][kind], s.sets[seat][kind]
            fits = paid == sets if s.stone_supply == UNLIMITED else 0 <= paid <= sets
            require(
                fits, f"seat {LETTERS[seat]} has {sets} sets of kind {kind + 1}, and no more stones (MH-54)."
            )
    if s.stone_supply == BOX:
        fits = all(sum(row[kind] for row in s.stones) <= BOX_STONES[kind] for kind in range(KINDS))
        require(fits, f"the box has {', '.join(map(str, BOX_STONES))} stones (MH-O05).")


def _cards(s: State) -> None:
    """Cards only with hypnosis; only a player who has just used one is safe (MH-60…63)."""
    mover = seat_on_turn(s)
    after = (mover + 1) % s.players
    unused = s.cards == 0 and s.protected == NOBODY and s.named == NO_HAT and s.phase != Phase.HYPNO
    require(
        bool(s.hypnosis) or unused,
        "without hypnosis there are no cards, nobody is safe and no hat named (MH-05).",
    )
    require(s.cards < 1 << s.players, f"the seats are A to {LETTERS[s.players - 1]}.")
    require(
        s.protected == NOBODY or not s.cards >> s.protected & 1, "a safe seat has given up its card (MH-63)."
    )
    require(
        s.protected in (NOBODY, mover, after), "only the seat on turn or the next one can be safe (MH-63)."
    )
    asked = s.phase == Phase.HYPNO
    require(
        not asked or bool(s.cards >> after & 1),
        f"only a seat with a card is asked: {LETTERS[after]} has none (MH-60).",
    )
    require(not asked or s.protected != mover, "nobody is asked before the turn of a safe seat (MH-63).")
    named = s.named != NO_HAT
    require(not named or s.phase in (Phase.MOVE, Phase.PICK), "a hat is named for a move (MH-61).")
    require(
        not named or s.protected == after,
        f"the seat that named a hat, {LETTERS[after]}, is safe now (MH-63).",
    )


def _turn(s: State) -> None:
    """A choice of discs only in round 1; a move for the current seat, or the end for everyone."""
    mover = seat_on_turn(s)
    require(s.over == (s.phase == Phase.OVER) and not s.capped, "a game that is over is in phase over.")
    require(
        s.moves_made <= s.turn_index + (s.phase == Phase.PICK), "there are no more moves than turns (MH-11)."
    )
    if s.phase == Phase.PICK:
        limited = bool(s.first_round_limit) and s.turn_index < s.players
        require(limited, "one of several discs is picked only in round 1 (MH-21).")
        hat, cell, value = s.pend
        require(
            s.hats[hat] == cell and s.named in (NO_HAT, hat), "the hat that moved waits on its cell (MH-21)."
        )
        near = [near for near in NEIGHBOURS[cell] if _takes(s, hat, value - 1, near)]
        require(len(near) > 1, f"the {HAT_NAMES[hat]} hat must have several such discs around it (MH-21).")
        return
    require(list(s.pend) == [NONE] * 3, "`pick` belongs to phase pick (MH-21).")
    looked_at = [mover] if s.end_rule == FIRST_STUCK else list(range(s.players))
    able = [seat for seat in looked_at if any(_can_move(s, seat, hat) for hat in range(HATS))]
    require(s.phase != Phase.OVER or not able, "a game is not over while a player can collect (MH-70).")
    hats = range(HATS) if s.named == NO_HAT else [s.named]
    moves = s.phase == Phase.OVER or any(_can_move(s, mover, hat) for hat in hats)
    require(moves, f"it is the turn of a seat that can collect, not of {LETTERS[mover]} (MH-71).")


# ---- who can move, in plain Python -------------------------------------------------------------------------


def _can_move(s: State, seat: int, hat: int) -> bool:
    """MH-62: whether a seat has a run or a jump with this hat that collects something."""
    kinds = [kind for kind in range(KINDS) if _unlocked(s, seat, hat, kind)]
    goals = {*_runs(s, hat), *_jumps(s)}
    return any(_takes(s, hat, kind, near) for cell in goals for near in NEIGHBOURS[cell] for kind in kinds)


def _takes(s: State, hat: int, kind: int, cell: int) -> bool:
    """MH-13, MH-15: whether this hat takes the disc on a cell."""
    face = s.board[cell]
    fits = 0 <= face < FACES and colour_of(face) == hat and kind_of(face) == kind
    return fits and all(s.hats[other] != cell for other in range(HATS) if other != hat)


def _unlocked(s: State, seat: int, colour: int, kind: int) -> bool:
    """MH-30…33, MH-O03: whether the seat owns enough discs of the colour."""
    counting = [INGREDIENT, KITCHEN, MAGIC] if s.restriction_counts == ANY_DISC else [*range(kind)]
    needed = 0 if kind == INGREDIENT else kind + (s.players > 2)
    return sum(count(s.owned[seat], colour, one) for one in counting) >= needed


def _runs(s: State, hat: int) -> set[int]:
    """MH-12, MH-O02: where the hat can run."""
    free = {cell for cell in range(CELLS) if s.board[cell] != HOLE and cell not in list(s.hats)}
    found: set[int] = set()
    waiting = [s.hats[hat]]
    while waiting:
        start = waiting.pop()
        for direction in range(6):
            cell = NEXT[start][direction]
            while cell in free and cell not in found:
                found.add(cell)
                waiting += [cell] if s.movement == PATH else []
                cell = NEXT[cell][direction]
    return found


def _jumps(s: State) -> list[int]:
    """MH-18: the black discs without a hat."""
    return [cell for cell in BLACK_CELLS[s.layout] if cell not in list(s.hats)]
