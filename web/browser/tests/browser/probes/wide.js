// What is wider than the page, unless it scrolls inside something of its own.
const width = document.documentElement.clientWidth;
const scrolls = (element) => {
  for (let at = element; at; at = at.parentElement) {
    if (at !== document.documentElement && at !== document.body && getComputedStyle(at).overflowX !== "visible") return true;
  }
  return false;
};
const wide = [...document.body.querySelectorAll("*")]
  .filter((element) => !(element instanceof SVGElement) || element.tagName === "svg")
  .filter((element) => element.getBoundingClientRect().right > width + 0.5 && !scrolls(element))
  .map((element) => `${element.tagName.toLowerCase()}.${element.classList} ends at ${element.getBoundingClientRect().right.toFixed(0)}`);
return { width, scroll: document.documentElement.scrollWidth, wide };
