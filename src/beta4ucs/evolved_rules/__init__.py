"""From several populations to one short list of rules with learned votes.

    rows --> populations --> pool of rules --+
     |                                       +--> committee of rule lists --> its probabilities
     +--> bins --> search for conditions ----+                                      |
                                                     rules that give the same probabilities, few

`learning.py` runs all of it. Nothing here knows of tables, texts or files: rows are inputs in
[0, 1] with codes of values behind them, classes are indices.
"""
