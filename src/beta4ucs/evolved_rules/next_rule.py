"""One more rule for a member: the question, and the best answer to it, searched or of the pool.

With several classes a new rule asks a question about one of them, drawn by how much of the loss it
still has; its votes are for all.
"""

from beta4ucs.evolved_rules.condition_search import FEATURE, best_condition, gain_of, meets
from beta4ucs.kernels.compiled import kernel
from beta4ucs.kernels.random import below, random

BETTER = 1.001  # factor by which another condition must be better to replace one


@kernel
def ask_question(member, search, rng):
    """Draw a class by the loss it has; its derivatives are what the next rule is judged by."""
    n_rows, n_classes = member.target.shape
    total = 0.0
    for label in range(n_classes):
        member.slope[label] = 0.0
        for row in range(n_rows):
            wrong = member.chance[row, label] - member.target[row, label]
            member.slope[label] += search.weight[row] * abs(wrong)
        total += member.slope[label]
    draw = random(rng) * total
    chosen = 0
    while chosen < n_classes - 1 and draw >= member.slope[chosen]:
        draw -= member.slope[chosen]
        chosen += 1
    search.whole[0] = 0.0
    for row in range(n_rows):
        chance = member.chance[row, chosen]
        weight = search.weight[row]
        search.slope[row] = weight * (chance - member.target[row, chosen])
        search.curve[row] = weight * 2.0 * chance * (1.0 - chance)
        search.whole[0] += search.curve[row]


@kernel
def draw_features(features, n, rng):
    """Put n features, drawn without replacement, in front."""
    for i in range(n):
        other = i + below(rng, features.shape[0] - i)
        drawn = features[other]
        features[other] = features[i]
        features[i] = drawn


@kernel
def search_rule(member, search, bins, shape_rows, settings):
    """Put conditions together one by one, replacing earlier ones; return their number and gain."""
    degree = member.draft_degree
    for row in range(degree.shape[0]):
        degree[row] = 1.0
    for feature in range(search.is_used.shape[0]):
        search.is_used[feature] = 0
    size = 0
    best = 0.0
    while size < settings.max_conditions:
        gain = best_condition(
            search, bins, degree, settings.n_tried, settings.penalty, settings.least_rows, best
        )
        if gain <= best:
            break
        best = gain
        put(member, search, size)
        size += 1
        set_degree(member, bins, shape_rows, size, -1, degree)
        for place in range(size - 1):
            best = replace(member, search, bins, shape_rows, settings, size, place, best)
    return size, best


@kernel
def put(member, search, place):
    """Copy the condition that was found into the draft."""
    for i in range(search.found.shape[0]):
        member.draft[place, i] = search.found[i]
    search.is_used[search.found[FEATURE]] = 1


@kernel
def set_degree(member, bins, shape_rows, size, left_out, degree):
    """Write the degrees of the draft, one condition left out or none."""
    for row in range(degree.shape[0]):
        product = 1.0
        for place in range(size):
            if place != left_out and product > 0.0:
                product *= meets(bins, shape_rows, member.draft[place], row)
        degree[row] = product


@kernel
def replace(member, search, bins, shape_rows, settings, size, place, best):
    """Look for a better condition in the place of one; return the gain of the draft then."""
    feature = member.draft[place, FEATURE]
    set_degree(member, bins, shape_rows, size, place, member.other_degree)
    search.is_used[feature] = 0
    floor = best * BETTER
    gain = best_condition(
        search, bins, member.other_degree, settings.n_tried, settings.penalty,
        settings.least_rows, floor,
    )  # fmt: skip
    if gain <= floor:
        search.is_used[feature] = 1
        return best
    put(member, search, place)
    set_degree(member, bins, shape_rows, size, -1, member.draft_degree)
    return gain


@kernel
def best_of_pool(pool, search, settings, floor, rng):
    """Return the rule of the pool with the largest gain above the floor, or -1."""
    best = floor
    chosen = -1
    for rule in range(pool.first.shape[0] - 1):
        if random(rng) >= settings.pool_share:
            continue
        slope = 0.0
        curve = 0.0
        cross = 0.0
        rows = 0.0
        for i in range(pool.first[rule], pool.first[rule + 1]):
            row, degree = pool.row[i], pool.degree[i]
            slope += degree * search.slope[row]
            curve += degree * degree * search.curve[row]
            cross += degree * search.curve[row]
            rows += degree * search.weight[row]
        gain = gain_of(slope, curve, cross, search.whole[0], settings.penalty)
        if rows >= settings.least_rows and gain > best:
            best = gain
            chosen = rule
    return chosen


@kernel
def take_from_pool(member, pool, rule, place):
    """Append a rule of the pool to the list."""
    member.source[place] = rule
    for i in range(pool.first[rule], pool.first[rule + 1]):
        member.degree[place, pool.row[i]] = pool.degree[i]


@kernel
def take_draft(member, size, place):
    """Append the draft to the list."""
    member.source[place] = -1
    member.n_conditions[place] = size
    for i in range(size):
        for k in range(member.draft.shape[1]):
            member.condition[place, i, k] = member.draft[i, k]
    for row in range(member.draft_degree.shape[0]):
        member.degree[place, row] = member.draft_degree[row]
