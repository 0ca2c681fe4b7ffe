// The stop that has the focus: its number, whether the focus is seen, and where it is.
const element = document.activeElement;
if (!element || element === document.body || element === document.documentElement) return null;
const style = getComputedStyle(element);
const box = element.getBoundingClientRect();
// What stands at a place of the window has none in the order of the page.
let fixed = false;
for (let at = element; at; at = at.parentElement) fixed ||= getComputedStyle(at).position === "fixed";
const part = element.closest("header, nav, aside, form, .actions, .lab-log, .lesson, main");
return {
  stop: window.stops?.get(element) ?? -1,
  says: `${element.tagName.toLowerCase()} ${(element.getAttribute("aria-label") || element.textContent || element.name || "").trim().slice(0, 30)}`,
  ring: element.matches(":focus-visible") && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
  seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  top: box.top + scrollY, bottom: box.bottom + scrollY,
  part: fixed ? `fixed ${window.stops?.get(element)}` : `${part?.tagName} ${part?.className}`,
};
