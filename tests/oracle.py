"""A naive trainer of UCS, Fuzzy-UCS and β4-UCS, the judge of the compiled one.

Lists, loops and small classes, written from the specification: every rule is matched against every
row, listed values are sets, every sum over rules is added up afresh. It shares nothing with the
trainer but the definition of a matching degree and of exp and log, each tested on its own, and it
draws from the same generator in the same order, so both must arrive at the same population, bit for
bit. The representations are in `oracle_families.py`, what rules list of columns and which rows an
epoch shows in `oracle_tables.py`.
"""

import math
from typing import NamedTuple

import numpy as np

from beta4ucs.kernels.arithmetic import exp, log
from oracle_families import FAMILIES, is_missing
from oracle_tables import Features, Schedule, as_bits, holds

SMALLEST_FITNESS = 1e-12
LANES = 32

COUNTED = (
    "coverings",
    "set_subsumptions",
    "child_subsumptions",
    "ga_runs",
    "crispifications",
    "deletions",
    "merges",
)


class Settings(NamedTuple):
    """Hyperparameters of learning as users know them, switches as verbs."""

    max_rules: int
    dont_care_rate: float
    crossover_rate: float
    mutation_rate: float
    tournament_fraction: float
    ga_threshold: float
    deletion_threshold: float
    deletion_fraction: float
    subsumption_threshold: float
    min_subsumer_fitness: float  # of UCS: accuracy
    fitness_power: float
    learning_rate: float
    voting_threshold: float
    crispifies: bool
    subsumes_correct_set: bool
    subsumes_children: bool
    swaps_whole_genes: bool
    samples_tournament: bool
    shuffles_every_epoch: bool
    skips_after_subsumption: bool
    keeps_deleted: bool
    # What tables of today ask for.
    max_conditions: int = 0  # of a rule; 0 sets no limit
    memory: float = 1.0  # share of what a rule has seen that it keeps at each match
    full_vote_experience: float = 0.0  # of UCS
    derives_sets: bool = False  # a condition on a number never holds for an unknown one
    keeps_order: bool = False
    absumption_fraction: float = 0.0  # of the mean fitness; below it a rule is over-general


class Stream:
    """SplitMix64."""

    def __init__(self, seed):
        self.state = seed

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        word = self.state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) % 2**64
        return word ^ (word >> 31)

    def random(self):
        return (self.bits() >> 11) * 2.0**-53

    def uniform(self, low, high):
        return low + (high - low) * self.random()

    def below(self, n):
        return int(self.random() * n)

    def shuffle(self, values):
        for last in range(len(values) - 1, 0, -1):
            other = self.below(last + 1)
            values[last], values[other] = values[other], values[last]


def age(rule):
    """Sorts the oldest first."""
    return rule.born


class Rule:
    """One macro rule; `degree` is that of the current input."""

    def __init__(self, genes, values, label, n_classes, time):
        self.genes = genes  # a list of numbers per feature
        self.values = values  # a set per column of which values are listed
        self.asked = set()  # where conditions are limited: features that it may ask about
        self.label = label
        self.mass = [0.0] * n_classes
        self.fitness = 0.0
        self.experience = 0.0
        self.numerosity = 1
        self.set_size = 0.0
        self.sum_of_set_sizes = self.n_set_sizes = 0.0  # of the correct sets it was in
        self.time_stamp = time
        self.degree = 1.0
        self.born = 0  # how many rules were in the population before it

    def child(self, time):
        """A copy that has seen nothing yet but keeps the parent's opinion of itself."""
        genes = [list(gene) for gene in self.genes]
        child = Rule(genes, [*self.values], self.label, len(self.mass), time)
        child.fitness, child.set_size = self.fitness, self.set_size
        return child

    def keep(self, share):
        """Remember only a share of what it has seen."""
        self.experience *= share
        self.mass = [mass * share for mass in self.mass]
        self.sum_of_set_sizes *= share
        self.n_set_sizes *= share

    @property
    def sets(self):
        """The listed values as the trainer writes them."""
        return [as_bits(values) for values in self.values]

    def is_twin_of(self, other):
        return self.genes == other.genes and self.values == other.values


def power(base, exponent):
    """A number to the power nu; one that is not positive stays as it is."""
    if base <= 0.0 or exponent == 1.0:
        return base
    return float(exp(exponent * log(base)))


