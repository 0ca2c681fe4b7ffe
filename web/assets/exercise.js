// While an answer is built and run, its page says so and counts the seconds; and it follows the editor.
// Without this file everything works as well: the browser alone shows that it waits.

import { follow } from './follow.js';

// A screen reader hears at most one sentence in so long.
const SAY_EVERY_MS = 1500;

const form = document.getElementById('run-form');
const status = document.getElementById('run-status');
const seconds = document.getElementById('run-seconds');

let began = null;
let ticking = 0;
let said = -Infinity;
let saying = 0;

if (form) {
  form.addEventListener('submit', () => {
    // A button that is disabled now would stop its own form.
    setTimeout(() => enable(false));
    say('Building and running. The result follows here.');
    busy(true);
  });
  // Whoever comes back with the browser's own button finds the page as it was left.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    busy(false);
    enable(true);
    say('');
  });
  follow(form, say, busy);
}

// The last of many sentences is the one that counts.
function say(words) {
  clearTimeout(saying);
  const wait = Math.max(0, said + SAY_EVERY_MS - performance.now());
  saying = setTimeout(() => {
    if (status.textContent === words) return;
    said = performance.now();
    status.textContent = words;
  }, wait);
}

function busy(on) {
  if (on === (began !== null)) return;
  clearInterval(ticking);
  began = on ? performance.now() : null;
  if (on) ticking = setInterval(tick, 1000);
  tick();
}

function tick() {
  seconds.textContent = began === null ? '' : `${Math.floor((performance.now() - began) / 1000)} s`;
}

function enable(on) {
  for (const button of document.querySelectorAll('button[form=run-form], #run-form button')) button.disabled = !on;
}
