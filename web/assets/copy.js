// What few want of a frame: its picture, to be taken away, and runs that were.

// Goes to the run of a file: its one line that is an address of the lab.
export async function open(file, player) {
	const run = (await file?.text())?.match(/^\/lab\/\S+$/m);
	if (run) location = run[0];
	else player.tell('note', 'This file is no saved run.');
}

// What of a computed style a picture needs to stand alone.
const INLINED = 'fill stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity paint-order text-anchor font-family font-size font-weight vector-effect'.split(' ');

// The panels and the tape as one SVG, without a sheet beside it.
export function picture(frame) {
	const base = frame.getBoundingClientRect();
	const copies = [...frame.querySelectorAll('.panel, .ribbon')].map((svg) => {
		const { left, top, width, height } = svg.getBoundingClientRect();
		const copy = inlined(svg);
		const place = { x: left - base.left, y: top - base.top, width, height };
		for (const [name, value] of Object.entries(place)) copy.setAttribute(name, value.toFixed(1));
		return { copy, bottom: top - base.top + height };
	});
	const height = Math.max(...copies.map(({ bottom }) => bottom)).toFixed(1);
	const width = base.width.toFixed(1);
	const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
	svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
	const sheet = getComputedStyle(document.documentElement);
	svg.innerHTML = `<title></title><rect width="${width}" height="${height}" fill="${sheet.backgroundColor}"/>`;
	svg.querySelector('title').textContent = frame.querySelector('.stage-sentence').textContent;
	svg.append(inlined(document.getElementById('hatch')), ...copies.map(({ copy }) => copy));
	return new XMLSerializer().serializeToString(svg);
}

function inlined(source) {
	const copy = source.cloneNode(true);
	const from = [source, ...source.querySelectorAll('*')];
	const to = [copy, ...copy.querySelectorAll('*')];
	from.forEach((element, i) => {
		const style = getComputedStyle(element);
		const drawn = to[i];
		for (const name of INLINED) {
			if (name === 'fill' && element.getAttribute('fill')?.startsWith('url')) continue;
			drawn.setAttribute(name, style.getPropertyValue(name));
		}
		for (const { name } of [...drawn.attributes]) {
			if (name === 'class' || name.startsWith('data-') || name.startsWith('aria-')) drawn.removeAttribute(name);
		}
	});
	return copy;
}
