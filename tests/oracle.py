"""A naive trainer of β4-UCS, the judge of the compiled one.

Lists, loops and small classes, written from the specification: every rule is matched against every
row, every mean is taken over a list, every sum is added up afresh. It shares nothing with the
trainer but the definition of a matching degree and of exp and log, each tested on its own, and it
draws from the same generator in the same order, so both must arrive at the same population, bit for
bit.
"""

import numpy as np

from beta4ucs.kernels.arithmetic import exp, log

DONT_CARE = (1.0, 1.0, 0.0, 1.0)
SMALLEST_SPREAD = 0.005
LARGEST_LOW, SMALLEST_HIGH = 0.995, 0.005
WIDENING = 0.025
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


class Rule:
    """One macro rule; `degree` is that of the current input."""

    def __init__(self, genes, label, n_classes, time):
        self.genes = genes  # a list [alpha, beta, low, high] per feature
        self.label = label
        self.mass = [0.0] * n_classes
        self.fitness = 1.0
        self.experience = 0.0
        self.numerosity = 1
        self.set_size = 1.0
        self.set_sizes = []  # of every correct set it was in
        self.time_stamp = time
        self.degree = 1.0

    def child(self, time):
        """A copy that has seen nothing yet but keeps the parent's opinion of itself."""
        child = Rule([list(gene) for gene in self.genes], self.label, len(self.mass), time)
        child.fitness, child.set_size = self.fitness, self.set_size
        return child

    def forget(self):
        self.experience = 0.0
        self.mass = [0.0] * len(self.mass)
        self.set_sizes = []


# ------------------------------------------------------------------ the representation


def is_missing(x):
    return x != x


def is_rectangle(gene):
    return gene[0] == 1.0 and gene[1] == 1.0


def kurtosis(gene):
    alpha, beta = gene[:2]
    s = alpha + beta
    top = 3 * (s + 1) * (2 * s**2 + alpha * beta * (s - 6))
    return top / (alpha * beta * (s + 2) * (s + 3))


def mode(gene):
    alpha, beta, low, high = gene
    left, right = alpha - 1, beta - 1  # exact, so that a slope peaks at its end
    return low + left / (left + right) * (high - low)


def gene_is_more_general(gene, other, tolerance):
    """Wider within [0, 1], at most as peaked, and with the same peak if both have one."""
    low, high = max(0.0, gene[2]), min(1.0, gene[3])
    other_low, other_high = max(0.0, other[2]), min(1.0, other[3])
    if other_low > other_high or low > other_low or other_high > high:
        return False
    if kurtosis(gene) > kurtosis(other):
        return False
    if is_rectangle(gene) or is_rectangle(other):
        return True
    return abs(mode(gene) - mode(other)) <= tolerance


def is_more_general(rule, other, tolerance):
    """Strict: a rule is not more general than its twin."""
    if rule.genes == other.genes:
        return False
    return all(
        gene_is_more_general(gene, against, tolerance)
        for gene, against in zip(rule.genes, other.genes, strict=True)
    )


def cover_gene(representation, x, dont_care_rate, stream):
    if is_missing(x) or stream.random() < dont_care_rate:
        return list(DONT_CARE)
    shape = 1.0
    if representation.initial_shape > 1:
        shape = stream.uniform(1.0, representation.initial_shape)
    spread = stream.uniform(SMALLEST_SPREAD, representation.cover_range)
    return [shape, shape, x - spread, x + spread]


def mutate_gene(representation, gene, stream):
    step = representation.mutation_step
    gene[0] += gene[0] * stream.uniform(-0.5, 0.5)
    gene[1] += gene[1] * stream.uniform(-0.5, 0.5)
    gene[2] += stream.uniform(-step, step)
    gene[3] += stream.uniform(-step, step)
    gene[0] = max(1.0, gene[0])
    gene[1] = max(1.0, gene[1])
    gene[2] = min(LARGEST_LOW, gene[2])
    gene[3] = max(SMALLEST_HIGH, gene[3])


