// Tries what the policy forbids, as a page that somebody else has written into
// would. What is refused is gathered in `refused`, what works in `done`.
window.refused = new Set();
window.done = [];
document.addEventListener("securitypolicyviolation", (event) => window.refused.add(event.effectiveDirective));

const add = (tag, properties, text) => {
  const element = Object.assign(document.createElement(tag), properties);
  if (text) element.textContent = text;
  document.body.append(element);
  return element;
};
add("script", {}, "window.done.push('an inline script')");
add("script", { src: `${given}script.js` });
add("img", { src: `${given}picture.png` });
add("iframe", { src: `${given}frame` });
add("style", {}, "body { --written: yes }");
add("p", {}, "written").setAttribute("style", "--attribute: yes");
document.head.append(Object.assign(document.createElement("base"), { href: given }));
new FontFace("other", `url(${given}font.woff2)`).load().then(() => window.done.push("a font"), () => {});
fetch(`${given}data`).then(() => window.done.push("a fetch"), () => {});
// Not in this turn: what the driver itself calls may use `eval`.
setTimeout(() => {
  try { window.eval("window.done.push('eval')"); } catch { /* refused, and reported */ }
  const written = getComputedStyle(document.body).getPropertyValue("--written");
  if (written) window.done.push("an inline style");
}, 0);
