"""Playing line by line: the sessions and saves of the app, in plain words for screen readers and poor terminals.

`paper` writes, reads and wipes; `question` puts one question; `lookup` answers what a player wants to know; `tables`
tells what lies where; `device` is where all this is said; `play` leads a session, `replay` goes through one that is
over; `run` begins and ends. Nothing of it needs Textual.
"""
