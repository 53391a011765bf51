import type { OnProgress } from '@sqrl/base/messages.ts';
import type { Input, Output, Verb } from '@sqrl/squirrel/protocol/verbs.ts';
import type { CallScope, WireError, WireLine } from '@sqrl/squirrel/protocol/wire.ts';
import { signed } from './pass.ts';
import { CallError, gone } from './trouble.ts';

export interface PanelCallOptions {
  place: CallScope;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

/** Asks the daemon; what it cannot answer is thrown as Trouble. */
export async function call<V extends Verb>(
  verb: V,
  input: Input<V>,
  { place, signal, onProgress }: PanelCallOptions,
): Promise<Output<V>> {
  const [path, body] = [`/v1/${verb}${queryOf(place)}`, JSON.stringify(input)];
  const answer = await fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(await signed('POST', path, body)),
      ...(onProgress && { accept: 'application/x-ndjson' }),
    },
    body,
    ...(signal && { signal }),
  }).catch((error: Error) => {
    throw signal?.aborted ? error : gone();
  });
  if (onProgress && answer.ok) return (await lastLine(answer, onProgress)) as Output<V>;
  const said = (await answer.json().catch(() => {
    throw signal?.aborted ? new DOMException('', 'AbortError') : gone();
  })) as { error?: WireError };
  if (!answer.ok)
    throw new CallError(said.error ?? { message: answer.statusText, hint: '', code: 'unexpected' });
  return said as Output<V>;
}

/** Hears lines as they come, and gives back what the last one holds. */
async function lastLine(
  answer: Response,
  onProgress: NonNullable<PanelCallOptions['onProgress']>,
): Promise<unknown> {
  for await (const text of responseLines(answer)) {
    if (text === '') continue;
    const line = JSON.parse(text) as WireLine;
    if ('progress' in line) onProgress(...line.progress);
    else if ('error' in line) throw new CallError(line.error);
    else return line.output;
  }
  throw gone();
}

export async function* responseLines(answer: Response): AsyncGenerator<string> {
  let open = '';
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (open + value).split('\n');
      open = lines.pop()!;
      yield* lines;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

function queryOf({ project, called, global }: CallScope): string {
  const query = new URLSearchParams({
    ...(project !== undefined && { project }),
    ...(called !== undefined && { called }),
    ...(global && { global: '1' }),
  });
  return query.size > 0 ? `?${query}` : '';
}
