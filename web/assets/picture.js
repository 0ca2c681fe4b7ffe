// A stage as the server drew it, made to move: every `data-b-…` attribute says
// where a value beside it comes from (bound.rs lists them).

import { among, range, template, text } from './values.js';

// So many seconds of the tape are in the page, behind the present and ahead.
const BEHIND = 6;
const AHEAD = 2;
// While it plays, a sentence stays at least so long, in milliseconds.
const READING_MS = 1200;

const SVG = 'http://www.w3.org/2000/svg';

// What is inside of these is bound when it is put there.
const FILLED = '[data-b-part], [data-b-chunks]';

export class Picture {
	constructor(...roots) {
		this.parts = [];
		this.layers = [];
		this.values = roots.flatMap((root) => this.read(root, true));
		this.second = -1;
		this.said = 0;
	}

	// Finds the bindings under `root`, and with `whole` also the places of parts and layers.
	read(root, whole = false) {
		const values = [];
		for (const element of root.querySelectorAll('*')) {
			if (whole && element.parentElement.closest(FILLED)) continue;
			for (const { name, value } of [...element.attributes]) {
				if (!name.startsWith('data-b-')) continue;
				const kind = name.slice(7);
				if (kind === 'part') this.parts.push({ element, name: value, values: [] });
				else if (kind === 'chunks') this.layers.push({ element, name: value, shown: new Map() });
				else {
					const calm = kind === 'text' && element.matches('.stage-sentence');
					values.push({ write: writer(element, kind, value), calm, late: kind === 'aria-label' });
				}
			}
		}
		return values;
	}

	// Shows the moment `now`, in nanoseconds. While it plays, words that one has
	// to read stay for a while.
	show(run, now, playing) {
		for (const part of this.parts) this.part(part, run, now);
		this.mount(run, now);
		for (const value of this.values) {
			if (playing && (value.late || (value.calm && !this.due()))) continue;
			if (value.write(run.channels, now) && value.calm) this.said = performance.now();
		}
		for (const part of this.parts) for (const value of part.values) value.write(run.channels, now);
		for (const layer of this.layers) {
			for (const chunk of layer.shown.values()) {
				for (const value of chunk.values) value.write(run.channels, now);
			}
		}
	}

	due() {
		return performance.now() - this.said >= READING_MS;
	}

	// The next sentence is shown at once: the reader did something.
	speak() {
		this.said = 0;
	}

	part(part, run, now) {
		const markup = text(run.channels, part.name, now);
		if (part.markup === markup) return;
		part.markup = markup;
		part.element.innerHTML = markup;
		part.values = this.read(part.element);
	}

	// Brings the seconds near `now` into the page, and takes the others away.
	mount(run, now) {
		const second = Math.floor(now / 1e9);
		if (second === this.second && run.edition === this.edition) return;
		this.second = second;
		this.edition = run.edition;
		for (const layer of this.layers) this.layer(layer, run.chunks[layer.name] ?? {}, second);
	}

	layer(layer, chunks, second) {
		// What the server drew stays until the player can draw it.
		if (!layer.bound) layer.element.replaceChildren();
		layer.bound = true;
		for (const [at, chunk] of layer.shown) {
			const near = at >= second - BEHIND && at <= second + AHEAD;
			if (near && chunks[at] === chunk.markup) continue;
			chunk.element.remove();
			layer.shown.delete(at);
		}
		for (let at = Math.max(second - BEHIND, 0); at <= second + AHEAD; at += 1) {
			if (!chunks[at] || layer.shown.has(at)) continue;
			const element = document.createElementNS(SVG, 'g');
			element.dataset.s = at;
			element.innerHTML = chunks[at];
			const chunk = { element, markup: chunks[at], values: this.read(element) };
			const next = [...layer.element.children].find((other) => Number(other.dataset.s) > at);
			layer.element.insertBefore(element, next ?? null);
			layer.shown.set(at, chunk);
		}
	}
}

// Writes one value, and only where it changed: that is what keeps a frame short.
function writer(element, name, words) {
	let last;
	const changed = (value, write) => {
		if (value === last) return false;
		last = value;
		write(value);
		return true;
	};
	const flag = (test, attribute, on, value) => (channels, now) =>
		changed(test(channels, now) === on, (set) => {
			if (set) element.setAttribute(attribute, value);
			else element.removeAttribute(attribute);
		});
	if (name === 'if') return flag(range(words), 'display', false, 'none');
	if (name === 'on') return flag(among(words), 'data-on', true, '');
	const value = template(words);
	if (name === 'text') {
		return (channels, now) => changed(value(channels, now), (it) => { element.textContent = it; });
	}
	return (channels, now) => changed(value(channels, now), (it) => element.setAttribute(name, it));
}
