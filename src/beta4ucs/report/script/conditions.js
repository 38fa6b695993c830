// The representations: how well a value fits a gene, and a row fits a rule. A gene is a run of
// numbers that starts at `at` in a rule's genes; values are on the unit scale, NaN where missing.

const STEEPER = 1 + 2 ** -51; // so that rounding leaves no value of a plateau below 1
const SMALLEST_FLANK = 1e-300;

function between(first, second, x) {
  return Math.min(first, second) <= x && x <= Math.max(first, second) ? 1 : 0;
}

function trapezoid(left, topLeft, topRight, right, x) {
  if (x < left || x > right) return 0;
  const rising = alongFlank(x - left, topLeft - left);
  const falling = alongFlank(right - x, right - topRight);
  return Math.min(1, rising, falling);
}

// 1 on a vertical flank, and on one that begins at infinity.
function alongFlank(distance, width) {
  return width > SMALLEST_FLANK && width < Infinity ? distance * (STEEPER / width) : 1;
}

function squaredDistance(genes, at, x) {
  const z = (x - genes[at]) * (1 / genes[at + 1]);
  return z * z;
}

// The logarithm of a beta density over its peak, added to a sum.
function addBeta(total, left, right, low, high, x) {
  const width = high - low;
  if (left > 0) total += left * logarithm((x - low) * ((left + right) / (left * width)));
  if (right > 0) total += right * logarithm((x - high) * (-(left + right) / (right * width)));
  return total;
}

// On [0, 1] in two parts, of which the second is 0 but for rounding, and makes up for that.
function kernelParts(genes, at, x, parts) {
  const left = genes[at] - 1, right = genes[at + 1] - 1;
  const u = left > 0 ? x * ((left + right) / left) : 1;
  const v = right > 0 ? (1 - x) * ((left + right) / right) : 1;
  if (left > 0 && right > 0) parts.pulls += left * (u - 1) + right * (v - 1);
  if (left > 0) parts.logs += left * logarithm(u);
  if (right > 0) parts.logs += right * logarithm(v);
}

function logKernel(genes, at, x) {
  const parts = { logs: 0, pulls: 0 };
  kernelParts(genes, at, x, parts);
  return parts.logs - parts.pulls;
}

// Calls visit(at, value) for every gene whose value is known, until it answers false.
function everyGene(rule, row, width, visit) {
  const genes = rule.genes;
  for (let start = 0; start < genes.length; start += width + 1) {
    const value = row[genes[start]];
    if (value === value && visit(start + 1, value) === false) return false;
  }
  return true;
}

function product(width, membership) {
  return (rule, row) => {
    let degree = 1;
    everyGene(rule, row, width, (at, value) => {
      degree *= membership(rule.genes, at, value);
      return degree > 0;
    });
    return degree;
  };
}

function summedDistance(rule, row) {
  let total = 0;
  everyGene(rule, row, 2, (at, value) => { total += squaredDistance(rule.genes, at, value); });
  return total;
}

function betaDegree(rule, row) {
  let total = 0;
  const genes = rule.genes;
  const isInside = everyGene(rule, row, 4, (at, value) => {
    if (value < genes[at + 2] || value > genes[at + 3]) return false;
    total = addBeta(total, genes[at] - 1, genes[at + 1] - 1, genes[at + 2], genes[at + 3], value);
  });
  return isInside ? Math.min(1, exponential(total)) : 0;
}

function polytopeDegree(rule, row, settings) {
  const parts = { logs: 0, pulls: 0 };
  everyGene(rule, row, 2, (at, value) => kernelParts(rule.genes, at, value, parts));
  return parts.logs - parts.pulls > logarithm(settings.matching_threshold) ? 1 : 0;
}

function boxDegree(rule, row, settings) {
  const limit = logarithm(settings.matching_threshold);
  return everyGene(rule, row, 2, (at, value) => logKernel(rule.genes, at, value) > limit) ? 1 : 0;
}

function betaPeak(genes, at, low, high) {
  const left = genes[at] - 1, right = genes[at + 1] - 1;
  return left + right > 0 ? low + (high - low) * left / (left + right) : low;
}

const bellMembership = (genes, at, x) => exponential(-0.5 * squaredDistance(genes, at, x));
const kernelMembership = (genes, at, x) => Math.min(1, exponential(logKernel(genes, at, x)));
const bellPlaces = (genes, at) => [-2, -1, 0, 1, 2].map((step) => genes[at] + step * genes[at + 1]);
const kernelPlaces = (genes, at) => [betaPeak(genes, at, 0, 1)];

function rectangleOrTriangle(genes, at, x) {
  const left = genes[at] - genes[at + 1], right = genes[at] + genes[at + 1];
  return genes[at + 2] > 0
    ? trapezoid(left, genes[at], genes[at], right, x)
    : trapezoid(left, left, right, right, x);
}

const triangle = (genes, at, x) =>
  trapezoid(genes[at], genes[at + 1], genes[at + 1], genes[at + 2], x);
const freeTrapezoid = (genes, at, x) =>
  trapezoid(genes[at], genes[at + 1], genes[at + 2], genes[at + 3], x);
const interval = (genes, at, x) => between(genes[at], genes[at + 1], x);

// membership: of a value in a gene; degree: of a row in a rule; places: where a curve bends
const REPRESENTATIONS = {
  "beta4": {
    membership: (genes, at, x) => (x < genes[at + 2] || x > genes[at + 3] ? 0 : Math.min(1,
      exponential(addBeta(0, genes[at] - 1, genes[at + 1] - 1, genes[at + 2], genes[at + 3], x)))),
    degree: betaDegree,
    places: (g, at) => [g[at + 2], betaPeak(g, at, g[at + 2], g[at + 3]), g[at + 3]],
  },
  "hyperrectangle": {
    membership: interval,
    degree: product(2, interval),
    places: (genes, at) => [genes[at], genes[at + 1]],
  },
  "hyperellipsoid": {
    membership: bellMembership,
    degree: (rule, row, settings) =>
      (summedDistance(rule, row) < -2 * logarithm(settings.matching_threshold) ? 1 : 0),
    places: bellPlaces,
  },
  "bell": {
    membership: bellMembership,
    degree: (rule, row, settings) => // a rule matches everything, faintly if it must
      Math.max(settings.always_matches * 1e-300, exponential(-0.5 * summedDistance(rule, row))),
    places: bellPlaces,
  },
  "curved-polytope": {
    membership: kernelMembership,
    degree: polytopeDegree,
    places: kernelPlaces,
  },
  "rectangle-or-polytope": {
    membership: kernelMembership,
    degree: (rule, row, settings) => (rule.ownGenes[0] < settings.and_threshold
      ? polytopeDegree(rule, row, settings) : boxDegree(rule, row, settings)),
    places: kernelPlaces,
  },
  "triangle": {
    membership: triangle,
    degree: product(3, triangle),
    places: (genes, at) => [genes[at], genes[at + 1], genes[at + 2]],
  },
  "trapezoid": {
    membership: freeTrapezoid,
    degree: product(4, freeTrapezoid),
    places: (genes, at) => [genes[at], genes[at + 1], genes[at + 2], genes[at + 3]],
  },
  "rectangle-or-triangle": {
    membership: rectangleOrTriangle,
    degree: product(3, rectangleOrTriangle),
    places: (g, at) => [g[at] - g[at + 1], g[at], g[at] + g[at + 1]],
  },
};
