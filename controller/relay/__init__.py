"""Letters between a tournament desk and its tables: the store in between, and who carries them.

Each side keeps saying all that the other has to know: the desk its latest order to a table, a table
every report that the desk has not confirmed yet. A letter takes the place of the one before. So the
store may lose or repeat anything: what counts is in the records of both sides, which number orders
and reports and take each once.
"""
