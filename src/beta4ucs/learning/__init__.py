"""Learning: Algorithm 1 of the article, compiled.

Start with `step` in `trainer.py`. It reads as the article's listing; each line leads to a file:

    line of Algorithm 1                                          here
    4, 5   next iteration, observe x                             trainer.py, training_run.py
    6      [M] := {k in [P] : mu^k(x) > 0}                       matching.py, support_index.py
    7, 8   observe c*, [C] := {k in [M] : c^k = c*}              matching.py
    9-11   covering if the degrees of [C] add up to less than 1  covering.py
    12     update exp, cm and F of [M]                           fuzzy_credit.py, accuracy_credit.py
    13     correct set subsumption                               subsumption.py
    14     correct set crispification                            crispification.py
    15-17  genetic algorithm, with subsumption by parents        variation.py, selection.py
    -      deletion, which the listing leaves to the text        selection.py

Behind them stand the data: `population.py` ([P]: which arrays there are), `lifecycle.py` (how rules
enter, are found again, and leave), `system.py` (what stays the same, and the work space), with
`config.py`, `features.py` and `credit.py`; `records.py` (how arrays are declared). What the article
does not have stands apart: `value_sets.py` (categories, missing numbers), `specificity.py` (limited
conditions), `absumption.py`. `rule_operators.py` makes operators on whole
rules of a representation's methods, and `dispatch.py` brings them into compiled code.
From outside, `EvolvingPopulation` learns, `TrainingRun` shows it a table epoch by epoch, and
`RuleArrays` is what it has learned.

Words that all kernels use
--------------------------
system       what does not change: operators, credit, features, configuration
population   [P]; `rules` where voting may bring its own record with the same fields
workspace    [M], [C] and scratch arrays of one iteration
sample       one row as an iteration sees it: x, codes, label c*, time t
rng          the run's only random stream; every draw from it is part of the result
rule         the slot of a rule, an index into the arrays of the population
row          a slot, or one of the two scratch rows where children are made
exp, F, cs, num, ts, cm
             experience, fitness, correct set size, numerosity, time stamp and correct matching of
             a rule, by the article's symbols; k is a rule, mu its matching degree, c^k its class

How kernels are written
-----------------------
They are scalar loops over arrays that exist already, since Python-style array expressions cost
seconds of compilation. Results go into a record: a set has its `size` in an array of length one,
for a record cannot be changed, but its arrays can.

Parts that a run does not need are None in its records. A kernel that gets such a part as an
argument and begins with ``if part is None: return`` compiles to nothing.

Where a condition holds for about every second rule, loops write every rule and move on only past
those that count: the processor cannot guess such branches.

With ``NUMBA_DISABLE_JIT=1`` everything here is plain Python and gives the same numbers. The tests
hold both against `tests/oracle.py`, a naive trainer that shares no code with this one.
"""
