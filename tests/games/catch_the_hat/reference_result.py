"""Scores, winners and returns (CH-33 to CH-36, CH-40, CH-45, CH-47, CH-R09 to CH-R11)."""

from __future__ import annotations

from .reference_position import Golden, Phase, Position, Seat, Team


def scores(position: Position) -> list[int]:
    """Other colours' hats in jail and in own towers, per seat; in team games hats of the other team (CH-34, 45)."""
    points = [0] * position.players
    for jailer in position.jail.values():
        points[jailer] += 1
    for top, piece in position.pieces.items():
        foreign = [hat for hat in piece.captives if not position.friends(top, hat)]
        points[position.owner(top)] += len(foreign)
    return points


def team_score(position: Position, team: Team) -> int:
    """The sum of the scores of a team (CH-45)."""
    points = scores(position)
    return sum(points[seat] for seat in members(position, team))


def members(position: Position, team: Team) -> set[Seat]:
    """The seats of a team; without teams just one."""
    return {seat for seat in range(position.players) if position.team(seat) == team}


def all_teams(position: Position) -> set[Team]:
    """All teams at the table."""
    return {position.team(seat) for seat in range(position.players)}


def free_hats(position: Position, team: Team) -> int:
    """How many free top hats a team has (CH-R10)."""
    return sum(1 for top in position.pieces if position.team(position.owner(top)) == team)


def end_game(position: Position, capped: bool) -> None:
    """Close the game and name the winners."""
    position.phase = Phase.OVER
    position.capped = capped
    for team in winning_teams(position):
        position.winners |= members(position, team)


def winning_teams(position: Position) -> set[Team]:
    """The team that wins, or the teams that share the win."""
    golden_owner = _golden_owner(position)
    if position.options["gold_winner"] and golden_owner is not None:
        return {golden_owner}
    if position.options["goal"] == "most_captured":
        return _most_captured(position)
    alive = position.teams_alive()
    if not position.capped:
        return alive  # CH-40, CH-47
    return _best(alive, {team: (free_hats(position, team), team_score(position, team)) for team in alive})


def _golden_owner(position: Position) -> Team | None:
    """The team whose colour is on top of the golden hat, as wearer or carrier."""
    for top, piece in position.pieces.items():
        if piece.golden is not Golden.NONE:
            return position.team(position.owner(top))
    return None


def _most_captured(position: Position) -> set[Team]:
    """The best score wins, also without hats; equal scores share the win (CH-35, CH-R09, `tie_break`)."""
    teams = all_teams(position)
    leaders = _best(teams, {team: (team_score(position, team),) for team in teams})
    survivors = position.teams_alive()
    if position.options["tie_break"] == "survivor" and len(survivors) == 1 and survivors <= leaders:
        return survivors
    return leaders


def _best(teams: set[Team], worth: dict[Team, tuple[int, ...]]) -> set[Team]:
    """All teams with the highest worth."""
    top = max(worth[team] for team in teams)
    return {team for team in teams if worth[team] == top}


def returns(position: Position) -> list[float]:
    """Zero-sum result per seat; all 0 while the game goes on and if everyone is tied."""
    n, w = position.players, len(position.winners)
    if w in (0, n):
        return [0.0] * n
    if position.options["teams"] != "none":
        return [1.0 if seat in position.winners else -1.0 for seat in range(n)]
    winner, loser = (n / w - 1) / (n - 1), -1 / (n - 1)
    return [winner if seat in position.winners else loser for seat in range(n)]
