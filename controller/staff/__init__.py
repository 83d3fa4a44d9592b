"""People at the table: who they are, what they may do, how they show who they are."""
