// Moves one playhead over tapes that the server has drawn. Nothing is decided
// here: what a limiter said by some moment is the server's page of that moment.

// So long the playhead rests before its page is asked for.
const REST_MS = 120;
// A screen reader hears no more often than this.
const SPEAK_MS = 1500;
// Without motion a moment stays so long, and the next is so much later.
const STILL_MS = 500;
const STEP_MS = 100;

const frame = document.querySelector('.compare');
const find = (selector) => frame.querySelector(selector);
const all = (selector) => frame.querySelectorAll(selector);
const range = find('.range');
const field = find('.moment input');
const clock = find('.clock');
const play = find('.play');
const speed = find('.speed');
const keys = document.querySelector('.keys');
const voice = document.querySelector('[aria-live]');
const still = matchMedia('(prefers-reduced-motion: reduce)');
const end = Number(frame.dataset.until);

let ms = Number(frame.dataset.atMs);
let playing = false;
let rest = 0;
let asked = null;
let settled = Promise.resolve();
let hops = settled;
let spoke = -SPEAK_MS;
let words = 0;

const at = (root, key) => root.querySelector(`[data-at="${key}"]`);

function address(moment) {
	const url = new URL(at(document, 'link').href);
	url.searchParams.set('t', Math.floor(moment));
	return url;
}

function draw() {
	const shown = Math.floor(ms);
	for (const tape of all('.scroll')) tape.setAttribute('transform', `translate(${(-shown * frame.dataset.px).toFixed(1)} 0)`);
	for (const count of all('[data-over]')) count.toggleAttribute('hidden', shown < count.dataset.over);
	clock.textContent = `${(shown / 1000).toFixed(3)}\u00a0s`;
	range.value = field.value = shown;
	range.setAttribute('aria-valuetext', clock.textContent);
}

function move(to) {
	ms = Math.max(0, Math.min(to, end));
	for (const fresh of all('.fresh')) fresh.replaceChildren();
	draw();
	clearTimeout(rest);
	rest = setTimeout(settle, playing ? 0 : REST_MS);
}

// Takes the words, the numbers and the links of this moment from its page.
function settle() {
	clearTimeout(rest);
	rest = 0;
	if (playing && asked) return;
	asked?.abort();
	const mine = asked = new AbortController();
	const moment = Math.floor(ms);
	settled = fetch(address(moment), { signal: mine.signal }).then((answer) => {
		if (!answer.ok) throw new Error(answer.status);
		return answer.text();
	}).then((html) => {
		const page = new DOMParser().parseFromString(html, 'text/html');
		for (const fresh of page.querySelectorAll('[data-at]')) take(fresh, moment);
		if (playing) return;
		document.title = page.title;
		history.replaceState(null, '', at(document, 'link').href);
		speak();
	}).catch((error) => {
		if (error.name === 'AbortError') return;
		at(document, 'told').textContent = 'The server does not answer: these numbers are of another moment.';
	}).finally(() => {
		if (asked === mine) asked = null;
	});
}

function take(fresh, moment) {
	const old = at(document, fresh.dataset.at);
	if (fresh.tagName === 'A') {
		// A link keeps its place, and so the focus that may be on it.
		for (const name of ['href', 'aria-disabled', 'data-ms']) {
			if (fresh.hasAttribute(name)) old.setAttribute(name, fresh.getAttribute(name));
			else old.removeAttribute(name);
		}
		old.className = fresh.className;
	} else if (!old.classList.contains('fresh') || moment === Math.floor(ms)) {
		old.innerHTML = fresh.innerHTML;
	}
}

function speak() {
	clearTimeout(words);
	words = setTimeout(() => {
		spoke = performance.now();
		voice.textContent = at(document, 'told').textContent;
	}, Math.max(0, spoke + SPEAK_MS - performance.now()));
}

function toggle() {
	playing = !playing;
	play.textContent = playing ? 'Pause' : 'Play';
	if (!playing) return move(Math.floor(ms));
	if (ms >= end) ms = 0;
	let last = performance.now();
	const turn = (now) => {
		if (!playing) return;
		const gone = now - last;
		if (!still.matches || gone >= STILL_MS) {
			move(ms + (still.matches ? STEP_MS : gone * speed.value));
			last = now;
		}
		if (ms >= end) toggle();
		else requestAnimationFrame(turn);
	};
	requestAnimationFrame(turn);
}

// Goes where a link of this moment leads, as soon as its page is there.
function follow(key) {
	if (playing) toggle();
	hops = hops.then(async () => {
		if (rest) settle();
		await settled;
		const { ms: to } = at(document, key).dataset;
		if (to) move(Number(to));
	});
}

find('.steps').addEventListener('click', (event) => {
	const link = event.target.closest('a');
	if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	follow(link.dataset.at);
});
play.addEventListener('click', toggle);
range.addEventListener('input', () => {
	if (playing) toggle();
	move(Number(range.value));
});
field.addEventListener('change', () => field.checkValidity() && move(Number(field.value)));
find('.scrub').addEventListener('submit', (event) => {
	event.preventDefault();
	if (field.checkValidity()) move(Number(field.value));
});

const actions = {
	' ': toggle, '.': toggle, n: () => follow('next'), p: () => follow('previous'),
	ArrowLeft: () => move(Math.floor(ms) - STEP_MS), ArrowRight: () => move(Math.floor(ms) + STEP_MS),
	Home: () => move(0), End: () => move(end),
};

addEventListener('keydown', (event) => {
	const { key, target } = event;
	const action = actions[key.length === 1 ? key.toLowerCase() : key];
	if (!action || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
	if (!keys.querySelector('input').checked || target.closest('input, select, textarea')) return;
	// What has the focus is pressed by the space bar, or scrolled by the arrows.
	if (key === ' ' ? target.closest('button, a, summary') : target.closest('[tabindex="0"]')) return;
	event.preventDefault();
	action();
});

for (const hidden of [play, keys, find('.pace')]) hidden.hidden = false;
find('.scrub .button').hidden = true;
draw();
frame.dataset.ready = '';
