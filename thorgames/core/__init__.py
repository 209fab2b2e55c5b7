"""What every game shares: asks and answers, the agenda, zones and secrecy, chance, effects, the Game base class."""
