import { hash } from 'node:crypto';
import { type Memory, type MemoryType, TYPES } from '@sqrl/base/model/memory.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { anchorMemory } from '@sqrl/squirrel/codebase/anchoring.ts';
import { addEvidence, addRelations, setMetrics } from '@sqrl/squirrel/store/memory/belongings.ts';
import { addMemory } from '@sqrl/squirrel/store/memory/memories.ts';
import { addStep } from '@sqrl/squirrel/store/memory/steps.ts';
import { setVector } from '@sqrl/squirrel/store/vectors/stored-index.ts';
import type { IndexedStore } from '@sqrl/squirrel/workspace/indexed-store.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { ADVICE, HOSTILE, REASONS, SITUATIONS, TAGS, TYPE_SHARES } from './phrases.ts';
import { filesOf, type MadeProject } from './projects.ts';
import type { Proof } from './proofs.ts';
import type { Random } from './random.ts';

const DAY = 24 * 3600 * 1000;

/** What the mass of memories is made with. */
export interface Mass {
  project: MadeProject;
  many: number;
  random: Random;
  now: number;
  /** What sessions of this project really hold, to be pointed at. */
  proofs: readonly Proof[];
  embedder: Embedder;
  hostile: boolean;
}

/**
 * Adds the mass of a project's memories through the store, in one transaction. Each is made of pieces, and its vector is the
 * mean of what the real embedder makes of those pieces: search by meaning works, and a few hundred texts are embedded
 * instead of thousands.
 */
export async function addMass(engine: Engine, mass: Mass): Promise<string[]> {
  const { project, many, random, embedder } = mass;
  const files = filesOf(project);
  const things = [...new Set(files.map(({ module, noun }) => `the ${noun} of ${module}`))];
  const vectors = await vectorsOf(embedder, [...SITUATIONS, ...ADVICE, ...REASONS, ...things, ...HOSTILE]);
  const ids: string[] = [];
  const known = new Set<string>();
  const hostile = mass.hostile ? [...HOSTILE] : [];
  const places: { indexedStore: IndexedStore; row: number; memory: Memory }[] = [];
  const add = (): void => {
    while (ids.length < many) {
      const bad = hostile.shift();
      const file = random.pick(files);
      const pieces = bad
        ? [bad]
        : [
            random.pick(SITUATIONS),
            `the ${file.noun} of ${file.module}`,
            random.pick(ADVICE),
            random.pick(REASONS),
          ];
      const text = bad ?? sentence(pieces);
      if (known.has(text)) continue;
      known.add(text);
      const made = memoryOf(mass, { text, file, n: ids.length });
      // Every project has these texts; a global memory may stand in the user's store once.
      const memory: Memory = bad && made.scope === 'global' ? { ...made, scope: 'project' } : made;
      const indexedStore = memory.scope === 'global' ? engine.user : engine.own;
      const row = addMemory(indexedStore.store, memory, hashOf(text));
      setVector(indexedStore.store, row, embedder.id, mean(pieces.map((piece) => vectors.get(piece)!)));
      belongings(indexedStore, row, memory, mass);
      places.push({ indexedStore, row, memory });
      ids.push(memory.id);
    }
  };
  engine.user.store.transaction(() => engine.own.store.transaction(add));
  relate(engine, places, random);
  for (const { index } of engine.indexedStores) index.drop();
  engine.own.store.transaction(() => {
    for (const { indexedStore, row, memory } of places) anchorMemory(engine, indexedStore, row, memory);
  });
  return ids;
}

const sentence = ([situation, thing, advice, reason]: readonly string[]): string =>
  `${situation![0]!.toUpperCase()}${situation!.slice(1)} ${thing}, ${advice}: ${reason}.`;

