// The page follows the editor: while it is seen, the server grades what is saved and tells how far it is.
// All words about a result are the server's: they are fetched with the page, and put in place of the old ones.

import { events } from './stream.js';
import { Live } from './live.js';
import { renew } from './renew.js';

// After a stream has ended, the next is asked for so much later.
const AGAIN_MS = [250, 500, 1000, 2000, 4000];
// Whoever has stopped following in this tab has not begun again with the next page.
const STOPPED = 'stopped-following';

// `form` has the token; `say(words)` tells the reader; `busy(on)` counts the seconds of a run.
export function follow(form, say, busy) {
  const bar = document.getElementById('follow');
  const live = new Live(document.getElementById('live'));
  const toggle = document.getElementById('follow-toggle');
  const says = document.getElementById('follow-says');
  const following = [...says.childNodes];
  let wanted = sessionStorage.getItem(STOPPED) === null;
  let stream = null; // What ends the open stream.
  let heard = null; // The id of the event that was heard last.
  let seen = bar.dataset.answer; // The mark of the file as it was when we last heard of it.
  let failed = 0;
  let later = 0;

  bar.hidden = false;
  toggle.addEventListener('click', () => {
    wanted = !wanted;
    if (wanted) sessionStorage.removeItem(STOPPED);
    else sessionStorage.setItem(STOPPED, 'yes');
    failed = 0;
    turn();
  });
  document.addEventListener('visibilitychange', turn);
  addEventListener('pagehide', close);
  addEventListener('pageshow', turn);
  turn();

  // Browsers open six connections to a server, so a tab that nobody sees holds none.
  function turn() {
    toggle.textContent = wanted ? 'Stop following' : 'Follow the editor';
    if (wanted && !document.hidden) open();
    else close();
    if (!wanted) tell('Not following: press Run, or follow the editor.');
  }

  function close() {
    clearTimeout(later);
    stream?.abort();
    stream = null;
    live.hide();
    busy(false);
  }

  async function open() {
    if (stream) return;
    clearTimeout(later);
    const own = stream = new AbortController();
    let words = null;
    try {
      words = await listen(own.signal);
    } catch {
      words = 'The server does not answer. The page goes on by itself as soon as it does.';
    }
    // It was closed on purpose.
    if (stream !== own) return;
    close();
    if (words) tell(words);
    later = setTimeout(turn, AGAIN_MS[Math.min(failed++, AGAIN_MS.length - 1)]);
  }

  // Hears until the server ends it, and returns what there is to say then.
  async function listen(signal) {
    const headers = { 'x-breakwater-token': form.elements.token.value };
    if (heard) headers['last-event-id'] = heard;
    const answer = await fetch(`${form.action.replace(/run$/, 'events')}?answer=${seen}`, { headers, signal, cache: 'no-store' });
    if (answer.status === 403) {
      // The server was started again, and has another token.
      await renew(signal);
      return failed < AGAIN_MS.length ? '' : 'The server follows nothing for this page. Load it again.';
    }
    if (!answer.ok) return reason(await answer.text());
    says.replaceChildren(...following);
    for await (const event of events(answer)) {
      failed = 0;
      heard = event.id;
      await hear(event, signal);
    }
    return 'The server has ended. The page goes on by itself as soon as it is back.';
  }

  async function hear(event, signal) {
    const doing = live.hear(event);
    busy(live.runs);
    if (doing) say(doing);
    if (event.kind === 'state') {
      seen = event.answer;
      if (event.run > 0 && shown() !== `${boot(event)}:${event.run}`) await renew(signal);
    }
    if (event.kind === 'more') await renew(signal);
    if (event.kind === 'finished') {
      await renew(signal);
      live.hide();
      busy(false);
      say(`${event.title}.`);
    }
  }

  function tell(words) {
    says.textContent = words;
    if (!document.hidden) say(words);
  }
}

// Which run the page shows.
function shown() {
  return document.getElementById('result')?.dataset.run;
}

function boot(event) {
  return event.id.split(':')[0];
}

// The sentence of a page that says what did not work.
function reason(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return page.querySelector('main p:not(.kicker)')?.textContent ?? 'The server cannot be followed.';
}
