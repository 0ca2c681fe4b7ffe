// What the tab key should reach, in the order of the page, each marked with
// its number. Stops are grouped by the part of the page that they stand in.
const focusable = "a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex], pre, .table";
const scrolls = (element) => element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX === "auto";
// Of radio buttons that belong together one is a stop; the arrow keys do the rest.
const group = (radio) => [...(radio.form ?? document).querySelectorAll(`[type=radio][name="${radio.name}"]`)];
const second = (element) => element.type === "radio" && element !== (group(element).find((radio) => radio.checked) ?? group(element)[0]);
const stops = [...document.querySelectorAll(focusable)].filter((element) => {
  if (element.tabIndex < 0 && !(element.matches("pre, .table") && scrolls(element) && !element.hasAttribute("tabindex"))) return false;
  if (second(element)) return false;
  return element.checkVisibility({ visibilityProperty: true });
});
stops.forEach((element, index) => { window.stops ??= new Map(); window.stops.set(element, index); });
return stops.map((element) => `${element.tagName.toLowerCase()} ${(element.getAttribute("aria-label") || element.textContent || element.name || "").trim().slice(0, 30)}`);
