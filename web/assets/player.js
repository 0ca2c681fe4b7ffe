// Moves a playhead over a run, and lets the reader act on it while it moves.
//
// Time is anchored: the moment shown is `virtual + speed × (clock − wall)`, so
// that no frame adds its own small error. A press happens at the moment at
// which the key went down. The old future plays on until the new one is there.

import { Picture } from './picture.js';
import { Lost, Refusal, Run, page } from './run.js';

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 32];

// The first window holds what can be seen, and so much ahead, in milliseconds.
const BEHIND_MS = 7000;
const PAGE_MS = 10000;
const AHEAD_MS = 3000;
// After a press only so much is asked for; the rest when the reader pauses to press.
const QUICK_MS = 2000;
const REST_MS = 250;
const RETRY_MS = 1000;
const LONGEST_MS = 600000;
// Without motion a moment stays at least so long.
const STILL_MS = 500;

// One run at a time moves on a page.
let moving = null;
const still = matchMedia('(prefers-reduced-motion: reduce)');

// The window around a moment.
const around = (ms) => [Math.floor(Math.max(ms - BEHIND_MS, 0) / 1000) * 1000, ms + PAGE_MS];

export class Player {
	// `roots` have the bindings; `grows` if the run goes on behind its end.
	constructor(frame, roots, { grows }) {
		this.frame = frame;
		this.roots = roots;
		this.grows = grows;
		this.run = new Run(frame.dataset);
		this.picture = new Picture(...roots);
		this.ms = Number(frame.dataset.at);
		this.seen = 0;
		this.speed = 1;
		this.playing = false;
		this.shown = -1;
		// The moment of the first press whose future is not there yet.
		this.fork = Infinity;
		this.asked = 0;
		// Runs that the reader leaves by presses that are not answered yet.
		this.left = [];
		this.listeners = [];
	}

	on(listener) {
		this.listeners.push(listener);
	}

	tell(what, words) {
		for (const listener of this.listeners) listener(what, words);
	}

	// Whether all of the tape that can be seen is there.
	covered() {
		const { run, ms } = this;
		return run.has(Math.max(ms - BEHIND_MS, 0)) && run.has(Math.min(ms + AHEAD_MS, run.end));
	}

	async start() {
		await this.load(this.ms);
		if (!this.run.has(this.ms)) return;
		this.draw();
		this.frame.dataset.ready = '';
		this.tell('ready');
	}

	// The moment at a time of the page's clock, in milliseconds.
	at(wall) {
		if (!this.playing) return this.ms;
		const ms = this.virtual + this.speed * (wall - this.wall);
		return Math.max(0, Math.min(ms, this.run.end));
	}

	anchor(wall = performance.now()) {
		[this.virtual, this.wall] = [this.ms, wall];
	}

	play() {
		if (this.playing || !this.run.has(this.ms)) return;
		if (this.ms >= this.run.end && !this.canGrow()) {
			this.seek(0).then(() => this.ms < this.run.end && this.play());
			return;
		}
		if (moving && moving !== this) moving.pause();
		moving = this;
		this.playing = true;
		this.anchor();
		this.tell('playing');
		const turn = (wall) => {
			if (!this.playing) return;
			this.turn(Math.max(wall, this.wall));
			requestAnimationFrame(turn);
		};
		requestAnimationFrame(turn);
	}

	pause() {
		if (!this.playing) return;
		this.ms = Math.round(this.at(performance.now()));
		this.playing = false;
		if (moving === this) moving = null;
		this.picture.speak();
		this.draw();
		this.tell('paused');
	}

	toggle() {
		if (this.playing) this.pause();
		else this.play();
	}

	turn(wall) {
		this.ms = this.at(wall);
		if (this.ms > this.run.to) {
			// The next window is late: the playhead waits for it.
			this.ms = this.run.to;
			this.anchor(wall);
		}
		this.draw();
		this.ensure();
		if (this.ms >= this.run.end && !this.canGrow()) {
			this.pause();
			if (this.grows) this.tell('note', this.full || 'This is the end of the run, and a run is ten minutes long at most.');
		}
	}