def repair_gene(gene):
    if gene[2] > gene[3]:
        gene[2], gene[3] = gene[3], gene[2]
    if gene[2] == gene[3]:
        gene[2], gene[3] = max(0.0, gene[2] - WIDENING), min(1.0, gene[3] + WIDENING)


# ------------------------------------------------------------------ the learner


class Oracle:
    """Learns like `TrainingRun`; takes the same arguments."""

    def __init__(self, representation, config, inputs, labels, n_classes, n_epochs, seed):
        self.representation, self.config = representation, config
        self.inputs, self.labels, self.n_classes = inputs, labels, n_classes
        self.n_epochs = n_epochs
        self.stream = Stream(seed)
        self.population = {}  # [P]: slot -> rule
        self.free_slots = []
        self.n_slots = 0
        self.removed_slots = []  # in this iteration
        self.counts = dict.fromkeys(COUNTED, 0)
        self.history = []

    def train(self):
        order = list(range(len(self.inputs)))
        time = 0
        for epoch in range(self.n_epochs):
            if epoch == 0 or self.config.shuffles_every_epoch:
                self.stream.shuffle(order)
            for row in order:
                self.learn(self.inputs[row], int(self.labels[row]), time)
                time += 1
            self.history.append(self.summary(time))
        return self

    def rules(self):
        return [self.population[slot] for slot in sorted(self.population)]

    def learn(self, x, label, time):
        matched = self.match(x)
        support = 0.0
        for rule in matched:
            if rule.label == label:
                support += rule.degree
        if support < 1.0:
            matched.append(self.cover(x, label, time))
            self.delete()
            if not self.config.keeps_deleted:
                matched = [rule for rule in matched if self.holds(rule)]
        correct = [rule for rule in matched if rule.label == label]
        self.credit(matched, correct, label)
        if self.config.subsumes_correct_set:
            correct = self.subsume_correct_set(correct)
        if self.config.crispifies:
            self.crispify(correct)
        self.evolve(correct, time)
        self.free_slots += self.removed_slots
        self.removed_slots = []

    def match(self, x):
        matched = []
        for rule in self.rules():
            rule.degree = float(self.representation.degree(np.array(rule.genes), x))
            if rule.degree > 0.0:
                matched.append(rule)
        return matched

    def cover(self, x, label, time):
        rate = self.config.dont_care_rate
        genes = [cover_gene(self.representation, float(v), rate, self.stream) for v in x]
        rule = Rule(genes, label, self.n_classes, time)
        self.insert(rule)
        self.counts["coverings"] += 1
        return rule

    def credit(self, matched, correct, label):
        for rule in matched:
            rule.experience += rule.degree
            rule.mass[label] += rule.degree
            top = max(rule.mass)
            rule.fitness = 2 * top / rule.experience - 1
            rule.label = rule.mass.index(top)
        size = sum(rule.numerosity for rule in correct)
        for rule in correct:
            rule.set_sizes.append(size)
            rule.set_size = sum(rule.set_sizes) / len(rule.set_sizes)

    # -------------------------------------------------------------- subsumption

    def is_able(self, rule):
        return (
            rule.experience > self.config.subsumption_threshold
            and rule.fitness > self.config.min_subsumer_fitness
        )

    def is_more_general(self, rule, other):
        return is_more_general(rule, other, self.representation.subsumption_tolerance)

    def subsume_correct_set(self, correct):
        """Let the most general able rule absorb others; return what is left of [C]."""
        subsumer = None
        for rule in correct:
            if self.is_able(rule) and (subsumer is None or self.is_more_general(rule, subsumer)):
                subsumer = rule
        if subsumer is None:
            return correct
        left = []
        is_skipped = False
        for rule in correct:
            if not is_skipped and self.is_more_general(subsumer, rule):
                subsumer.numerosity += rule.numerosity
                self.counts["set_subsumptions"] += 1
                if self.holds(rule):
                    self.remove(rule)
                is_skipped = self.config.skips_after_subsumption
            else:
                left.append(rule)
                is_skipped = False
        return left

    def crispify(self, correct):
        for rule in correct:
            fuzzy = [gene for gene in rule.genes if not is_rectangle(gene)]
            if self.is_able(rule) and fuzzy:
                gene = fuzzy[self.stream.below(len(fuzzy))]
                gene[0] = gene[1] = 1.0
                rule.forget()
                self.counts["crispifications"] += 1

    # -------------------------------------------------------------- evolution

    def evolve(self, correct, time):
        copies = sum(rule.numerosity for rule in correct)
        parents = [rule for rule in correct if rule.fitness >= 0.0]
        if copies == 0 or not parents:
            return
        mean_time = sum(rule.time_stamp * rule.numerosity for rule in correct) / copies
        if not time - mean_time > self.config.ga_threshold:
            return
        self.counts["ga_runs"] += 1
        for rule in correct:
            rule.time_stamp = time
        chosen = self.select(parents), self.select(parents)
        children = chosen[0].child(time), chosen[1].child(time)
        if self.stream.random() < self.config.crossover_rate:
            self.cross(*children)
        for child in children:
            self.mutate(child)
            self.take_in(child, chosen)
            self.delete()

    def power(self, fitness):
        """F^nu."""
        if fitness <= 0.0 or self.config.fitness_power == 1.0:
            return fitness
        return float(exp(self.config.fitness_power * log(fitness)))

    def select(self, parents):
        strengths = [self.power(rule.fitness) * rule.degree for rule in parents]
        if self.config.tournament_fraction == 0.0:
            return self.spin(parents, strengths)
        if self.config.samples_tournament:
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
        size = max(1, int(self.config.tournament_fraction * len(parents) + 0.5))
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
            if winner is None or key > best:
                absence = (1.0 - self.config.tournament_fraction) ** rule.numerosity
                if self.stream.random() >= absence:
                    winner, best = rule, key
        if winner is None:
            return parents[self.stream.below(len(parents))]
        return winner

    def cross(self, one, other):
        for gene, against in zip(one.genes, other.genes, strict=True):
            coins = self.stream.bits()
            for number in range(4):
                coin = 0 if self.config.swaps_whole_genes else number
                if coins >> coin & 1:
                    gene[number], against[number] = against[number], gene[number]
            repair_gene(gene)
            repair_gene(against)

    def mutate(self, child):
        for gene in child.genes:
            if self.stream.random() < self.config.mutation_rate:
                mutate_gene(self.representation, gene, self.stream)
                repair_gene(gene)

    def take_in(self, child, parents):
        """Give the child to a more general parent, or to its twin, or a place of its own."""
        if self.config.subsumes_children:
            for parent in parents:
                is_present = self.config.keeps_deleted or self.holds(parent)
                if is_present and self.is_able(parent) and self.is_more_general(parent, child):
                    parent.numerosity += 1
                    self.counts["child_subsumptions"] += 1
                    return
        for rule in self.rules():
            if rule.genes == child.genes:
                rule.numerosity += 1
                self.counts["merges"] += 1
                return
        self.insert(child)

    # -------------------------------------------------------------- the population

    def holds(self, rule):
        return any(rule is other for other in self.population.values())

    def insert(self, rule):
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
        if copies <= self.config.max_rules:
            return
        mean = sum(self.power(rule.fitness) for rule in self.population.values()) / copies
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
        strength = self.power(rule.fitness)
        is_experienced = rule.experience > self.config.deletion_threshold
        if mean > 0.0 and is_experienced and strength < self.config.deletion_fraction * mean:
            vote *= mean / max(strength, SMALLEST_FITNESS)
        return vote

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
        voting = [rule for rule in rules if rule.experience > self.config.voting_threshold]
        crisp = [rule for rule in voting if all(is_rectangle(gene) for gene in rule.genes)]
        copies_voting = sum(rule.numerosity for rule in voting)
        share = sum(rule.numerosity for rule in crisp) / copies_voting if voting else 0.0
        return {
            "iterations": time,
            "rules": len(rules),
            "numerosity": sum(rule.numerosity for rule in rules),
            **self.counts,
            "crisp_share": share,
        }
