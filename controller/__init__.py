"""The table: rules, money, record, and the single writer that owns them."""