	// Goes to a moment, and stays there if it was standing.
	async seek(ms) {
		this.ms = Math.round(Math.max(0, Math.min(ms, this.run.end)));
		this.anchor();
		this.picture.speak();
		// What is there is shown at once, and the tape around it when it comes.
		this.draw();
		if (!this.covered()) {
			await this.load(this.ms);
			this.draw();
		}
		if (!this.playing) this.tell('paused');
	}

	async step(ahead, changes = false) {
		this.pause();
		// Of a run with a new press only the next seconds may be known.
		if (this.run.cut || this.fork < Infinity) await this.load(this.ms);
		const ms = this.run.step(this.ms, ahead, changes);
		if (ms !== undefined) this.seek(ms);
		else this.tell('note', `There is nothing ${ahead ? 'after' : 'before'} this moment.`);
	}

	setSpeed(speed) {
		this.ms = this.at(performance.now());
		this.speed = speed;
		this.anchor();
		this.tell('speed');
	}

	draw() {
		if (!this.run.has(Math.floor(this.ms))) return;
		const now = performance.now();
		// Without motion the picture goes from one moment to another.
		if (this.playing && still.matches && now - this.shown < STILL_MS) return;
		this.shown = now;
		this.seen = Math.max(this.seen, this.ms);
		const nanos = this.playing ? Math.floor(this.ms * 1e6) : Math.round(this.ms) * 1e6;
		this.picture.show(this.run, nanos, this.playing);
		this.frame.dataset.at = Math.round(this.ms);
		this.tell('moved');
	}

	canGrow() {
		return this.grows && this.run.canGrow && !this.full;
	}

	// Asks for what comes next before it is needed.
	ensure() {
		// After a press, what comes is asked for when the reader pauses.
		const soon = this.resting ? QUICK_MS / 2 : AHEAD_MS;
		const ahead = soon * Math.max(1, this.speed);
		if (this.loading || this.fork < Infinity || this.ms + ahead < this.run.to) return;
		const { to, end } = this.run;
		if (to < end) this.page(to);
		else if (this.canGrow()) {
			const until = Math.min(end + PAGE_MS * Math.max(1, this.speed / 2), LONGEST_MS);
			this.run.added.push(`until=${until}`);
			this.page(Math.max(end - QUICK_MS, 0), until, true);
		}
	}

	page(from, until = this.run.end, growing = false) {
		const to = Math.min(from + PAGE_MS * Math.min(3, Math.max(1, this.speed / 2)), until);
		this.fetch(() => this.run.ask(from, to), growing);
	}

	// The window around a moment that the page does not have.
	async load(ms) {
		await this.fetch(() => this.run.ask(...around(ms)));
		// The reader may have gone on meanwhile, and nobody else has asked since.
		if (!this.covered() && !this.loading && !this.lost && !this.denied) await this.load(this.ms);
	}

	// Asks, joins the answer, and says it if there is none.
	async fetch(ask, growing = false) {
		this.asked += 1;
		const mine = this.asked;
		this.loading = mine;
		this.denied = false;
		try {
			const window = await ask();
			// A later question has the whole run, too.
			if (mine !== this.asked) return false;
			this.back();
			if (this.before || window.shape !== this.run.shape) return await this.reshape();
			// What is known from the press up to this window is out of date.
			if (window.from > this.fork) this.run.forget();
			this.run.take(window);
			this.tell('window', window);
			this.done();
			return true;
		} catch (error) {
			if (error.name !== 'AbortError' && mine === this.asked) this.fail(error, growing);
			return false;
		} finally {
			if (this.loading === mine) this.loading = 0;
		}
	}

	// The page has all that was done.
	done() {
		if (this.fork < Infinity) this.seen = this.ms;
		this.fork = Infinity;
		for (const branch of this.left.splice(0)) this.tell('branch', branch);
	}

	// What cannot be run is not done, and the run that was there goes on.
	fail(error, growing) {
		if (error instanceof Lost) return this.lose();
		if (!(error instanceof Refusal)) throw error;
		this.back();
		this.denied = true;
		if (growing) this.full = error.message;
		this.run.added = [];
		if (this.left.splice(0).length > 0) this.run.old = null;
		Object.assign(this.run, this.before);
		this.before = null;
		this.fork = Infinity;
		this.tell('note', error.message);
	}

