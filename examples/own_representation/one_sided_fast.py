"""The same conditions, matched faster: only what is not crisp is looked at, from packed lines."""

from one_sided import SIDE, SLACK, THRESHOLD, OneSided

from beta4ucs.representations import register

LINE = 4  # numbers per packed gene: feature, threshold, slack, side


@register
class FastOneSided(OneSided):
    """`OneSided` with a batched matching degree."""

    name = "one-sided-fast"

    def degree(self, genes, x):
        """Return the degree of one rule; missing features match."""
        product = 1.0
        for feature in range(x.shape[0]):
            if x[feature] == x[feature]:
                short = (genes[feature, THRESHOLD] - x[feature]) * genes[feature, SIDE]
                if short > 0.0:
                    slack = genes[feature, SLACK]
                    product *= 1.0 - short / slack if short < slack else 0.0
        return product

    def packed_width(self, n_features):
        """Return the room for one line per feature."""
        return LINE * n_features

    def pack(self, genes, rule, packed):
        """Store a line per gene that is not crisp; return their number."""
        at = 0
        for feature in range(genes.shape[1]):
            if genes[rule, feature, SLACK] > 0.0:
                packed[rule, at] = feature
                packed[rule, at + 1] = genes[rule, feature, THRESHOLD]
                packed[rule, at + 2] = genes[rule, feature, SLACK]
                packed[rule, at + 3] = genes[rule, feature, SIDE]
                at += LINE
        return at // LINE

    def degrees(self, genes, packed, n_packed, x, rules, n, buffer, out):
        """Return the degrees of n rules whose support holds x."""
        for i in range(n):
            rule = rules[i]
            product = 1.0
            for k in range(n_packed[rule]):
                at = LINE * k
                short = (packed[rule, at + 1] - x[int(packed[rule, at])]) * packed[rule, at + 3]
                if short > 0.0:  # False for a missing value
                    slack = packed[rule, at + 2]
                    product *= 1.0 - short / slack if short < slack else 0.0
            out[i] = product
