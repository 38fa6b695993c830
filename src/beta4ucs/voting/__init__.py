"""How matching rules decide: compiled sums of votes, and from votes to classes."""