def degree_of(representation, genes, x):
    """Ask the representation."""
    genes = np.array(genes)
    if hasattr(representation, "degree"):
        return float(representation.degree(genes, x))
    product = 1.0
    for gene, value in zip(genes, x, strict=True):
        if product > 0.0 and not is_missing(value):
            product *= float(representation.membership(gene, value))
    return product


# ------------------------------------------------------------------ the two kinds of credit


class FuzzyCredit:
    """Fuzzy-UCS (SPEC B): degrees are summed per class, the class with the most wins."""

    first_fitness, first_set_size = 1.0, 1.0
    tells_classes_apart = False

    def __init__(self, settings):
        self.settings = settings

    def update(self, rule, label):
        rule.experience += rule.degree
        rule.mass[label] += rule.degree
        top = max(rule.mass)
        rule.fitness = 2 * top / rule.experience - 1
        rule.label = rule.mass.index(top)

    def average_set_size(self, rule, size):
        rule.sum_of_set_sizes += size
        rule.n_set_sizes += 1
        rule.set_size = rule.sum_of_set_sizes / rule.n_set_sizes

    def is_able(self, rule):
        """To subsume, and to be crispified."""
        is_experienced = rule.experience > self.settings.subsumption_threshold
        return is_experienced and rule.fitness > self.settings.min_subsumer_fitness

    def strength(self, rule):
        """F^nu."""
        return power(rule.fitness, self.settings.fitness_power)

    def strength_in_doubt(self, rule):
        """What deletion compares with the mean."""
        return self.strength(rule)

    def finish_child(self, child, stream):
        """All is inherited."""

    def may_vote(self, rule):
        return rule.experience > self.settings.voting_threshold

    def vote(self, rule):
        return rule.fitness * rule.numerosity * rule.degree


class AccuracyCredit:
    """UCS (SPEC A): matches are counted, and those with the rule's class are hits."""

    first_fitness, first_set_size = 0.0, 0.0
    tells_classes_apart = True

    def __init__(self, settings):
        self.settings = settings

    def update(self, rule, label):
        rule.experience += 1.0
        rule.mass[label] += 1.0
        rule.fitness = power(self.accuracy(rule), self.settings.fitness_power)

    @staticmethod
    def accuracy(rule):
        return rule.mass[rule.label] / rule.experience

    def average_set_size(self, rule, size):
        rate = self.settings.learning_rate
        if rule.experience < 1.0 / rate:
            rule.set_size += (size - rule.set_size) / rule.experience
        else:
            rule.set_size += rate * (size - rule.set_size)

    def is_able(self, rule):
        is_experienced = rule.experience > self.settings.subsumption_threshold
        return is_experienced and self.accuracy(rule) > self.settings.min_subsumer_fitness

    def strength(self, rule):
        return rule.fitness

    def strength_in_doubt(self, rule):
        return rule.fitness / rule.numerosity

    def finish_child(self, child, stream):
        """It has to prove itself, and may change its class."""
        child.fitness = 0.01
        others = [label for label in range(len(child.mass)) if label != child.label]
        rate = self.settings.mutation_rate
        if rate > 0.0 and others and stream.random() < rate:
            child.label = others[stream.below(len(others))]

    def may_vote(self, rule):
        return True

    def vote(self, rule):
        """Young rules vote with less."""
        full = self.settings.full_vote_experience
        vote = rule.fitness * rule.numerosity * rule.degree
        return vote * (rule.experience / full) if rule.experience < full else vote


CREDITS = {"fuzzy": FuzzyCredit, "accuracy": AccuracyCredit}


# ------------------------------------------------------------------ the learner


