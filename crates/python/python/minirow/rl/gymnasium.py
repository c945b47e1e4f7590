"""An environment of Gymnasium: a puzzle is solved move by move.

``import minirow.rl.gymnasium`` registers it. ``gymnasium.make("minirow.rl.gymnasium:minirow/Sudoku-v0")`` imports it, too.

Examples
--------
>>> import gymnasium
>>> import minirow.rl.gymnasium
>>> environment = gymnasium.make("minirow/Sudoku-v0", er=(1.0, 2.0))
>>> observation, info = environment.reset(seed=7)
>>> observation["board"].shape, info["id"], info["er"]
((9, 9), '0-499fde40-7', 1.5)
>>> observation, reward, terminated, truncated, info = environment.step(environment.unwrapped.action_of("r1c1=5"))
>>> reward, terminated, info["verdict"].is_right
(-1.0, True, False)
"""

from __future__ import annotations

from typing import Any

try:
    import gymnasium
    import numpy
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(
        'minirow.rl.gymnasium needs Gymnasium, which is not installed; run pip install "minirow[rl]"'
    ) from error

from .._arguments import whole
from .._explain import Candidate
from .._minirow import MinirowError
from .._position import Move, check_move
from ._moves import MoveJudge, MoveRewards, MoveVerdict
from ._puzzles import PuzzleSource, grid_text

#: The name by which `gymnasium.make` finds the environment.
NAME = "minirow/Sudoku-v0"


