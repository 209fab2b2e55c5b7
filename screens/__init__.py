"""All that a person sees: the Textual app, its screens and panels, the command line, and the storage of games."""
