// ---- what the rules are written with

const MISSING = ["", "?", "na", "n/a", "nan", "null"]; // in any case, as when the model learned

function cell(row, name) {
  if (!(name in row)) throw new Error(`the row has no value "${name}"; give null for a missing one`);
  const value = typeof row[name] === "string" ? row[name].trim() : row[name];
  const isMissing = value === undefined || value === null || Number.isNaN(value)
    || (typeof value === "string" && MISSING.includes(value.toLowerCase()));
  return isMissing ? null : value;
}

function number(row, name) {
  const value = cell(row, name);
  if (value === null) return NaN;
  if (!Number.isFinite(Number(value))) throw new Error(`"${name}" must be a number, got ${value}`);
  return Number(value);
}

function category(row, name) {
  return cell(row, name);
}

function place(row, name, values) {
  const value = cell(row, name);
  if (value === null) return NaN;
  if (!values.includes(value)) {
    throw new Error(`"${name}" must be one of ${values.join(", ")}, got ${value}`);
  }
  return values.indexOf(value);
}

function unit(x, low, high) {
  if (x !== x || low === high) return x !== x ? NaN : 0.5;
  const half = high - low < Infinity ? 1 : 0.5;
  return (Math.min(Math.max(x, low), high) * half - low * half) / (high * half - low * half);
}

function log(value) {
  return value !== value ? 0 : logarithm(value);
}

function exp(value) {
  return exponential(value);
}

function square(u, centre, inverse) {
  const z = (u - centre) * inverse;
  return z === z ? z * z : 0;
}

function pull(u, left, leftScale, right, rightScale) {
  const both = left * (u * leftScale - 1) + right * ((1 - u) * rightScale - 1);
  return both === both ? both : 0;
}

function trapezoid(u, left, rise, right, fall) {
  let height = (u - left) * rise;
  height = height < 1 ? height : 1;
  const falling = (right - u) * fall;
  return falling < height ? falling : height;
}

function shares(sums) {
  const best = Math.max(...sums);
  return divided(sums.map((one) => (best > 0 ? Math.max(one, 0) : Number(one === best))));
}

function softmax(sums) {
  const best = Math.max(...sums);
  return divided(sums.map((one) => Math.exp(one - best)));
}

function divided(weights) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
