// Steps through a schedule without loading the page again: by its links, and by
// the arrow keys. Without this file the links do the same.

const schedule = document.querySelector('.schedule');
const stops = schedule ? [...schedule.querySelectorAll('tr[data-says]')] : [];
const link = (stop) => stop.querySelector('th a');

function at() {
	return stops.findIndex((stop) => stop.classList.contains('now'));
}

function go(to) {
	const next = Math.min(Math.max(to, 0), stops.length - 1);
	stops.forEach((stop, i) => {
		stop.classList.toggle('done', i < next);
		stop.classList.toggle('now', i === next);
		stop.classList.toggle('to-come', i > next);
		stop.removeAttribute('aria-current');
	});
	const stop = stops[next];
	stop.setAttribute('aria-current', 'step');
	schedule.querySelector('.line.lit')?.classList.remove('lit');
	document.getElementById(stop.dataset.line)?.classList.add('lit');
	document.getElementById('says').textContent = stop.dataset.says;
	document.getElementById('back').href = link(stops[Math.max(next - 1, 0)]).href;
	document.getElementById('ahead').href = link(stops[Math.min(next + 1, stops.length - 1)]).href;
	history.replaceState(null, '', link(stop).href);
}

const keys = { ArrowLeft: () => at() - 1, ArrowRight: () => at() + 1, Home: () => 0, End: () => stops.length };

addEventListener('keydown', (event) => {
	const { key, target } = event;
	if (!stops.length || !keys[key] || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
	// In a field the arrows are the field's, and what is wider than its place is scrolled.
	const wide = target.closest('[tabindex="0"]');
	if (target.closest('input, select, textarea') || (wide && wide.scrollWidth > wide.clientWidth)) return;
	event.preventDefault();
	go(keys[key]());
});

schedule?.addEventListener('click', (event) => {
	const pressed = event.target.closest('a');
	if (!pressed || !stops.length || event.ctrlKey || event.metaKey || event.shiftKey) return;
	const row = stops.findIndex((stop) => link(stop) === pressed);
	const to = { back: at() - 1, ahead: at() + 1 }[pressed.id] ?? row;
	if (to < 0 && !pressed.id) return;
	event.preventDefault();
	go(to);
});
