// While an answer is built and run, its page says so and counts the seconds.
// Without this file everything works as well: the browser alone shows that it waits.

const form = document.querySelector('form.run');
const buttons = form ? [...form.elements].filter((one) => one.type === 'submit') : [];
const status = document.getElementById('run-status');
const seconds = document.getElementById('run-seconds');

let ticking = 0;

form?.addEventListener('submit', () => {
  const began = performance.now();
  // A button that is disabled now would stop its own form.
  setTimeout(() => enable(false));
  status.textContent = 'Building and running. The result follows here.';
  const tick = () => { seconds.textContent = `${Math.floor((performance.now() - began) / 1000)} s`; };
  tick();
  ticking = setInterval(tick, 1000);
});

// Whoever comes back with the browser's own button finds the page as it was left.
addEventListener('pageshow', (event) => {
  if (!event.persisted || !form) return;
  clearInterval(ticking);
  enable(true);
  status.textContent = '';
  seconds.textContent = '';
});

function enable(on) {
  for (const button of buttons) button.disabled = !on;
}
