// The curve beside a condition: membership over the feature's training range, in original units.
// Of an ordered category it has a step for each value.

const CURVE_WIDTH = 132, CURVE_HEIGHT = 30, CURVE_STEPS = 48;

// Evenly spaced places on the unit scale, and both sides of wherever the curve bends or jumps.
function curvePlaces(bends) {
  const places = Array.from({ length: CURVE_STEPS + 1 }, (_, step) => step / CURVE_STEPS);
  for (const bend of bends) {
    for (const place of [bend - 1e-9, bend, bend + 1e-9]) {
      if (place >= 0 && place <= 1) places.push(place);
    }
  }
  return places.sort((one, other) => one - other);
}

function curvePoints(model, rule, place) {
  const feature = rule.features[place], nSteps = stepsOf(model, feature);
  if (nSteps > 0) return stepPoints(model, rule, place, nSteps);
  if (rule.curves !== null) {
    const heights = rule.curves[place];
    return heights.map((height, step) => [step / (heights.length - 1), height / 100]);
  }
  const at = geneStart(rule, feature);
  if (at < 0 || model.shape === null) return [[0, 1], [1, 1]];
  const { places } = model.shape;
  return curvePlaces(places(rule.genes, at)).map((x) => [x, fitAt(model, rule, place, x)]);
}

// How well a value on the unit scale fits.
function fitAt(model, rule, place, x) {
  if (rule.curves !== null) {
    const heights = rule.curves[place];
    return heights[Math.round(x * (heights.length - 1))] / 100;
  }
  const at = geneStart(rule, rule.features[place]);
  return at < 0 || model.shape === null ? 1 : model.shape.membership(rule.genes, at, x);
}

// The number of values of an ordered category between the ends of the training data; else 0.
function stepsOf({ features: { categories, low, high } }, feature) {
  return categories[feature] === null ? 0 : high[feature] - low[feature] + 1;
}

function stepPoints(model, rule, place, nSteps) {
  return Array.from({ length: nSteps }, (_, step) => {
    const fit = fitAt(model, rule, place, nSteps === 1 ? 0.5 : step / (nSteps - 1));
    return [[step / nSteps, fit], [(step + 1) / nSteps, fit]];
  }).flat();
}

function curveDrawing(points) {
  const line = points
    .map(([x, y]) => `${(x * CURVE_WIDTH).toFixed(1)} ${((1 - y) * CURVE_HEIGHT).toFixed(1)}`)
    .join("L");
  const frame = `0 -2 ${CURVE_WIDTH} ${CURVE_HEIGHT + 4}`;
  const area = `M0 ${CURVE_HEIGHT}L${line}L${CURVE_WIDTH} ${CURVE_HEIGHT}Z`;
  return makeSvg("svg", { "viewBox": frame, "class": "curve", "aria-hidden": "true" },
    makeSvg("path", { d: area, class: "area" }),
    makeSvg("path", { d: `M0 ${CURVE_HEIGHT}H${CURVE_WIDTH}`, class: "base" }),
    makeSvg("path", { d: `M${line}`, class: "outline" }));
}

// The drawing with the ends of the range below it.
function conditionCurve(model, rule, place) {
  const feature = rule.features[place];
  return make("span", { class: "curve-box" },
    curveDrawing(curvePoints(model, rule, place)), rangeEnds(model, feature));
}

function rangeEnds(model, feature) {
  const { low, high } = model.features;
  return make("span", { class: "curve-ends" },
    ...[low, high].map((ends) => make("span", {}, valueText(model, feature, ends[feature]))));
}

// Marks where a value lies on a curve that `conditionCurve` has made, in the middle of its step.
function markValue(box, unit, nSteps) {
  box?.querySelector(".mark")?.remove();
  if (unit !== unit || box === null) return;
  const x = nSteps > 0 ? (unit * (nSteps - 1) + 0.5) / nSteps : unit;
  const line = `M${(x * CURVE_WIDTH).toFixed(1)} -2V${CURVE_HEIGHT + 2}`;
  box.querySelector("svg").append(makeSvg("path", { d: line, class: "mark" }));
}
