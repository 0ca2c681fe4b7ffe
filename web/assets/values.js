// Values of a run at a moment, by the rules of the server (bound.rs). Nothing
// here knows a mechanism.
//
// A channel is `{t, v}`: moments in nanoseconds and values. In `lin` channels
// values move in straight lines, and two points at one moment are a jump; in
// `step` channels they hold until the next point.

// How many points there are up to `now`: at a jump, what is after it holds.
export function past(times, now) {
	let low = 0;
	let high = times.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (times[middle] <= now) low = middle + 1;
		else high = middle;
	}
	return low;
}

export function number(channels, name, now) {
	if (name === 't') return now;
	const line = channels.lin[name];
	if (!line || line.t.length === 0) return Number(text(channels, name, now)) || 0;
	const { t, v } = line;
	const next = past(t, now);
	const from = Math.max(next - 1, 0);
	if (next === 0 || next === t.length) return v[from];
	const part = ((v[next] - v[from]) * (now - t[from])) / (t[next] - t[from]);
	return Math.floor(v[from] + part + 1e-6);
}

export function text(channels, name, now) {
	const step = channels.step[name];
	if (!step || step.t.length === 0) return '';
	return step.v[Math.max(past(step.t, now) - 1, 0)];
}

// Numbers in words: what one has is rounded down, what one waits for up.

const NEVER = 9e18;
// Joins a number to its unit.
const SPACE = '\u00a0';

function tokens(micro) {
	const hundredths = Math.floor(micro / 10000);
	if (hundredths >= 90 && hundredths < 100) return `0.${hundredths}`;
	const tenths = Math.floor(micro / 100000);
	const size = Math.abs(tenths);
	return `${tenths < 0 ? '\u2212' : ''}${Math.floor(size / 10)}.${size % 10}`;
}

function wait(nanos) {
	if (nanos >= NEVER) return 'never';
	const ms = Math.ceil(Math.max(nanos, 0) / 1e6);
	if (ms < 1000) return `${ms}${SPACE}ms`;
	const tenths = Math.ceil(ms / 100);
	return `${Math.floor(tenths / 10)}.${tenths % 10}${SPACE}s`;
}

export function clock(nanos) {
	const ms = Math.floor(nanos / 1e6);
	return `${Math.floor(ms / 1000)}.${String(ms % 1000).padStart(3, '0')}${SPACE}s`;
}

const tenth = (length) => String(Math.floor(length * 10 + 0.5) / 10);
const clamp = (value, lo, hi) => Math.min(Math.max(value, lo), hi);

// `c + m · clamp(k · value + a, lo, hi)`: every length in a picture is that.
const along = (value, [k, a, lo, hi, m, c]) => c + m * clamp(k * value + a, lo, hi);

const FORMS = {
	at: (value, [m, c]) => tenth(c + m * value),
	px: (value, numbers) => tenth(along(value, numbers)),
	part: (value, numbers) => String(Math.floor(along(value, numbers) * 100 + 0.5) / 100),
	// What is left after whole turns: a grid that passes by.
	turn: (value, [k, a, around]) => {
		const rest = (k * value + a) % around;
		return tenth(rest < 0 ? rest + around : rest);
	},
	int: (value, [k]) => String(Math.floor(k * value + 1e-9)),
	tokens,
	wait,
	when: (nanos) => {
		if (nanos <= 0) return 'now';
		return nanos >= NEVER ? 'never' : `in ${wait(nanos)}`;
	},
	clock,
};

// `words {channel} and {channel|form numbers…}` as a function of channels and moment.
export function template(words) {
	const parts = words.split(/\{([^}]*)\}/).map((part, i) => {
		if (i % 2 === 0) return () => part;
		const [name, form] = part.split('|');
		if (!form) return (channels, now) => text(channels, name, now);
		const [kind, ...numbers] = form.split(' ');
		const given = numbers.map(Number);
		return (channels, now) => FORMS[kind](number(channels, name, now), given);
	});
	return (channels, now) => parts.map((part) => part(channels, now)).join('');
}

// `channel lo hi`: whether lo ≤ channel < hi.
export function range(words) {
	const [name, lo = -Infinity, hi = Infinity] = words.split(' ');
	return (channels, now) => {
		const value = number(channels, name, now);
		return Number(lo) <= value && value < Number(hi);
	};
}

// `channel word…`: whether the channel has one of the words.
export function among(words) {
	const [name, ...wanted] = words.split(' ');
	return (channels, now) => text(channels, name, now).split(' ').some((word) => wanted.includes(word));
}
