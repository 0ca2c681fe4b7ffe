// Boxes of the parts of a page that stand beside or under each other, and
// which pairs of them lie on one another.
// At the end of the page, where nothing that sticks to the window is lifted.
scrollTo(0, document.documentElement.scrollHeight);
const boxes = given.flatMap((selector) => [...document.querySelectorAll(selector)].map((element, index) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { name: `${selector}[${index}]`, left, top, right, bottom };
})).filter((box) => box.right > box.left && box.bottom > box.top);
const overlaps = [];
boxes.forEach((one, index) => {
  for (const two of boxes.slice(index + 1)) {
    const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
    const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    if (wide > 1 && high > 1) overlaps.push(`${one.name} and ${two.name}: ${wide.toFixed(0)} × ${high.toFixed(0)} px`);
  }
});

// Words in one picture that lie on other words.
for (const picture of document.querySelectorAll("svg.panel, svg.ribbon")) {
  const shown = picture.getBoundingClientRect();
  const texts = [...picture.querySelectorAll("text")].map((text) => {
    const { left, top, right, bottom } = text.getBoundingClientRect();
    return { words: text.textContent, left, top, right, bottom };
  }).filter((text) => text.right > shown.left && text.left < shown.right);
  texts.forEach((one, index) => {
    for (const two of texts.slice(index + 1)) {
      const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      // A line of text is a quarter taller than its letters.
      const small = Math.min(one.bottom - one.top, two.bottom - two.top);
      if (wide > 1 && high > small * 0.3) overlaps.push(`"${one.words}" and "${two.words}": ${wide.toFixed(0)} × ${high.toFixed(0)} px`);
    }
  });
}
scrollTo(0, 0);
return { seen: boxes.map((box) => box.name), overlaps };
