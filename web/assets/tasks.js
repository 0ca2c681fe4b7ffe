// Keeps the list of tasks beside the stage fresh: the address of the page is its
// run, and the server says what that run does.

const PAUSE_MS = 500;
const list = document.querySelector('#tasks');
let [asked, busy] = [location.href, false];

// Where nothing is kept, a task stays ticked by its run only.
async function keep(form) {
	const body = new URLSearchParams(new FormData(form));
	const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' });
	if (answer.type === 'opaqueredirect') form.remove();
}

async function look() {
	if (busy || document.hidden || location.href === asked) return;
	busy = true;
	const now = location.href;
	try {
		const answer = await fetch(location.pathname + '/tasks' + location.search);
		if (answer.ok) {
			const text = await answer.text();
			if (text !== list.innerHTML) list.innerHTML = text;
			for (const form of list.querySelectorAll('form')) await keep(form);
		}
		asked = now;
	} catch {
		// The server is gone, and the stage says so.
	}
	busy = false;
}

if (list) {
	for (const form of list.querySelectorAll('form')) keep(form).catch(() => {});
	setInterval(look, PAUSE_MS);
}