function memoryOf(
  { project, random, now }: Mass,
  { text, file, n }: { text: string; file: { module: string; noun: string; path: string }; n: number },
): Memory {
  const type = random.weighted(TYPE_SHARES as Record<MemoryType, number>);
  const age = random.next() ** 2 * 150 * DAY;
  const createdAt = Math.floor(now - age);
  const scope = random.weighted({ project: 86, path: 10, global: 4 });
  const status = random.weighted({ active: 78, provisional: 14, deprecated: 8 });
  const source = random.weighted({
    observer_inferred: 55,
    user_said: 15,
    agent_explicit: 10,
    commit_auto: 8,
    mcp_auto: 5,
    user_taught: 7,
  });
  const isTied = scope !== 'global' && random.chance(0.6);
  return {
    id: idOf(`${project.name} ${n}`),
    type,
    scope,
    scopeOf: scope === 'path' ? file.path.slice(0, file.path.lastIndexOf('/')) : null,
    reach: 'project',
    owner: 'user',
    ownerId: null,
    userId: null,
    via: null,
    tier: random.weighted({ short_term: 60, long_term: 38, emergency: 2 }),
    status,
    polarity: random.weighted({ '0': 80, '1': 10, '-1': 10 }) === '0' ? 0 : random.chance(0.5) ? 1 : -1,
    key: null,
    text,
    tags: [file.module, ...random.some(TAGS, random.int(0, 3))],
    files: isTied ? [file.path] : [],
    symbols: [],
    module: file.module,
    confidence: Math.round((0.35 + random.next() * 0.63) * 100) / 100,
    source,
    pinned: random.chance(0.02),
    verified: source === 'user_taught' || random.chance(0.08),
    needsReview: status !== 'deprecated' && random.chance(0.03),
    tainted: random.chance(0.01),
    halfLifeDays: TYPES[type].halfLifeDays,
    expiresAt: null,
    trigger: null,
    record: null,
    branch: null,
    createdAt,
    updatedAt: Math.floor(createdAt + (now - createdAt) * random.next() * 0.5),
  };
}

/** Proofs that point at real steps of real sessions, what it came to, and what happened to it. */
function belongings(
  indexedStore: IndexedStore,
  row: number,
  memory: Memory,
  { random, proofs, now }: Mass,
): void {
  const proof = memory.source !== 'user_taught' && random.chance(0.8) ? random.pick(proofs) : undefined;
  addEvidence(indexedStore.store, row, [
    {
      proof: proof ? 'failure_then_success' : 'explicit_statement',
      episode: proof?.episode ?? null,
      events: proof ? [proof.event] : [],
      quote: proof?.quote ?? null,
      at: memory.createdAt,
    },
  ]);
  const uses = random.chance(0.4) ? random.int(1, 12) : 0;
  setMetrics(indexedStore.store, row, {
    opportunities: uses + random.int(0, 9),
    uses,
    regretHits: 0,
    regretSaved: 0,
    lastUsedAt: uses > 0 ? Math.floor(memory.createdAt + (now - memory.createdAt) * random.next()) : null,
  });
  const step = {
    memory: memory.id,
    before: null,
    why: 'seen in one session',
  };
  const start = Math.max(0.2, memory.confidence - 0.2);
  addStep(indexedStore.store, { ...step, at: memory.createdAt, did: 'learnt', confidence: start });
  if (memory.updatedAt > memory.createdAt)
    addStep(indexedStore.store, {
      ...step,
      at: memory.updatedAt,
      did: 'seen again',
      why: 'stated again in one session',
      confidence: memory.confidence,
    });
}

/** Some replaced an older one, and a few contradict another. */
function relate(
  engine: Engine,
  places: readonly { indexedStore: IndexedStore; row: number; memory: Memory }[],
  random: Random,
): void {
  const own = places.filter(({ indexedStore }) => indexedStore === engine.own);
  const old = own.filter(({ memory }) => memory.status === 'deprecated');
  const live = own.filter(({ memory }) => memory.status === 'active');
  engine.own.store.transaction(() => {
    for (const { memory } of random.some(old, Math.floor(old.length / 2))) {
      const by = random.pick(live);
      addRelations(by.indexedStore.store, by.row, [{ kind: 'supersedes', to: memory.id, confidence: 1 }]);
      addStep(by.indexedStore.store, {
        memory: memory.id,
        at: Math.max(memory.updatedAt, by.memory.createdAt),
        did: 'superseded',
        why: `replaced by ${by.memory.id}`,
        before: null,
        confidence: memory.confidence,
      });
    }
    for (const { indexedStore, row, memory } of random.some(live, Math.floor(live.length / 100))) {
      const other = random.pick(live).memory;
      if (other.id === memory.id) continue;
      addRelations(indexedStore.store, row, [{ kind: 'conflicts', to: other.id, confidence: 1 }]);
    }
  });
}

async function vectorsOf(embedder: Embedder, texts: readonly string[]): Promise<Map<string, Float32Array>> {
  const vectors = await embedder.embed(texts, 'memory');
  return new Map(texts.map((text, i) => [text, vectors[i]!]));
}

function mean(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
  const length = Math.hypot(...sum) || 1;
  return sum.map((part) => part / length);
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

const idOf = (what: string): string =>
  Array.from(hash('sha256', what, 'buffer').subarray(0, 12), (byte) => LETTERS[byte & 31]).join('');
