// The run that goes on: its tests, each with a shape and a word as its result comes.

import { steady } from './renew.js';

export class Live {
  constructor(section) {
    this.section = section;
    this.title = section.querySelector('h2');
    this.list = section.querySelector('ol');
    this.pristine = [...this.list.children].map((item) => item.cloneNode(true));
    this.done = 0;
  }

  get runs() {
    return !this.section.hidden;
  }

  // Draws what `event` says, and returns it in words.
  hear(event) {
    switch (event.kind) {
      case 'state': return this.state(event);
      case 'waiting': return 'Another run goes on. This one comes after it.';
      case 'building': return this.begin('Building');
      case 'asking': return this.begin('Asking the tests');
      case 'test':
        this.mark(event.index, event);
        return this.count();
      case 'drawing': return this.say('All tests have been asked; the rest of the result follows');
      default: return '';
    }
  }

  // How far things are: whoever has missed something hears it again.
  state({ phase, tests }) {
    if (phase === 'idle') {
      this.hide();
      return '';
    }
    this.begin(phase === 'building' ? 'Building' : 'Asking the tests');
    tests.forEach((mark, index) => this.mark(index, mark));
    return this.count();
  }

  begin(words) {
    this.done = 0;
    this.list.replaceChildren(...this.pristine.map((item) => item.cloneNode(true)));
    steady(() => { this.section.hidden = false; });
    return this.say(words);
  }

  hide() {
    steady(() => { this.section.hidden = true; });
  }

  mark(index, { class: kind, word, sign }) {
    const item = this.list.children[index];
    if (!item) return;
    item.className = kind;
    item.querySelector('path').setAttribute('d', sign);
    item.querySelector('.verdict').textContent = word;
    this.done = index + 1;
  }

  count() {
    if (this.done === 0) return this.say(this.title.textContent);
    const passed = this.list.querySelectorAll('.passed').length;
    return this.say(`${this.done} of ${this.list.children.length} tests asked, ${passed} passed`);
  }

  say(words) {
    this.title.textContent = words;
    return `${words}.`;
  }
}
