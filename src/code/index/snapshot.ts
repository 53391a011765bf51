import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { forgetGone } from '../../store/code/graph.ts';
import { codeState, setCodeState } from '../../store/code/state.ts';
import type { Store } from '../../store/store.ts';
import type { Edges, FrozenGraph } from '../facts/frozen.ts';

/** Writes a graph to a file next to its store, so that the next process need not gather it from rows. */
export function saveSnapshot(store: Store, graph: FrozenGraph): void {
  if (store.path === ':memory:' || store.readOnly) return;
  const id = randomUUID();
  const file = snapshotFile(store);
  const part = `${file}.part`;
  writeFileSync(part, bytesOf(graph, id), { mode: 0o600 });
  renameSync(part, file);
  // The rows name the file, not its number alone: rows that were put back from a copy may count differently.
  store.transaction(() => {
    setCodeState(store, 'snapshot', id);
    setCodeState(store, 'snapshot_generation', String(graph.generation));
    forgetGone(store, graph.generation);
  });
}

/** The graph that was written down last; undefined where there is none, or none of these rows. */
export function loadSnapshot(store: Store): FrozenGraph | undefined {
  const wanted = codeState(store, 'snapshot');
  if (wanted === undefined || store.path === ':memory:') return undefined;
  try {
    const bytes = readFileSync(snapshotFile(store));
    // A small file may lie anywhere in a buffer that it shares with others.
    const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
    return graphIn(own.buffer as ArrayBuffer, wanted);
  } catch {
    return undefined;
  }
}

const snapshotFile = (store: Store): string => `${store.path}.graph`;

/** Eight numbers: what it is, its form, generation, nodes, edges either way; then its name. */
const HEAD_BYTES = 8 * 4 + 36 + 4;
const MAGIC = 0x6c727173;
const FORM = 1;

function bytesOf({ generation, ids, files, traits, out, into }: FrozenGraph, id: string): Uint8Array {
  const parts = [ids, files, out.starts, out.ends, into.starts, into.ends, traits, out.tags, into.tags];
  const size = parts.reduce((sum, { byteLength }) => sum + byteLength, HEAD_BYTES);
  const bytes = new Uint8Array(size);
  new Int32Array(bytes.buffer, 0, 8).set([
    MAGIC,
    FORM,
    generation,
    ids.length,
    out.ends.length,
    into.ends.length,
  ]);
  bytes.set(Buffer.from(id, 'latin1'), 32);
  let at = HEAD_BYTES;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}

function graphIn(buffer: ArrayBuffer, wanted: string): FrozenGraph | undefined {
  const [magic, form, generation, nodes, out, into] = new Int32Array(buffer, 0, 8);
  const id = Buffer.from(buffer, 32, 36).toString('latin1');
  if (magic !== MAGIC || form !== FORM || id !== wanted) return undefined;
  let at = HEAD_BYTES;
  const numbers = (count: number) => {
    const part = new Int32Array(buffer, at, count);
    at += part.byteLength;
    return part;
  };
  const small = (count: number) => {
    const part = new Uint8Array(buffer, at, count);
    at += part.byteLength;
    return part;
  };
  const ids = numbers(nodes!);
  const files = numbers(nodes!);
  const outward = { starts: numbers(nodes! + 1), ends: numbers(out!) };
  const inward = { starts: numbers(nodes! + 1), ends: numbers(into!) };
  const traits = small(nodes!);
  const edges = (half: Pick<Edges, 'starts' | 'ends'>, count: number): Edges => ({
    ...half,
    tags: small(count),
  });
  return {
    generation: generation!,
    ids,
    files,
    traits,
    out: edges(outward, out!),
    into: edges(inward, into!),
  };
}
