"""Thor, by Reiner Knizia: Basic Game, Big Game, and the variant Thor's Will."""
