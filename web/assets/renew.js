// Takes the result from a fresh copy of the page, so that it is written in one place: on the server.

// What else changes with a result.
const PARTS = ['nav.contents ol', '#replay'];

let wanted = 0;

// Fetches the page that stands in the address bar, and takes its result, title and token.
export async function renew(signal) {
  const own = wanted += 1;
  const answer = await fetch(location.pathname + location.search, { signal, cache: 'no-store' });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  // A later one has been asked for meanwhile.
  if (own !== wanted) return;
  const token = page.querySelector('#run-form [name=token]');
  const form = document.getElementById('run-form');
  if (token) form.elements.token.value = token.value;
  // After a new start the server knows of no run; what was found stands until the next.
  if (!page.getElementById('result')) return;
  document.title = page.title;
  steady(() => {
    put(page, '#result', () => form.parentElement.querySelector('nav.turn'));
    for (const part of PARTS) put(page, part, () => null);
  });
}

// Puts the part of `page` in place of ours; where we have none yet, before `next`.
function put(page, selector, next) {
  const fresh = page.querySelector(selector);
  const old = document.querySelector(selector);
  if (!fresh) return;
  const part = document.adoptNode(fresh);
  if (!old) {
    next()?.before(part);
    return;
  }
  const focus = place(old);
  old.replaceWith(part);
  focus(part);
}

// Where the focus is in `old`, as what puts it to the same place in another.
function place(old) {
  const now = document.activeElement;
  if (!old.contains(now)) return () => {};
  if (now === old) return (part) => part.focus({ preventScroll: true });
  const same = (part) => [...part.querySelectorAll(now.localName)];
  const index = same(old).indexOf(now);
  return (part) => (same(part)[index] ?? part).focus({ preventScroll: true });
}

// Makes a change, and keeps what is read where it is: a part above it may have become longer.
export function steady(change) {
  const read = ['#result', 'nav.turn'].map((part) => document.querySelector(part)).find((part) => part?.getBoundingClientRect().top < 0);
  const selector = read?.id ? '#result' : 'nav.turn';
  const before = read?.getBoundingClientRect().top;
  change();
  if (read) scrollBy(0, document.querySelector(selector).getBoundingClientRect().top - before);
}
