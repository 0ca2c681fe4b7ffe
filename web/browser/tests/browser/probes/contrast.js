// Contrast of what is seen: each text and each mark against what lies behind
// it. Returns { seen, low }: how many pairs of colours were looked at, and
// those under their bound, each with an example.

const parse = (colour) => {
  const parts = colour.match(/[\d.]+/g).map(Number);
  return { r: parts[0], g: parts[1], b: parts[2], a: parts[3] ?? 1 };
};
const over = (top, under) => {
  const mix = (a, b) => a * top.a + b * (1 - top.a);
  return { r: mix(top.r, under.r), g: mix(top.g, under.g), b: mix(top.b, under.b), a: 1 };
};
const luminance = ({ r, g, b }) => {
  const [x, y, z] = [r, g, b].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const ratio = (one, two) => {
  const [a, b] = [luminance(one), luminance(two)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

// The page's own colour where nothing is painted.
const forced = matchMedia("(forced-colors: active)").matches;
const ground = (element, text = false) => {
  const layers = [];
  // With forced colours the browser puts a plate behind each text, in the
  // page's colour, unless it is told not to.
  if (forced && text && getComputedStyle(element).forcedColorAdjust !== "none") element = document.documentElement;
  for (let at = element; at; at = at.parentElement) {
    const colour = parse(getComputedStyle(at).backgroundColor);
    if (colour.a > 0) layers.push(colour);
    if (colour.a === 1) break;
  }
  const canvas = parse(getComputedStyle(document.documentElement).backgroundColor);
  return layers.reduceRight((under, top) => over(top, under), { ...canvas, a: 1 });
};
// What has been decided fades away in the picture while the sentence still says
// it: of these echoes the colour counts, and not how old they are.
const opacity = (element) => {
  let all = 1;
  for (let at = element; at; at = at.parentElement) {
    if (!(at.hasAttribute("opacity") && at.closest(".panel"))) all *= Number(getComputedStyle(at).opacity);
  }
  return all;
};
const hidden = (element) => {
  if (!element.checkVisibility({ visibilityProperty: true })) return true;
  const box = element.getBoundingClientRect();
  return box.width + box.height === 0 || element.closest(".hidden-words, .skip:not(:focus)") !== null;
};
const name = (element) => {
  const said = element.tagName.toLowerCase() + [...element.classList].map((word) => `.${word}`).join("");
  const parent = element.parentElement;
  const before = parent ? parent.tagName.toLowerCase() + [...parent.classList].map((word) => `.${word}`).join("") : "";
  return `${before} > ${said}`;
};

const pairs = new Map();
const see = (element, kind, colour, bound, words) => {
  const under = ground(element, kind === "text");
  const shown = { ...parse(colour) };
  shown.a *= opacity(element);
  const found = ratio(over(shown, under), under);
  const key = `${kind} ${name(element)}`;
  const before = pairs.get(key);
  if (!before || found < before.found) pairs.set(key, { key, found, bound, colour, opacity: shown.a, words });
};

// Texts.
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const text = walker.currentNode;
  const element = text.parentElement;
  if (!text.data.trim() || hidden(element) || element.closest("script, style, title")) continue;
  const style = getComputedStyle(element);
  const colour = element instanceof SVGElement ? style.fill : style.color;
  see(element, "text", colour, 4.5, text.data.trim().slice(0, 40));
}

// Shapes that say something: by their stroke, or else by what fills them. Grid
// lines and tints only help the eye along something that is drawn itself, and a
// line or cover in the page's own colour is a gap.
for (const shape of document.querySelectorAll("svg :is(path, rect, circle, line)")) {
  if (shape.closest("defs, .s-grid, .s-bg, .cover, .f-tint, .bracketed, .box, .band") || hidden(shape)) continue;
  const style = getComputedStyle(shape);
  const stroked = style.stroke !== "none" && parseFloat(style.strokeWidth) > 0;
  const colour = stroked ? style.stroke : style.fill;
  if (colour === "none" || colour.startsWith("url")) continue;
  see(shape, "mark", colour, 3, "");
}

// What shows that a thing can be pressed or written into.
for (const control of document.querySelectorAll("input, select, .button:not(.off)")) {
  const style = getComputedStyle(control);
  if (hidden(control) || control.type === "range" || parseFloat(style.borderTopWidth) === 0) continue;
  const under = ground(control.parentElement);
  const best = Math.max(ratio(parse(style.borderTopColor), under), ratio(ground(control), under));
  const key = `edge ${name(control)}`;
  pairs.set(key, { key, found: best, bound: 3, colour: style.borderTopColor, opacity: 1, words: "" });
}

const all = [...pairs.values()];
const least = (kind) => Math.min(...all.filter((pair) => pair.key.startsWith(kind)).map((pair) => pair.found));
return {
  seen: all.length,
  text: least("text"),
  mark: least("mark"),
  low: all.filter((pair) => pair.found < pair.bound)
    .map((pair) => `${pair.found.toFixed(2)}:1 < ${pair.bound}: ${pair.key} ${pair.colour} × ${pair.opacity.toFixed(2)} ${pair.words}`),
};
