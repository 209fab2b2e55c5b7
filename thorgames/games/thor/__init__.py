"""Thor, by Reiner Knizia: Basic Game, Big Game, and the variant Thor's Will."""

from thorgames.games.thor.game import Thor

GAME = Thor
