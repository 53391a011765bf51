import { readFileSync } from 'node:fs';
import type { Tool } from '@sqrl/base/model/event.ts';
import type { PieceResult, RawEvent } from '@sqrl/base/model/reader.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { Subject } from '@sqrl/sdk/window/item.ts';
import { subjectsOf } from '@sqrl/sdk/window/subject.ts';
import { readersIn } from '@sqrl/squirrel/clients/readers.ts';
import { recognize } from '@sqrl/squirrel/clients/recognize.ts';

/** One agent's part of a session, as its context window saw it grow. */
export interface WindowSession {
  id: string;
  tokens: number;
  steps: WindowStep[];
}

/** What came into the window: words, or a call with its result. */
interface WindowStep {
  type: 'user' | 'assistant' | 'reasoning' | 'call';
  at: number;
  tokens: number;
  /** Of a call: the tokens of its result. */
  resultTokens: number;
  tool: Tool | null;
  subjects: Subject[];
  failed: boolean;
}

/** The sessions in the logs of a project. A record that a fork repeats counts once. */
export async function windowSessions(logs: readonly string[]): Promise<WindowSession[]> {
  const readers = new Map((await readersIn({})).map((reader) => [reader.client, reader]));
  const seen = new Set<string>();
  const sessions: WindowSession[] = [];
  for (const path of logs) {
    const log = recognize(path)!;
    const reading = readers.get(log.client)!.open(log);
    const bytes = readFileSync(path);
    const pieces =
      log.form === 'document'
        ? [bytes]
        : bytes
            .toString('utf8')
            .split('\n')
            .map((line) => Buffer.from(line));
    const byAgent = new Map<string, Growing>();
    let offset = 0;
    for (const piece of pieces) {
      if (piece.length > 0) {
        const taken = [reading.take({ bytes: piece, offset })].flat();
        const inputs = log.form === 'lines' ? inputsIn(piece, taken) : new Map<string, string>();
        for (const event of taken.flatMap(({ events }) => events)) {
          if (seen.has(event.key)) continue;
          seen.add(event.key);
          const id = `${event.session} ${event.agent ?? ''}`;
          const growing = byAgent.get(id) ?? { steps: [], calls: new Map() };
          byAgent.set(id, growing);
          take(growing, event, inputs);
        }
      }
      offset += piece.length + 1;
    }
    for (const [id, { steps }] of byAgent)
      sessions.push({
        id,
        steps,
        tokens: steps.reduce((sum, step) => sum + step.tokens + step.resultTokens, 0),
      });
  }
  return sessions;
}

/** Tokens of a file that was read, on average. Some clients' histories name the files and leave their text out. */
export function tokensPerRead(sessions: readonly WindowSession[]): number {
  const isRead = ({ tool, subjects }: WindowStep) =>
    tool === 'read' || (tool === 'run' && subjects.length > 0 && !subjects[0]!.key.startsWith('$ '));
  const reads = sessions.flatMap(({ steps }) => steps.filter(isRead));
  return reads.reduce((sum, { resultTokens }) => sum + resultTokens, 0) / Math.max(1, reads.length);
}

interface Growing {
  steps: WindowStep[];
  calls: Map<string, { event: RawEvent; tokens: number }>;
}

function take({ steps, calls }: Growing, event: RawEvent, inputs: ReadonlyMap<string, string>): void {
  const { kind, call, at } = event;
  const tokens = estimateTokens(event.text);
  if (kind === 'call' && call !== null) {
    // The reader says in a line what a call asks for; the window holds all of its input.
    const input = estimateTokens(inputs.get(call) ?? '');
    calls.set(call, { event, tokens: Math.max(tokens, input) });
  } else if (kind === 'result') {
    const made = calls.get(call ?? '');
    const { tool, command, files } = made && (made.event.command ?? made.event.files[0]) ? made.event : event;
    const [lines] = files.flatMap((touch) => (touch.lines ? [touch.lines] : []));
    const paths = files.map(({ path }) => path);
    steps.push({
      type: 'call',
      at,
      tokens: made?.tokens ?? 0,
      resultTokens: tokens,
      tool,
      subjects: tool === null ? [] : subjectsOf({ tool, command, files: paths }, { view_range: lines }),
      failed: event.outcome === 'failed',
    });
  } else if (kind === 'prompt' || kind === 'reply' || kind === 'reasoning') {
    const type = kind === 'prompt' ? 'user' : kind === 'reply' ? 'assistant' : 'reasoning';
    steps.push({ type, at, tokens, resultTokens: 0, tool: null, subjects: [], failed: false });
  }
}

/** The inputs of the calls in a record, by the calls' ids, whatever the client calls them. */
function inputsIn(piece: Buffer, taken: readonly PieceResult[]): Map<string, string> {
  const inputs = new Map<string, string>();
  if (taken.some(({ events }) => events.some(({ kind }) => kind === 'call')))
    collect(JSON.parse(piece.toString('utf8')), inputs);
  return inputs;
}

function collect(value: unknown, inputs: Map<string, string>): void {
  if (Array.isArray(value)) for (const each of value) collect(each, inputs);
  else if (typeof value === 'object' && value !== null) {
    const { id, call_id, toolCallId, input, arguments: given } = value as Record<string, unknown>;
    const said = input ?? given;
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    for (const name of [id, call_id, toolCallId])
      if (typeof name === 'string' && text !== undefined) inputs.set(name, text);
    for (const each of Object.values(value)) collect(each, inputs);
  }
}