class Oracle:
    """Learns like `TrainingRun`, from `Settings` and the name of the credit.

    Columns of the inputs beyond the features are codes of the parts.
    """

    def __init__(
        self, representation, credit, settings, inputs, labels, n_classes, n_epochs, seed,
        *, parts=(), feature_weights=None, weights=None,
    ):  # fmt: skip
        self.representation, self.settings = representation, settings
        self.family = FAMILIES[representation.name](representation)
        self.credit = CREDITS[credit](settings)
        self.inputs, self.labels, self.n_classes = inputs, labels, n_classes
        self.n_epochs = n_epochs
        rates = settings.dont_care_rate, settings.mutation_rate
        self.features = Features(inputs.shape[1] - len(parts), *rates, parts, feature_weights)
        self.schedule = Schedule(len(inputs), weights)
        self.stream = Stream(seed)
        self.time = 0
        self.population = {}  # [P]: slot -> rule
        self.free_slots = []
        self.n_slots = 0
        self.n_born = 0
        self.removed_slots = []  # in this iteration
        self.counts = dict.fromkeys(COUNTED, 0)
        self.n_absumptions = 0
        self.history = []

    def train(self):
        order = []
        for epoch in range(self.n_epochs):
            if epoch == 0 or self.schedule.is_drawn:
                order = self.schedule.rows(self.stream)
            is_shuffled = epoch == 0 or self.settings.shuffles_every_epoch
            if is_shuffled or self.schedule.is_drawn:
                self.stream.shuffle(order)
            for row in order:
                self.learn(self.inputs[row], int(self.labels[row]))
            self.history.append(self.summary(self.time))
        return self

    def follow(self, inputs, labels):
        """Answer each row, then learn from it, in the order they come."""
        return [self.learn(row, int(label)) for row, label in zip(inputs, labels, strict=True)]

    def rules(self):
        """The oldest first."""
        return sorted(self.population.values(), key=age)

    def by_slot(self):
        return [self.population[slot] for slot in sorted(self.population)]

    def learn(self, row, label):
        """Learn from one row; return what was answered before that, -1 for nothing."""
        x, codes = row[: self.features.n], [int(code) for code in row[self.features.n :]]
        matched = self.match(x, codes)
        answer = self.answer(matched)
        support = 0.0
        for rule in matched:
            if rule.label == label:
                support += rule.degree
        if support < 1.0:
            matched.append(self.cover(x, codes, label))
            self.delete()
            if not self.settings.keeps_deleted:
                matched = [rule for rule in matched if self.holds(rule)]
        correct = [rule for rule in matched if rule.label == label]
        self.update_credit(matched, correct, label)
        if self.settings.subsumes_correct_set:
            correct = self.subsume_correct_set(correct)
        if self.settings.crispifies:
            self.crispify(correct)
        self.absume(correct, x, codes)
        self.evolve(correct, x, codes)
        self.free_slots += self.removed_slots
        self.removed_slots = []
        self.time += 1
        return answer

    def answer(self, matched):
        """The first class with the most votes."""
        voting = [rule for rule in matched if self.credit.may_vote(rule)]
        votes = [0.0] * self.n_classes
        for rule in voting:
            votes[rule.label] += self.credit.vote(rule)
        return votes.index(max(votes)) if voting else -1

    def match(self, x, codes):
        matched = []
        for rule in self.by_slot():
            has_values = all(map(holds, rule.values, codes))
            rule.degree = degree_of(self.representation, rule.genes, x) if has_values else 0.0
            if rule.degree > 0.0:
                matched.append(rule)
        return matched

    def cover(self, x, codes, label):
        rule = self.new_rule(x, codes, label)
        rule.fitness, rule.set_size = self.credit.first_fitness, self.credit.first_set_size
        self.insert(rule)
        self.counts["coverings"] += 1
        return rule

    def new_rule(self, x, codes, label):
        """A rule that matches the row, not yet in the population."""
        dont_care = self.features.dont_care
        if self.settings.max_conditions:
            dont_care = self.features.choose(self.settings.max_conditions, self.stream)
        genes = self.family.cover(x.tolist(), dont_care, self.stream)
        for feature in self.features.categories:  # its set speaks for it: the gene is always alike
            genes[feature] = self.family.cover_any(math.nan, Stream(0))
        if self.settings.max_conditions:
            for feature in range(len(dont_care)):
                self.settle(genes, feature)
        values = []
        for part, code in zip(self.features.parts, codes, strict=True):
            is_open = self.stream.random() < dont_care[part.feature]
            values.append(part.everything if is_open else part.cover(code, self.stream))
        rule = Rule(genes, values, label, self.n_classes, self.time)
        rule.asked = {feature for feature, rate in enumerate(dont_care) if rate < 1.0}
        self.derive_values(rule)
        return rule

    def derive_values(self, rule):
        """Where unknown numbers match nothing: known ones only, unless nothing is asked."""
        if self.settings.derives_sets:
            for i, part in enumerate(self.features.parts):
                if part.is_numeric:
                    is_open = self.family.asks_nothing(rule.genes[part.feature])
                    rule.values[i] = part.everything if is_open else frozenset([0])

    def update_credit(self, matched, correct, label):
        for rule in matched:
            rule.keep(self.settings.memory)
            self.credit.update(rule, label)
        size = sum(rule.numerosity for rule in correct)
        for rule in correct:
            self.credit.average_set_size(rule, size)

    # -------------------------------------------------------------- subsumption

    def is_more_general(self, rule, other):
        """Strict: a rule is not more general than its twin."""
        if rule.is_twin_of(other) or not all(map(frozenset.issuperset, rule.values, other.values)):
            return False
        return self.family.is_more_general(rule.genes, other.genes)

    def subsume_correct_set(self, correct):
        """Let the most general able rule absorb others; return what is left of [C]."""
        subsumer = None
        for rule in sorted(correct, key=age):
            is_first = subsumer is None
            if self.credit.is_able(rule) and (is_first or self.is_more_general(rule, subsumer)):
                subsumer = rule
        if subsumer is None:
            return correct
        absorbed = []
        is_skipped = False
        for rule in sorted(correct, key=age):
            if not is_skipped and self.is_more_general(subsumer, rule):
                subsumer.numerosity += rule.numerosity
                self.counts["set_subsumptions"] += 1
                if self.holds(rule):
                    self.remove(rule)
                absorbed.append(rule)
                is_skipped = self.settings.skips_after_subsumption
            else:
                is_skipped = False
        return [rule for rule in correct if not any(rule is other for other in absorbed)]

    def crispify(self, correct):
        if not hasattr(self.family, "make_crisp"):
            return
        for rule in correct:
            fuzzy = self.family.fuzzy_genes(rule.genes)
            if self.credit.is_able(rule) and fuzzy:
                self.family.make_crisp(fuzzy[self.stream.below(len(fuzzy))])
                rule.keep(0.0)
                self.derive_values(rule)
                self.counts["crispifications"] += 1

    # -------------------------------------------------------------- absumption

    def absume(self, correct, x, codes):
        """Make over-general rules of [C] more specific on one feature."""
        if self.settings.absumption_fraction == 0.0:
            return
        strengths = [self.credit.strength(rule) for rule in self.population.values()]
        mean = sum(strengths) / len(strengths)
        least = self.settings.absumption_fraction * mean
        if least <= 0.0:
            return
        for rule in correct:
            is_experienced = rule.experience > self.settings.subsumption_threshold
            if is_experienced and self.credit.strength(rule) < least and self.holds(rule):
                fresh = self.new_rule(x, codes, rule.label)
                inside = [
                    feature
                    for feature in range(self.features.n)
                    if self.lies_inside(fresh.genes[feature], rule.genes[feature])
                    and (not self.settings.max_conditions or feature in rule.asked)
                ]
                if inside:
                    feature = inside[self.stream.below(len(inside))]
                    rule.genes[feature] = fresh.genes[feature]
                    rule.keep(0.0)
                    self.derive_values(rule)
                    self.n_absumptions += 1

    def lies_inside(self, gene, other):
        """Whether a gene's support within [0, 1] is part of the other's, and not all of it."""
        low, high = self.bounds(gene)
        other_low, other_high = self.bounds(other)
        is_same = (low, high) == (other_low, other_high)
        return not is_same and other_low <= low and high <= other_high

    def bounds(self, gene):
        low, high = self.representation.support(np.array(gene))
        return max(0.0, float(low)), min(1.0, float(high))

    # -------------------------------------------------------------- evolution

    def evolve(self, correct, x, codes):
        copies = sum(rule.numerosity for rule in correct)
        parents = [rule for rule in correct if rule.fitness >= 0.0]
        if copies == 0 or not parents:
            return
        mean_time = sum(rule.time_stamp * rule.numerosity for rule in correct) / copies
        if not self.time - mean_time > self.settings.ga_threshold:
            return
        self.counts["ga_runs"] += 1
        for rule in correct:
            rule.time_stamp = self.time
        chosen = self.select(parents), self.select(parents)
        children = chosen[0].child(self.time), chosen[1].child(self.time)
        if self.stream.random() < self.settings.crossover_rate:
            self.cross(*children)
        for child in children:
            if self.settings.max_conditions:
                child.asked = chosen[0].asked | chosen[1].asked
                self.mutate_within_limit(child, x, codes)
            else:
                self.mutate(child)
            self.derive_values(child)
            self.credit.finish_child(child, self.stream)
            self.take_in(child, chosen)
            self.delete()

    def select(self, parents):
        strengths = [self.credit.strength(rule) * rule.degree for rule in parents]
        if self.settings.tournament_fraction == 0.0:
            return self.spin(parents, strengths)
        if self.settings.samples_tournament:
            return self.sample(parents, strengths)
        return self.compete(parents, strengths)

    def spin(self, parents, strengths):
        """Roulette."""
        total = sum(strengths)
        if total == 0.0:
            return parents[self.stream.below(len(parents))]
        return parents[self.first_beyond(self.stream.random() * total, strengths)]

    def sample(self, parents, strengths):
        """The tournament of the article: the strongest of some rules drawn with replacement."""
        size = max(1, int(self.settings.tournament_fraction * len(parents) + 0.5))
        winner = self.stream.below(len(parents))
        for _ in range(size - 1):
            rival = self.stream.below(len(parents))
            if strengths[rival] > strengths[winner]:
                winner = rival
        return parents[winner]

    def compete(self, parents, strengths):
        """The tournament of the code: each copy takes part with probability tau."""
        winner, best = None, None
        for rule, strength in zip(parents, strengths, strict=True):
            if rule.numerosity == 0:
                continue
            key = strength / rule.numerosity
            if winner is None or (key, -age(rule)) > (best, -age(winner)):
                absence = (1.0 - self.settings.tournament_fraction) ** rule.numerosity
                if self.stream.random() >= absence:
                    winner, best = rule, key
        if winner is None:
            return parents[self.stream.below(len(parents))]
        return winner

    def cross(self, one, other):
        for gene, against in zip(one.genes, other.genes, strict=True):
            coins = self.stream.bits()
            for number in range(len(gene)):
                coin = 0 if self.settings.swaps_whole_genes else number
                if coins >> coin & 1:
                    gene[number], against[number] = against[number], gene[number]
        self.family.repair(one.genes)
        self.family.repair(other.genes)
        for i, part in enumerate(self.features.parts):
            coins, swaps_whole = self.stream.bits(), self.settings.swaps_whole_genes
            pair = one.values[i], other.values[i]
            one.values[i], other.values[i] = part.cross(*pair, coins, swaps_whole=swaps_whole)

    def mutate(self, child):
        self.family.mutate(child.genes, self.features.gene_rates, self.stream)
        for i, part in enumerate(self.features.parts):
            if self.stream.random() < self.features.rates[part.feature]:
                child.values[i] = part.mutate(child.values[i], self.stream)

    def mutate_within_limit(self, child, x, codes):
        """Conditions change or are dropped, others are added; what is too much is dropped."""
        most, rate = self.settings.max_conditions, self.settings.mutation_rate
        for feature in sorted(child.asked):
            if self.stream.random() < rate:
                if self.stream.random() < 0.5:
                    self.open_condition(child, feature, x)
                else:
                    self.mutate_condition(child, feature)
            self.settle(child.genes, feature)
            if not self.asks(child, feature):
                child.asked.remove(feature)
        chance = rate * most  # as many as would change in a rule that asks about all it may
        while chance > 0.0:
            if self.stream.random() < chance:
                feature = self.features.draw(self.stream)
                if len(child.asked) < most and feature not in child.asked:
                    self.cover_condition(child, feature, x, codes)
                    self.settle(child.genes, feature)
                    if self.asks(child, feature):
                        child.asked.add(feature)
            chance -= 1.0
        while len(child.asked) > most:
            surplus = sorted(child.asked)[self.stream.below(len(child.asked))]
            self.open_condition(child, surplus, x)
            child.asked.remove(surplus)

    def asks(self, rule, feature):
        i = self.features.part_of.get(feature)
        lists_some = i is not None and rule.values[i] != self.features.parts[i].everything
        if feature in self.features.categories:
            return lists_some
        return lists_some or not self.family.asks_nothing(rule.genes[feature])

    def cover_condition(self, rule, feature, x, codes):
        if feature not in self.features.categories:
            value = float(x[feature])
            cover = self.family.cover_any if is_missing(value) else self.family.cover_gene
            rule.genes[feature] = cover(value, self.stream)
        if feature in self.features.part_of:
            i = self.features.part_of[feature]
            rule.values[i] = self.features.parts[i].cover(codes[i], self.stream)

    def open_condition(self, rule, feature, x):
        if feature not in self.features.categories:
            rule.genes[feature] = self.family.cover_any(math.nan, Stream(0))
        if feature in self.features.part_of:
            i = self.features.part_of[feature]
            rule.values[i] = self.features.parts[i].everything

    def settle(self, genes, feature):
        """Write what asks nothing in one way, so that crossing two of it asks nothing."""
        is_category = feature in self.features.categories
        if not is_category and self.family.asks_nothing(genes[feature]):
            genes[feature] = self.family.cover_any(math.nan, Stream(0))

    def mutate_condition(self, rule, feature):
        if feature not in self.features.categories:
            self.family.mutate_gene(rule.genes[feature], self.stream)
            self.family.repair_gene(rule.genes[feature])
        if feature in self.features.part_of:
            i = self.features.part_of[feature]
            rule.values[i] = self.features.parts[i].mutate(rule.values[i], self.stream)

    def take_in(self, child, parents):
        """Give the child to a more general parent, or to its twin, or a place of its own."""
        if self.settings.subsumes_children:
            for parent in parents:
                is_present = self.settings.keeps_deleted or self.holds(parent)
                is_fit = is_present and self.may_join(child, parent) and self.credit.is_able(parent)
                if is_fit and self.is_more_general(parent, child):
                    parent.numerosity += 1
                    self.counts["child_subsumptions"] += 1
                    return
        for rule in self.rules():
            if rule.is_twin_of(child) and self.may_join(child, rule):
                rule.numerosity += 1
                self.counts["merges"] += 1
                return
        self.insert(child)

    def may_join(self, child, rule):
        return rule.label == child.label or not self.credit.tells_classes_apart

    # -------------------------------------------------------------- the population

    def holds(self, rule):
        return any(rule is other for other in self.population.values())

    def insert(self, rule):
        rule.born = self.n_born
        self.n_born += 1
        if self.free_slots:
            slot = self.free_slots.pop()
        else:
            slot = self.n_slots
            self.n_slots += 1
        self.population[slot] = rule

    def remove(self, rule):
        slot = next(slot for slot, other in self.population.items() if other is rule)
        del self.population[slot]
        self.removed_slots.append(slot)

    def delete(self):
        """Take one copy from a rule drawn by its vote, if there are too many."""
        copies = sum(rule.numerosity for rule in self.population.values())
        if copies <= self.settings.max_rules:
            return
        mean = sum(self.credit.strength(rule) for rule in self.population.values()) / copies
        slots = sorted(self.population, key=lambda slot: (slot % LANES, slot // LANES))
        rules = [self.population[slot] for slot in slots]
        votes = [self.vote(rule, mean) for rule in rules]
        rule = rules[self.first_beyond(self.stream.random() * sum(votes), votes)]
        rule.numerosity -= 1
        if rule.numerosity == 0:
            self.remove(rule)
        self.counts["deletions"] += 1

    def vote(self, rule, mean):
        vote = rule.set_size * rule.numerosity
        weak = self.settings.deletion_fraction * mean
        may_be_weak = mean > 0.0 and self.is_experienced(rule)
        if may_be_weak and self.credit.strength_in_doubt(rule) < weak:
            vote *= mean / max(self.credit.strength(rule), SMALLEST_FITNESS)
        return vote

    def is_experienced(self, rule):
        """Enough to be deleted for being weak."""
        return rule.experience > self.settings.deletion_threshold

    @staticmethod
    def first_beyond(mark, shares):
        """Index at which the running sum passes the mark."""
        passed = 0.0
        for index, share in enumerate(shares):
            passed += share
            if passed > mark:
                return index
        return len(shares) - 1

    # -------------------------------------------------------------- history

    def summary(self, time):
        rules = self.rules()
        voting = [rule for rule in rules if self.credit.may_vote(rule)]
        crisp = [rule for rule in voting if not self.family.fuzzy_genes(rule.genes)]
        copies_voting = sum(rule.numerosity for rule in voting)
        share = sum(rule.numerosity for rule in crisp) / copies_voting if voting else 0.0
        return {
            "iterations": time,
            "rules": len(rules),
            "numerosity": sum(rule.numerosity for rule in rules),
            **self.counts,
            "crisp_share": share,
        }
