// The part of a run that the page has: it is asked for in windows, and joined.
//
// The whole run is in every address, so nothing depends on what the server
// remembers. What the reader does is written behind the query that the server
// gave last; its next answer has the shortest query for all of it.

import { past } from './values.js';

// The server says the same number, or the two are of different builds.
const VERSION = 1;
// Marks of a tenth of a second depend on the three tenths before it.
const BACK_MS = 300;

// The server says why there is no window, or it does not answer at all.
export class Refusal extends Error {}
export class Lost extends Error {}

async function read(address, signal) {
	try {
		return await fetch(address, { signal });
	} catch (error) {
		throw error.name === 'AbortError' ? error : new Lost();
	}
}

// The page of a run, to take its picture from.
export async function page(address) {
	const text = await (await read(address)).text();
	return new DOMParser().parseFromString(text, 'text/html');
}

export class Run {
	constructor({ mechanism, query, shape, until }) {
		Object.assign(this, { mechanism, query, shape, end: Number(until) });
		// What was done since the last answer.
		this.added = [];
		// The run that would have been, drawn dashed from a moment on.
		this.old = null;
		this.forget();
	}

	forget() {
		this.channels = { lin: {}, step: {} };
		this.chunks = {};
		this.steps = [];
		[this.from, this.to] = [0, -1];
		this.edition = (this.edition ?? 0) + 1;
	}

	has(ms) {
		return ms >= this.from && ms <= this.to;
	}

	// The query of the run with all that was done.
	whole() {
		return [this.query, ...this.added].filter(Boolean).join('&');
	}

	link(ms) {
		const words = [this.whole(), `t=${Math.round(ms)}`].filter(Boolean).join('&');
		return `/lab/${this.mechanism}?${words}`;
	}

	// Asks for a window. What comes back is not part of the run before `take`.
	async ask(from, to, { quick = false, signal } = {}) {
		const words = [this.whole(), `from=${Math.floor(from)}`, `to=${Math.ceil(to)}`, `shape=${this.shape}`];
		if (this.old) words.push(`was=${encodeURIComponent(this.old.query)}`, `fork=${this.old.fork}`);
		words.push(quick ? 'quick' : 'overview');
		const added = this.added.length;
		const response = await read(`/lab/${this.mechanism}/trace?${words.filter(Boolean).join('&')}`, signal);
		const answer = await response.json().catch(() => ({}));
		if (answer.error || !response.ok) {
			throw new Refusal(answer.error ?? `The server answers with ${response.status}.`);
		}
		if (answer.version !== VERSION) {
			throw new Refusal('The server is of another version than this page. Reload it.');
		}
		return { ...answer, added, cut: quick && answer.to < answer.end };
	}

	// Joins a window to the run: what was known from its start on is out of date.
	take(window) {
		if (window.from < this.from || window.from > this.to) this.forget();
		const { lin, step, chunks } = window;
		for (const [name, points] of Object.entries(lin)) join(this.channels.lin, name, points, false);
		for (const [name, points] of Object.entries(step)) join(this.channels.step, name, points, true);
		const first = Math.floor(Math.max(window.from - BACK_MS, 0) / 1000);
		for (const layer of new Set([...Object.keys(this.chunks), ...Object.keys(chunks)])) {
			const kept = Object.entries(this.chunks[layer] ?? {}).filter(([second]) => second < first);
			this.chunks[layer] = { ...Object.fromEntries(kept), ...chunks[layer] };
		}
		this.steps = [...this.steps.filter(({ t }) => t < window.from * 1e6), ...window.steps];
		if (this.to < 0) [this.from, this.before, this.changeBefore] = [window.from, window.before, window.change_before];
		[this.to, this.after, this.changeAfter] = [window.to, window.after, window.change_after];
		[this.query, this.end, this.done] = [window.query, window.end, window.done];
		if (window.overview !== undefined) this.overview = window.overview;
		[this.canGrow, this.tooLong, this.cut] = [window.can_grow, window.too_long, window.cut];
		this.added.splice(0, window.added);
		this.edition += 1;
	}

	// The step before or after `ms`, with `changes` only those of another kind
	// than the one before; `undefined` if there is none.
	step(ms, ahead, changes) {
		const steps = this.steps.filter((step) => !changes || step.change).map(({ at }) => at);
		const found = ahead ? steps.find((at) => at > ms) : steps.filter((at) => at < ms).pop();
		const outside = ahead ? [this.after, this.changeAfter] : [this.before, this.changeBefore];
		return found ?? outside[changes ? 1 : 0] ?? undefined;
	}
}

function join(channels, name, points, holds) {
	const known = channels[name] ?? { t: [], v: [] };
	const keep = past(known.t, points.t[0] - 1);
	const t = known.t.slice(0, keep);
	const v = known.v.slice(0, keep);
	points.t.forEach((at, i) => {
		if (holds && v.length > 0 && v[v.length - 1] === points.v[i]) return;
		t.push(at);
		v.push(points.v[i]);
	});
	channels[name] = { t, v };
}
