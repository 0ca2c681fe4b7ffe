// The lab page around its player.

import { button, keyboard, keysOff, note, transport } from './controls.js';
import { Player } from './player.js';
import { page } from './run.js';

const BACK_MS = 3000;
const ROWS_MAX = 50;
const LOG_MS = 500;
const SAY_MS = 1500;
const ADDRESS_MS = 300;
const BRANCHES_MAX = 10;

export function lab(frame) {
	const code = document.querySelector('.code-panel');
	let player;
	const keys = presses((words, event) => player.press(words, event));
	const roots = [frame, code, document.querySelector('.actions')].filter(Boolean);
	player = new Player(frame, roots, { grows: true });
	document.documentElement.classList.add('live');
	const region = document.querySelector('[aria-live]');
	const say = paced(SAY_MS, (words) => { region.textContent = words; });
	frame.querySelector('.transport').replaceWith(transport(player, false));
	around(player, keys, say);
	parameters(player);
	branches(player);
	const log = paced(LOG_MS, table(player));
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
		} else if (['playing', 'paused', 'reshaped'].includes(what)) note(frame, '');
		// Measured: from the press to the frame with its future.
		if (what === 'pressed') requestAnimationFrame((now) => { frame.dataset.pressed = (now - words).toFixed(1); });
		if (['paused', 'pressed', 'reshaped'].includes(what)) address(player);
		if (what === 'paused') {
			light();
			say(frame.querySelector('.stage-sentence').textContent);
		}
		if (['paused', 'window', 'moved'].includes(what)) log();
		if (what === 'reshaped') aside(words);
		if (what === 'rested') page(player.run.link(player.ms)).then(aside, () => {});
	});
	player.start();
}

// Calls `act` at once, or when its last call is so long ago, with the last words.
function paced(pause, act) {
	let [last, waiting] = [-pause, 0];
	const now = (words) => {
		last = performance.now();
		act(words);
	};
	return (words) => {
		clearTimeout(waiting);
		const left = last + pause - performance.now();
		if (left > 0) waiting = setTimeout(now, left, words);
		else now(words);
	};
}

// The address of the frame is that of the page. Browsers let a page change it
// only so often.
const address = paced(ADDRESS_MS, (player) => {
	const { run, ms } = player;
	const link = run.link(ms);
	history.replaceState(null, '', link);
	const place = document.querySelector('.permalink a');
	place.href = run.tooLong ? link.replace('?', '/run.txt?') : link;
	place.textContent = run.tooLong ? 'Save this run, too long for a link' : 'Link to this frame';
	place.toggleAttribute('download', run.tooLong);
});

// Buttons for what one can do to the run, and the keys that press them.
function presses(press) {
	const keys = {};
	for (const place of document.querySelectorAll('[data-press]')) {
		const { press: words, key, bOn } = place.dataset;
		const className = place.matches('.main') ? 'main' : '';
		const put = button(place.textContent, (event) => press(words, event), { key, className });
		if (bOn) put.dataset.bOn = bOn;
		place.replaceWith(put);
		// Of two it presses the one that is seen.
		const all = () => [...document.querySelectorAll(`[aria-keyshortcuts=${key}]`)];
		keys[key.toLowerCase()] = () => all().find((one) => one.offsetParent)?.click();
	}
	return keys;
}

function around(player, keys, say) {
	const { classList } = document.documentElement;
	const projector = () => classList.toggle('projector');
	const help = document.querySelector('dialog.help');
	keyboard(player, { ...keys, f: projector, Escape: () => classList.remove('projector'), '?': () => help.showModal() });
	tools(player, say, projector, help);
	help.querySelector('.close').addEventListener('click', () => help.close());
	const on = help.querySelector('[name=keys]');
	on.checked = !keysOff();
	on.addEventListener('change', () => keysOff(!on.checked));
}