class SudokuEnv(gymnasium.Env[Any, Any]):
    """An environment in which a move places a digit or removes a candidate.

    An observation is a dict with ``board`` (shape (9, 9), digits from 0 for an empty cell to 9), ``clues`` (shape (9, 9),
    1 for a clue) and ``candidates`` (shape (9, 9, 9), 1 for a digit that is possible in a cell; of a filled cell, its
    digit). An action below 729 places a digit: ``81 * row + 9 * column + digit - 1``, with rows and columns from 0. With
    `eliminations`, 729 more remove the same candidates. Rewards are those of `MoveJudge`. The dict ``info`` has ``id``,
    ``puzzle``, ``er``, ``action_mask`` (1 for each action whose candidate is left, in a form that
    ``action_space.sample`` takes) and, after a step, ``verdict``.

    An episode ends when the puzzle is solved, or after `max_mistakes` moves that are wrong, not possible or, with
    `max_er`, not forced. These moves do not change the board.

    Parameters
    ----------
    seed : int, default 0
        The seed of the puzzles, from 0 to 2**64 - 1.
    max_er : float or str, optional
        The highest rating of techniques that force a move, or a level, as for `MoveJudge`.
    rewards : MoveRewards, optional
        The rewards.
    eliminations : bool, default False
        If True, candidates can be removed. Only with `max_er` there are rewards for it.
    max_mistakes : int or None, default 1
        The number of mistakes after which an episode ends. None stands for no limit. An action that contradicts the
        solution is no longer possible in the episode after it was tried. ``gymnasium.make`` truncates episodes after
        1,458 steps, more than any other player needs.
    render_mode : {"ansi"}, optional
        If ``"ansi"``, `render` returns the board as text.
    **constraints : str, int, float, bool, tuple, range or list
        The constraints on the puzzles, as for `minirow.generate`.

    Raises
    ------
    MinirowError
        If an argument is out of range, or constraints conflict.
    TypeError
        If `rewards` are not `MoveRewards`.

    See Also
    --------
    minirow.rl.MoveJudge : Checks the moves.

    Examples
    --------
    >>> from minirow.rl.gymnasium import SudokuEnv
    >>> environment = SudokuEnv(level="easy", max_er=1.2, eliminations=True)
    >>> first, info = environment.reset(seed=3)
    >>> again, info = environment.reset(seed=3)
    >>> bool((first["board"] == again["board"]).all()), int(environment.action_space.n)
    (True, 1458)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        seed: int = 0,
        *,
        max_er: float | str | None = None,
        rewards: MoveRewards | None = None,
        eliminations: bool = False,
        max_mistakes: int | None = 1,
        render_mode: str | None = None,
        **constraints: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise MinirowError(f"render_mode: found {render_mode!r}, expected 'ansi' or None")
        self.render_mode = render_mode
        self._source = PuzzleSource(seed, constraints)
        self._max_er, self._rewards = max_er, rewards
        self._most = None if max_mistakes is None else whole("max_mistakes", max_mistakes, 1)
        self._eliminations = bool(eliminations)
        self._judge: MoveJudge | None = None
        self._is_over = True
        MoveJudge("." + _SOLVED[1:], max_er=max_er, rewards=rewards)  # refuses invalid arguments at once
        self.observation_space = spaces.Dict(
            {
                "board": spaces.Box(0, 9, (9, 9), numpy.int8),
                "clues": spaces.MultiBinary((9, 9)),
                "candidates": spaces.MultiBinary((9, 9, 9)),
            }
        )
        self._actions = 1458 if self._eliminations else 729
        self.action_space = spaces.Discrete(self._actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins an episode.

        Parameters
        ----------
        seed : int, optional
            The index of the puzzle, from 0 to 2**64 - 2. Without it, the index is drawn from the random numbers that
            began with the last `seed`.
        options : dict, optional
            Nothing, or ``{"puzzle": ...}``: a puzzle of 81 characters, with an empty cell, to begin with.

        Returns
        -------
        tuple of dict and dict
            The observation and the information.

        Raises
        ------
        MinirowError
            If `seed` is no whole number or out of range, `options` has another key or no puzzle with one solution and
            an empty cell, or no puzzle of the index meets the constraints.
        TypeError
            If the puzzle of `options` is not a text.

        Notes
        -----
        After an error, the episode before continues, and the random numbers are unchanged, unless an index was drawn of
        which no puzzle meets the constraints: then, the next call draws another one.

        Examples
        --------
        >>> from minirow.rl.gymnasium import SudokuEnv
        >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        >>> observation, info = SudokuEnv().reset(options={"puzzle": puzzle})
        >>> info["puzzle"] == puzzle, int(info["action_mask"].sum())
        (True, 153)
        """
        if options and set(options) != {"puzzle"}:
            raise MinirowError(f"options: found {sorted(options)}, expected only 'puzzle'")
        index = None if seed is None else whole("seed", seed, 0, 2**64 - 2)
        if options:
            row = {"id": None, "puzzle": options["puzzle"], "er": None}
        else:
            drawn = int(self.np_random.integers(2**64 - 1, dtype=numpy.uint64)) if index is None else index
            row = self._source.row(drawn)
        judge = MoveJudge(row["puzzle"], max_er=self._max_er, rewards=self._rewards)
        if judge.is_solved:
            raise MinirowError("found a solved puzzle, expected one with an empty cell")
        super().reset(seed=index)  # only now: it sets the random numbers
        self._judge = judge
        self._info = {"id": row["id"], "puzzle": self._judge.board, "er": row["er"]}
        self._clues = numpy.array([cell in "123456789" for cell in self._judge.board], numpy.int8).reshape(9, 9)
        self._mistakes, self._is_over = 0, False
        self._is_refused = numpy.zeros(self._actions, bool)
        return self._observation(), self._information()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Makes a move.

        Parameters
        ----------
        action : int
            The action.

        Returns
        -------
        tuple
            The observation, the reward, True if the episode has ended, False (a time limit is a wrapper), and the
            information.

        Raises
        ------
        MinirowError
            If there is no such action, or the episode has not begun or is over.

        Examples
        --------
        >>> from minirow.rl.gymnasium import SudokuEnv
        >>> environment = SudokuEnv(max_er=1.2)
        >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        >>> observation, info = environment.reset(options={"puzzle": puzzle})
        >>> observation, reward, terminated, truncated, info = environment.step(environment.action_of("r5c5=5"))
        >>> reward, terminated, info["verdict"].rating, int(observation["board"][4, 4])
        (1.0, False, 1.2, 5)
        """
        if self._judge is None or self._is_over:
            raise MinirowError("no episode is running; call reset before step")
        verdict: MoveVerdict = self._judge.judge(self._move(action))
        self._mistakes += not verdict.is_made
        self._is_refused[int(action)] |= not verdict.is_right
        self._is_over = self._judge.is_solved or self._most is not None and self._mistakes >= self._most
        information = {**self._information(), "verdict": verdict}
        return self._observation(), float(verdict.reward), self._is_over, False, information

    def render(self) -> str | None:
        """Returns the board as text.

        Returns
        -------
        str or None
            Nine lines of nine cells with spaces between them, if the mode is ``"ansi"``.

        Raises
        ------
        MinirowError
            If the first episode has not begun.

        Examples
        --------
        >>> from minirow.rl.gymnasium import SudokuEnv
        >>> environment = SudokuEnv(render_mode="ansi", level="easy")
        >>> observation, info = environment.reset(seed=1)
        >>> len(environment.render().splitlines())
        9
        """
        if self.render_mode is None:
            return None
        if self._judge is None:
            raise MinirowError("found no episode, expected reset before render")
        return grid_text(self._judge.board)

    def action_masks(self) -> Any:
        """Returns the possible actions, as MaskablePPO of sb3-contrib asks for them.

        Returns
        -------
        numpy.ndarray
            A bool for each action, True if the cell is empty and has the candidate, and the action was not found to
            contradict the solution.

        Raises
        ------
        MinirowError
            If the first episode has not begun.

        Examples
        --------
        >>> from minirow.rl.gymnasium import SudokuEnv
        >>> environment = SudokuEnv(level="easy")
        >>> observation, info = environment.reset(seed=1)
        >>> environment.action_masks().shape, environment.action_masks().dtype
        ((729,), dtype('bool'))
        """
        if self._judge is None:
            raise MinirowError("found no episode, expected reset before action_masks")
        is_left = self._candidates() & (self._board() == 0)[:, :, None]
        return numpy.tile(is_left.reshape(729), 2 if self._eliminations else 1) & ~self._is_refused

    def action_of(self, move: Move | str) -> int:
        """Returns the action of a move.

        Parameters
        ----------
        move : Move or str
            The move, or its text, such as ``r4c3=9``.

        Returns
        -------
        int
            The action.

        Raises
        ------
        MinirowError
            If the text is no move, its candidate is out of range, or eliminations are no actions.
        TypeError
            If `move` is not a move.

        Examples
        --------
        >>> from minirow.rl.gymnasium import SudokuEnv
        >>> SudokuEnv().action_of("r1c1=1"), SudokuEnv().action_of("r9c9=9")
        (0, 728)
        """
        move = Move.parse(move) if isinstance(move, str) else move
        check_move(move)
        if not move.is_placement and not self._eliminations:
            raise MinirowError(f"found {move}, expected a placement: the environment has no eliminations")
        return (0 if move.is_placement else 729) + 9 * move.candidate.index + move.candidate.digit - 1

    def _move(self, action: Any) -> Move:
        number = whole("action", action, 0, self._actions - 1)
        (row, column), digit = divmod(number % 729 // 9, 9), number % 9 + 1
        return Move(Candidate(row + 1, column + 1, digit), number < 729)

    def _board(self) -> Any:
        assert self._judge is not None
        return numpy.array([0 if cell == "." else int(cell) for cell in self._judge.board], numpy.int8).reshape(9, 9)

    def _candidates(self) -> Any:
        assert self._judge is not None
        return (numpy.frombuffer(self._judge.candidates.encode(), numpy.uint8) != ord(".")).reshape(9, 9, 9)

    def _observation(self) -> dict[str, Any]:
        candidates = self._candidates().astype(numpy.int8)
        return {"board": self._board(), "clues": self._clues.copy(), "candidates": candidates}

    def _information(self) -> dict[str, Any]:
        return {**self._info, "action_mask": self.action_masks().astype(numpy.int8)}


#: A solved board, in which the first cell can be emptied.
_SOLVED = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"


if NAME not in gymnasium.registry:
    # There are 1,458 actions, and each is made or refused once.
    gymnasium.register(NAME, entry_point="minirow.rl.gymnasium:SudokuEnv", max_episode_steps=1458)

__all__ = ["SudokuEnv"]
