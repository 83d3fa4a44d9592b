"""Notices to supervisor, surveillance and inspector.

`subjects` says what is worth a notice, `outbox` which notices are still owed to whom, `delivery`
takes them to the sinks. The first two are pure: the controller's thread decides, journals and
folds; the delivery's threads only carry, so that a dead receiver never delays play. `heads` reads
back what went out: every notice carries the head of the journal, and so is an anchor of it.
"""
