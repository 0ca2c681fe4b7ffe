// Finds the stages of a page and makes them move. A page without this script
// shows the same frames, with links and forms in place of buttons.

import { note, transport } from './controls.js';
import { lab } from './lab.js';
import { Player } from './player.js';

// A figure is bound when it comes as near as this.
const NEAR = '300px';

const main = document.querySelector('.lab-stage .stage-frame');
if (main) lab(main);

const figures = new IntersectionObserver((seen) => {
	for (const { isIntersecting, target } of seen) {
		if (!isIntersecting) continue;
		figures.unobserve(target);
		figure(target);
	}
}, { rootMargin: NEAR });
for (const frame of document.querySelectorAll('figure.stage .stage-frame')) figures.observe(frame);

function figure(frame) {
	const player = new Player(frame, [frame], { grows: false });
	player.on((what, words) => {
		if (what === 'note') note(frame, words);
		if (what === 'playing') note(frame, '');
		if (what === 'ready') {
			frame.querySelector('.ribbon').after(transport(player, true));
			player.tell('window');
			player.tell('moved');
		}
		if (what === 'paused') frame.closest('figure').querySelector('figcaption a').href = player.run.link(player.ms);
	});
	player.start();
}
