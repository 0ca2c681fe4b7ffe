// The buttons around a stage. Every key has one.

import { SPEEDS } from './player.js';
import { clock } from './values.js';

const SHORT_MS = 100;

export function button(words, act, { key = '', className = '' } = {}) {
	const element = document.createElement('button');
	element.type = 'button';
	element.className = `button ${className}`;
	element.textContent = words;
	if (key) {
		element.insertAdjacentHTML('beforeend', ` <kbd aria-hidden="true">${key}</kbd>`);
		element.setAttribute('aria-keyshortcuts', key);
	}
	element.addEventListener('click', act);
	return element;
}

// What the buttons of the row do, and the keys that do the same.
function moves(player) {
	const by = (ms) => () => {
		player.pause();
		player.seek(player.ms + ms);
	};
	return [
		['first', 'Home', by(-Infinity)],
		['change-back', 'p', () => player.step(false, true)],
		['short-back', 'Shift+ArrowLeft', by(-SHORT_MS)],
		['back', 'ArrowLeft', () => player.step(false)],
		['play', 'Space', () => player.toggle()],
		['ahead', 'ArrowRight', () => player.step(true)],
		['short-ahead', 'Shift+ArrowRight', by(SHORT_MS)],
		['change', 'n', () => player.step(true, true)],
		['last', 'End', by(Infinity)],
		['ghost', 'g', () => {
			player.frame.classList.toggle('no-ghost');
			player.tell('window');
		}],
	];
}

// The row under the tape. A stage in a text has only a part of it.
export function transport(player, small) {
	const row = document.getElementById('transport').content.firstElementChild.cloneNode(true);
	if (small) for (const place of row.querySelectorAll('[data-lab]')) place.remove();
	const find = (words) => row.querySelector(words);
	for (const [name, , act] of moves(player)) find(`[data-go=${name}]`)?.addEventListener('click', act);
	const [range, speed, toggle] = [find('.range'), find('.speed'), find('.ghost-toggle')];
	let wanted = null;
	range.addEventListener('input', () => {
		const first = wanted === null;
		// Drawing sets the bar.
		wanted = range.value;
		player.pause();
		if (first) requestAnimationFrame(() => {
			player.seek(Number(wanted));
			wanted = null;
		});
	});
	speed?.addEventListener('change', () => player.setSpeed(Number(speed.value)));
	const told = {
		moved() {
			find('.clock').textContent = clock(player.ms * 1e6);
			range.value = Math.round(player.ms);
			if (!player.playing) range.setAttribute('aria-valuetext', clock(player.ms * 1e6));
		},
		window() {
			const { run, frame } = player;
			range.max = run.end;
			if (run.overview !== undefined) find('.overview g').innerHTML = run.overview;
			const x = run.old?.fork ? Math.round((run.old.fork * 1000) / run.end) : 0;
			find('.fork').setAttribute('d', x ? `M${x} 0v16` : '');
			if (!toggle) return;
			// Its place is kept, or the scrub bar would jump.
			toggle.classList.toggle('gone', !run.old);
			toggle.firstChild.textContent = frame.matches('.no-ghost') ? 'Show old run' : 'Hide old run';
		},
		playing() {
			row.classList.toggle('playing', player.playing);
			find('.play span').textContent = player.playing ? 'Pause' : 'Play';
		},
		speed() {
			speed.value = player.speed;
		},
	};
	told.paused = told.playing;
	player.on((what) => told[what]?.());
	return row;
}

// Words about the page itself.
export function note(frame, words) {
	frame.querySelector('.stage-note').textContent = words;
}

// Keys for one player. They are ignored where one writes, and can be switched off.
export function keyboard(player, extra) {
	const faster = (by) => () => {
		const speed = SPEEDS[SPEEDS.indexOf(player.speed) + by];
		if (speed) player.setSpeed(speed);
	};
	const keys = {
		'.': () => player.toggle(),
		'[': faster(-1),
		']': faster(1),
		...extra,
	};
	for (const [, key, act] of moves(player)) keys[key] = act;
	document.addEventListener('keydown', (event) => {
		if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
		const { target } = event;
		if (target.closest('input:not([type=range]), select, textarea, dialog')) return;
		// These move a slider that has the focus.
		if (target.type === 'range' && /Arrow|Home|End/.test(event.key)) return;
		// These keys press what has the focus.
		if ([' ', 'Enter'].includes(event.key) && target.closest('button, a, summary')) return;
		let name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
		if (name === ' ') name = 'Space';
		if (event.shiftKey && name.startsWith('Arrow')) name = `Shift+${name}`;
		const act = keys[name];
		if (!act || (keysOff() && name !== '?')) return;
		event.preventDefault();
		if (!event.repeat || name.includes('Arrow')) act(event);
	});
}

const OFF = 'breakwater-keys-off';

export function keysOff(off) {
	try {
		if (off !== undefined) localStorage.setItem(OFF, off ? '1' : '');
		return localStorage.getItem(OFF) === '1';
	} catch {
		return false;
	}
}
