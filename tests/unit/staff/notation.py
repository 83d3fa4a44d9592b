"""Who does something, as tables of powers are written out by hand.

D dealer, G gaming supervisor, C casino supervisor, I inspector, T technician; `D+G` two different
people; `!` needs a reason.
"""

from controller.staff.roles import Role

LETTERS = dict(zip("DGCIT", Role, strict=True))
ALONE, WITNESSED, APPROVED = "D", "D+G D+C", "D+G D+C G+G G+C C+C"
TABLE, SUPER, HIGH = "D G C", "G C", "C+G C+C"

Crews = tuple[bool, set[tuple[Role, ...]]]
"""Whether a reason is needed, and who does it."""


def written(crews: str) -> Crews:
    """What such a line says."""
    words = crews.replace("!", "").split()
    found = {tuple(sorted(LETTERS[letter] for letter in word.split("+"))) for word in words}
    return "!" in crews, found