function tools(player, say, projector, help) {
	const copied = (words) => async ({ target }) => {
		const name = target.textContent;
		const says = (word) => say(target.textContent = word);
		await words().then((text) => navigator.clipboard.writeText(text))
			.then(() => says('Copied'), (error) => says(error.message));
		setTimeout(() => { target.textContent = name; }, SAY_MS);
	};
	const link = async () => new URL(player.run.link(player.ms), location).href;
	// Fetched when somebody wants it.
	const extra = () => import('./copy.js');
	const drawn = async () => (await extra()).picture(player.frame);
	document.querySelector('.tools').append(
		button('Copy link', copied(link)),
		button('Copy picture', copied(drawn)),
		button('Projector', projector, { key: 'F' }),
		button('Keys', () => help.showModal(), { key: '?' }),
	);
	document.querySelector('.open-run').control.addEventListener('change', async ({ target }) => (await extra()).open(target.files[0], player));
}

// A changed parameter runs the same arrivals again; the run before the change
// stays, dashed, also while a slider is still being dragged.
function parameters(player) {
	const form = document.querySelector('form.controls');
	let [timer, left, old] = [0, null];
	const change = () => {
		if (!form.checkValidity()) return;
		const words = [...new FormData(form)].filter(([name]) => !['t', 'was'].includes(name));
		const done = new Set([...form.querySelectorAll('[data-done]')].map(({ name }) => name));
		const kept = words.filter(([name]) => !done.has(name)).map(([name, value]) => `${name}=${value}`);
		player.become([...kept, player.run.done, ...player.run.added].filter(Boolean).join('&'), old);
	};
	form.addEventListener('input', ({ target }) => {
		// A number and its slider say the same.
		const same = target.closest('.knob')?.querySelectorAll('input, select') ?? [target];
		for (const each of same) each.value = target.value;
		old = left ??= { query: player.run.whole(), fork: 0, name: `another ${same[0].name}` };
		clearTimeout(timer);
		timer = setTimeout(change, 60);
	});
	// The change is over: the slider or field was left.
	form.addEventListener('change', () => {
		if (left) player.tell('branch', left);
		left = null;
	});
	form.addEventListener('submit', (event) => event.preventDefault());
}

// What the new run's page says around its stage; what the reader writes in stays.
function aside(fresh) {
	const knobs = '.knob input, .knob select';
	const mine = document.querySelectorAll(knobs);
	fresh.querySelectorAll(knobs).forEach(({ value }, i) => {
		if (mine[i] !== document.activeElement) mine[i].value = value;
	});
	for (const name of ['.kept-before', '.kept-after', '.parts-of-run', '.choices']) {
		document.querySelector(name).replaceWith(document.adoptNode(fresh.querySelector(name)));
	}
}

// Runs that the reader has left, to go back to.
function branches(player) {
	const list = document.querySelector('.branches ul');
	player.on((what, branch) => {
		if (what !== 'branch') return;
		const { query, back } = branch;
		const item = document.createElement('li');
		item.append(button(`${back ? 'With' : 'Before'} ${branch.name}`, () => {
			const left = { ...branch, query: player.run.whole(), back: !back };
			item.remove();
			player.tell('branch', left);
			player.become(query, left);
		}));
		list.prepend(item);
		list.querySelector(`li:nth-child(n + ${BRANCHES_MAX + 1})`)?.remove();
	});
}

// The table of what happened before.
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
		const past = run.steps.filter(({ at, words }) => words && at <= ms && at >= ms - BACK_MS);
		const rows = past.slice(-ROWS_MAX);
		const state = [run.query, run.edition, rows[0]?.at, rows.length].join();
		if (state === shown) return;
		shown = state;
		body.replaceChildren();
		rows.forEach(({ at, time, words }, i) => {
			const row = body.insertRow();
			if (i + 1 === rows.length) row.setAttribute('aria-current', 'step');
			const link = Object.assign(document.createElement('a'), { href: run.link(at), textContent: time });
			link.dataset.at = at;
			const cell = row.insertCell();
			cell.className = 'time';
			cell.append(link);
			row.insertCell().textContent = words;
		});
	};
}