	// The server is gone: it is asked again until it is back.
	lose() {
		if (!this.lost) {
			this.pause();
			this.tell('note', 'The server does not answer. This page goes on when it is back.');
		}
		clearTimeout(this.lost);
		// A page that is being left gets the timer 0, and must not ask for ever.
		this.lost = setTimeout(() => this.load(this.ms).then(() => this.draw()), RETRY_MS) || -1;
	}

	back() {
		if (!this.lost) return;
		clearTimeout(this.lost);
		this.lost = 0;
		this.tell('note', 'The server is back.');
	}

	// Something happens at the moment of `event`: `words` with `{t}` is how the query says it.
	press(words, event) {
		const pressed = event.timeStamp;
		const ms = Math.round(this.at(Math.max(pressed, this.wall ?? 0)));
		if (!this.run.has(ms)) return;
		if (this.speed > 8) this.setSpeed(1);
		// Who has seen a future sees what became of it.
		if (ms + 50 < this.seen && this.fork === Infinity) {
			const name = `the press at ${(ms / 1000).toFixed(3)}\u00a0s`;
			this.run.old = { query: this.run.whole(), fork: ms, name };
			this.left.push(this.run.old);
		}
		this.run.added.push(words.replaceAll('{t}', ms));
		this.fork = Math.min(this.fork, ms);
		clearTimeout(this.resting);
		this.rest?.abort();
		const to = Math.min(ms + QUICK_MS * Math.max(1, this.speed), this.run.end);
		const from = this.fork;
		this.fetch(() => this.run.ask(from, to, { quick: true })).then((taken) => {
			if (!taken) return;
			this.picture.speak();
			this.draw();
			this.tell('pressed', pressed);
			this.resting = setTimeout(() => this.restOf(from), REST_MS);
			if (!this.playing) this.tell('paused');
		});
	}

	// The window after a press, as far as the others go; a press stops it.
	restOf(from) {
		this.resting = this.loading ? setTimeout(() => this.restOf(from), REST_MS) : 0;
		if (this.resting) return;
		this.rest = new AbortController();
		const { signal } = this.rest;
		const to = Math.min(from + PAGE_MS, this.run.end);
		this.fetch(() => this.run.ask(from, to, { signal })).then((taken) => {
			this.draw();
			if (taken) this.tell('rested');
		});
	}

	// Another run in the same place; its picture may have another shape.
	async become(query, old) {
		// The run to go on with if this one cannot be run; a press meanwhile belongs
		// to this one, and its answer brings the whole picture.
		const { query: was, added, old: ghost } = this.run;
		this.before ??= { query: was, added, old: ghost };
		Object.assign(this.run, { query, added: [], old });
		this.full = '';
		this.asked += 1;
		const mine = this.asked;
		try {
			await this.reshape();
		} catch (error) {
			if (mine === this.asked) this.fail(error);
		}
	}

	// Asks for the picture again, with a first window, and binds it again.
	async reshape() {
		const mine = this.asked;
		const fresh = await page(this.run.link(this.ms));
		const frame = fresh.querySelector('.stage-frame');
		if (!frame) {
			throw new Refusal(fresh.querySelector('.lab-error p')?.textContent ?? 'This run cannot be shown.');
		}
		const run = new Run(frame.dataset);
		run.old = this.run.old;
		const ms = Math.min(this.at(performance.now()), run.end);
		run.take(await run.ask(...around(ms)));
		if (mine !== this.asked) return false;
		for (const piece of ['.stage-panels', '.ribbon', '.stage-table']) {
			this.frame.querySelector(piece).replaceWith(document.adoptNode(frame.querySelector(piece)));
		}
		this.run = run;
		this.before = null;
		this.picture = new Picture(...this.roots);
		if (!this.playing) this.ms = Math.round(ms);
		this.tell('reshaped', fresh);
		this.tell('window', run);
		this.done();
		this.draw();
		if (!this.playing) this.tell('paused');
		return true;
	}
}
