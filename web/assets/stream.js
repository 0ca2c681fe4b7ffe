// Server-sent events of an answer to `fetch`, which, unlike EventSource, can send the page's token in a header.

// The events of `answer`, one by one, until the server ends them.
export async function* events(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop();
    for (const block of blocks) {
      const event = parse(block);
      if (event) yield event;
    }
  }
}

// `id`, kind and data of one event; nothing, if it is only a sign of life.
function parse(block) {
  const fields = new Map();
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).trimStart());
  }
  if (!fields.has('event')) return null;
  return { id: fields.get('id'), kind: fields.get('event'), ...JSON.parse(fields.get('data') ?? 'null') };
}
