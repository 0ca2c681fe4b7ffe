// The lab page around its player.

import { button, keyboard, keysOff, note, transport } from './controls.js';
import { copyLink, copyPicture } from './copy.js';
import { Player } from './player.js';

const AROUND_MS = 1500;
const ROWS_MAX = 50;
const LOG_MS = 500;
const SAY_MS = 1500;
const BRANCHES_MAX = 10;

export function lab(frame) {
	const code = document.querySelector('.code-panel');
	const player = new Player(frame, code ? [frame, code] : [frame], { grows: true });
	document.documentElement.classList.add('live');
	const say = speaker();
	frame.querySelector('.transport').replaceWith(transport(player, false));
	actions(player, say);
	parameters(player);
	branches(player);
	const log = table(player);
	let logged = 0;
	// The lit line is brought to the middle of the code.
	const light = () => {
		const line = code?.open && code.querySelector('[data-on]');
		if (line) line.parentNode.parentNode.scrollTop = line.offsetTop - 160;
	};
	code?.addEventListener('toggle', light);
	player.on((what, words) => {
		if (what === 'note') {
			note(frame, words);
			say(words);
		} else if (what === 'playing' || what === 'reshaped') note(frame, '');
		// For those who measure: from the press to the frame that shows its future.
		if (what === 'pressed') requestAnimationFrame((now) => { frame.dataset.pressed = (now - words).toFixed(1); });
		if (what === 'paused') {
			address(player);
			light();
			say(frame.querySelector('.stage-sentence').textContent);
		}
		if (what === 'paused' || what === 'window') log();
		if (what === 'moved' && player.playing && performance.now() - logged > LOG_MS) {
			logged = performance.now();
			log();
		}
	});
	player.start();
}

// One polite region speaks, the last words of a second and a half.
function speaker() {
	const region = document.querySelector('[aria-live]');
	let [last, waiting] = [-SAY_MS, 0];
	return (words) => {
		clearTimeout(waiting);
		waiting = setTimeout(() => {
			last = performance.now();
			region.textContent = words;
		}, Math.max(0, last + SAY_MS - performance.now()));
	};
}

// The address of the frame is that of the page, as soon as it stands still.
function address(player) {
	const link = player.run.link(player.ms);
	if (!player.run.tooLong) history.replaceState(null, '', link);
	const place = document.querySelector('.permalink a');
	const { tooLong } = player.run;
	place.href = tooLong ? link.replace('?', '/run.txt?') : link;
	place.textContent = tooLong ? 'Save this run, too long for a link' : 'Link to this frame';
	place.toggleAttribute('download', tooLong);
}

function actions(player, say) {
	const keys = {};
	for (const place of document.querySelectorAll('[data-press]')) {
		const { press, key } = place.dataset;
		const act = (event) => player.press(press, event);
		place.replaceWith(button(place.textContent, act, { key, className: place.matches('.main') ? 'main' : '' }));
		keys[key.toLowerCase()] = act;
	}
	const projector = () => document.documentElement.classList.toggle('projector');
	const help = document.querySelector('dialog.help');
	keyboard(player, { ...keys, f: projector, '?': () => help.showModal() });
	tools(player, say, projector, help);
	help.querySelector('.close').addEventListener('click', () => help.close());
	const on = help.querySelector('[name=keys]');
	on.checked = !keysOff();
	on.addEventListener('change', () => keysOff(!on.checked));
}

function tools(player, say, projector, help) {
	const place = document.querySelector('.tools');
	const copied = (copy, words) => () => copy(player).then(() => say(words), () => say('This browser does not let a page copy.'));
	place.append(
		button('Copy link', copied(copyLink, 'The link to this frame is copied.')),
		button('Copy picture', copied(copyPicture, 'The picture is copied, as SVG.')),
		button('Projector', projector, { key: 'F' }),
		button('Keys', () => help.showModal(), { key: '?' }),
	);
	place.hidden = false;
	const open = document.querySelector('.open-run');
	open.hidden = false;
	open.control.addEventListener('change', async ({ target }) => {
		const run = (await target.files[0]?.text())?.match(/^\/lab\/\S+$/m);
		if (run) location = run[0];
		else player.tell('note', 'This file is no saved run.');
	});
}

// A changed parameter runs the same arrivals again; the old run stays, dashed.
function parameters(player) {
	const form = document.querySelector('form.controls');
	let timer = 0;
	const change = () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			if (!form.checkValidity()) return;
			const words = [...new FormData(form)].filter(([name]) => !['t', 'was'].includes(name));
			const done = new Set([...form.querySelectorAll('[data-done]')].map(({ name }) => name));
			const kept = words.filter(([name]) => !done.has(name)).map(([name, value]) => `${name}=${value}`);
			const query = [...kept, player.run.done, ...player.run.added].filter(Boolean).join('&');
			const old = player.run.whole();
			player.become(query, { query: old, fork: 0 });
			player.tell('branch', { query: old, fork: 0 });
		}, 60);
	};
	form.addEventListener('input', ({ target }) => {
		// A number and its slider say the same.
		for (const each of target.closest('.knob')?.querySelectorAll('input') ?? []) each.value = target.value;
		change();
	});
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		change();
	});
	player.on((what, fresh) => {
		if (what === 'reshaped') aside(fresh);
	});
}

// What the new run's page says around its stage; what the reader writes in stays.
function aside(fresh) {
	for (const name of ['.kept-before', '.kept-after', '.parts-of-run', '.choices']) {
		document.querySelector(name).replaceWith(document.adoptNode(fresh.querySelector(name)));
	}
}

// Runs that the reader has left, to go back to.
function branches(player) {
	const place = document.querySelector('.branches');
	player.on((what, branch) => {
		if (what !== 'branch') return;
		const words = branch.fork > 0 ? `Before the press at ${(branch.fork / 1000).toFixed(3)}\u00a0s` : 'With other parameters';
		const item = document.createElement('li');
		item.append(button(words, () => {
			const query = player.run.whole();
			player.become(branch.query, { query, fork: branch.fork });
		}));
		place.querySelector('ul').prepend(item);
		[...place.querySelectorAll('li')].slice(BRANCHES_MAX).forEach((old) => old.remove());
		place.hidden = false;
	});
}

// The table of what happened around the moment.
function table(player) {
	const body = document.querySelector('.log tbody');
	let shown = '';
	body.addEventListener('click', (event) => {
		const { at } = event.target.dataset;
		if (!at || event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		player.pause();
		player.seek(Number(at));
	});
	return () => {
		const { ms, run } = player;
		const near = run.steps.filter(({ at, words }) => words && Math.abs(at - ms) <= AROUND_MS);
		const past = near.filter(({ at }) => at <= ms).length;
		const first = Math.max(0, Math.min(past - ROWS_MAX / 2, near.length - ROWS_MAX));
		const rows = near.slice(first, first + ROWS_MAX);
		const state = `${past - first} ${run.edition} ${rows[0]?.at} ${rows.length}`;
		if (state === shown) return;
		shown = state;
		body.replaceChildren();
		rows.forEach(({ at, time, words }, i) => {
			const row = body.insertRow();
			if (i + first + 1 === past) row.setAttribute('aria-current', 'step');
			if (i + first >= past) row.className = 'later';
			const link = Object.assign(document.createElement('a'), { href: run.link(at), textContent: time });
			link.dataset.at = at;
			const cell = row.insertCell();
			cell.className = 'time';
			cell.append(link);
			row.insertCell().textContent = words;
		});
		document.querySelector('.lab-log .quiet').hidden = rows.length > 0;
		body.parentElement.hidden = rows.length === 0;
	};
}
