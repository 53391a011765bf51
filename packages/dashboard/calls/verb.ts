import type { OnProgress } from '@sqrl/base/messages.ts';
import type { Input, Output, Verb } from '@sqrl/squirrel/protocol/verbs.ts';
import type { CallScope, WireError, WireLine } from '@sqrl/squirrel/protocol/wire.ts';
import {
  keepPreviousData,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useCallback, useContext, useRef, useState } from 'react';
import { signed } from './pass.ts';
import { CallError, gone } from './trouble.ts';

interface VerbOptions {
  enabled?: boolean;
  /** Shows the last answer until the next one is there: for lists that change as one types. */
  keep?: boolean;
  place?: CallScope;
}

/** Asks a verb of the chosen project and asks again whenever what it tells may have changed. */
export function useVerb<V extends Verb>(
  verb: V,
  input: Input<V>,
  { enabled = true, keep = false, place }: VerbOptions = {},
): UseQueryResult<Output<V>, CallError> {
  const chosen = usePlace();
  const at = place ?? chosen;
  return useQuery<Output<V>, CallError>({
    queryKey: queryKey(verb, at, input),
    queryFn: ({ signal }) => call(verb, input, { place: at, signal }),
    enabled,
    ...(keep && { placeholderData: keepPreviousData }),
  });
}

/** A verb that changes something; everything that is shown is asked for anew afterwards. */
export function useDo<V extends Verb>(verb: V, where?: CallScope) {
  const chosen = usePlace();
  const queries = useQueryClient();
  return useMutation<Output<V>, CallError, Input<V>>({
    mutationFn: (input) => call(verb, input, { place: where ?? chosen }),
    // Not waited for: the action is done, whatever else is asked for anew.
    onSuccess: () => void queries.invalidateQueries(),
  });
}

/** The name of an answer; its verb stands first, so that news can say which to ask for again. */
const queryKey = (verb: Verb, place: CallScope, input: unknown) => [verb, place, input] as const;

export const PlaceContext = createContext<CallScope>({ global: true });

export const usePlace = (): CallScope => useContext(PlaceContext);

export interface CallProgress {
  done: number;
  total: number;
  what: string | null;
}

export interface LongCall<V extends Verb> {
  progress: CallProgress | undefined;
  result: Output<V> | undefined;
  trouble: CallError | undefined;
  run(input: Input<V>, place?: CallScope): Promise<Output<V> | undefined>;
  stop(): void;
}

export function useLong<V extends Verb>(verb: V): LongCall<V> {
  const chosen = usePlace();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<CallProgress>();
  const [result, setResult] = useState<Output<V>>();
  const [trouble, setTrouble] = useState<CallError>();
  const ending = useRef<AbortController>(undefined);
  const run = useCallback(
    async (input: Input<V>, place: CallScope = chosen) => {
      const end = new AbortController();
      ending.current = end;
      setTrouble(undefined);
      setResult(undefined);
      setProgress({ done: 0, total: 0, what: null });
      try {
        const onProgress: OnProgress = (done, total, what) => setProgress({ done, total, what });
        const came = await call(verb, input, { place, signal: end.signal, onProgress });
        setResult(() => came);
        return came;
      } catch (error) {
        if (!end.signal.aborted) setTrouble(error as CallError);
        return undefined;
      } finally {
        setProgress(undefined);
        void queries.invalidateQueries();
      }
    },
    [chosen, queries, verb],
  );
  const stop = useCallback(() => ending.current?.abort(), []);
  return { progress, result, trouble, run, stop };
}

interface PanelCallOptions {
  place: CallScope;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

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
