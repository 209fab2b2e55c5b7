"""The storage: games that go on, games that have ended, and settings, in one SQLite file in the user's data folder.

After every confirmed answer the game is saved in one transaction that is on the disk when `Storage.save` returns: a
crash, a kill or a power cut loses at most the answer that was not yet confirmed. What a save costs does not grow with
the number of moves. The backup copy of the file is brought up to date when the file is opened and closed and when a
game is added, never between an answer and the next question.

What may be read in the file and what not: players' names, mode, progress and results are plain text. States, answers,
what happened, the card file and the dealer's seed are masked (`masking`). That stops peeking - no card and no seed can
be read in a text viewer - but not somebody who is determined to cheat, since the key lies in the file too.

When the file is not as it should be, nothing is overwritten:

- a damaged file is renamed, and its backup copy (or, without one, a new file) takes its place;
- a file of another program, or of a newer version of this one, stays as it is, and `thorgames-2.db` is used beside it;
- `Storage.notices` says so in sentences meant for the user.
"""

from __future__ import annotations

from screens.storage.errors import Moved, StorageError
from screens.storage.file import data_folder
from screens.storage.games import Storage
from screens.storage.rows import PlayerResult, Saved, Status

__all__ = ["Moved", "PlayerResult", "Saved", "Status", "Storage", "StorageError", "data_folder"]
