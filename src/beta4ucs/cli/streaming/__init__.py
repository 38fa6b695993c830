"""The work of `stream`: answer each row, judge the answer, learn from the row."""
