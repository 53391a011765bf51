import { agentsWord } from '@sqrl/base/model/memory.ts';
import { tagsOfWhose } from '@sqrl/base/model/whose.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Input, Output, Verb } from '../protocol/verbs.ts';

type MemoryType = NonNullable<Input<'remember'>['type']>;

/** For whom a program keeps a memory. What is kept for one user, agent or run is not told to any other. */
export interface MemoryScope {
  user?: string;
  agent?: string;
  run?: string;
}

/** What is known of a new memory besides its text. */
interface NewMemory extends MemoryScope {
  /** Guessed from the text if not given. */
  type?: MemoryType;
  tags?: readonly string[];
  files?: readonly string[];
  /** The matter: a later memory with the same key, for the same user, agent and run, replaces it. */
  key?: string;
  /** Whether a person said it. Only a person's words are told unasked at the start of a session. `program` if not given. */
  by?: 'person' | 'program';
}

/** Which memories are meant; all that is given must hold. Without user, agent and run: those kept for none of them. */
interface MemoryQuery extends MemoryScope {
  types?: readonly MemoryType[];
  tags?: readonly string[];
  key?: string;
  /** Kept since, in milliseconds since 1970. */
  since?: number;
  /** At most so many; 10 of a search and 100 of a list if not given. */
  limit?: number;
}

/** A memory as a program gets it. */
export interface KeptMemory extends MemoryScope {
  id: string;
  text: string;
  type: MemoryType;
  /** Without those that say for whom it is kept. */
  tags: readonly string[];
  files: readonly string[];
  key: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  updatedAt: number;
  /** Of a search: how well it fits. Compare within one answer only. */
  score?: number;
}

/** What became of a text that was added. */
interface AddedMemory extends KeptMemory {
  /** `known` and `reinforced`: it was there already. */
  did: 'added' | 'known' | 'reinforced' | 'revived';
  /** Kinds of secrets that were taken out of the text. */
  redacted: readonly string[];
  /** Ids of older memories about the same matter that it replaces. */
  superseded: readonly string[];
  /** Why it waits for a person's review; null where it does not. */
  review: string | null;
}

/** A text of one user, agent or run that is edited in place and always stands in the agent's system prompt. */
interface MemoryBlock {
  label: string;
  text: string;
  id: string;
  updatedAt: number;
}

/** The blocks of one user, agent or run. */
interface MemoryBlocks {
  list(): Promise<readonly MemoryBlock[]>;
  get(label: string): Promise<MemoryBlock | undefined>;
  /** Makes a block, or gives it another text, of at most 5,000 characters. An empty text deletes it. */
  set(label: string, text: string): Promise<void>;
  /** Adds a line to the end. */
  append(label: string, text: string): Promise<void>;
  /** Puts other words in the place of some that stand in the block once; rejects where they do not. */
  replace(label: string, words: string, by: string): Promise<void>;
  /** The blocks as they stand in the system prompt, with those of the user, the agent or the run alone; empty without any. */
  text(): Promise<string>;
}

/** What programs do with single memories. Every method rejects with a `Problem` where memory does not answer. */
export interface KeptMemories {
  /** Keeps a text: without user, agent and run for the project, else for those alone. */
  add(text: string, about?: NewMemory): Promise<AddedMemory>;
  /** Memories about a question, best first. */
  search(question: string, query?: MemoryQuery): Promise<readonly KeptMemory[]>;
  /** Memories, newest first, and how many there are. */
  list(query?: MemoryQuery): Promise<{ memories: readonly KeptMemory[]; total: number }>;
  /** Changes what is given; what it said before stays in its history. */
  update(
    id: string,
    to: Pick<NewMemory, 'type' | 'tags' | 'files' | 'key'> & { text?: string },
  ): Promise<KeptMemory>;
  /** Deletes memories by their ids, or all of a user, an agent or a run. Returns how many there were. */
  delete(which: string | readonly string[] | MemoryScope): Promise<number>;
  /** The editable blocks of a user, an agent or a run. */
  blocks(scope: MemoryScope): MemoryBlocks;
}

/** Asks a verb. */
export type CallVerb = <V extends Verb>(verb: V, input: Input<V>) => Promise<Output<V>>;

/** Keeps memories through the verbs of a client. */
export function keptMemories(call: CallVerb, now: () => number): KeptMemories {
  return {
    async add(text, { user, agent, run, by = 'program', tags, files, ...about } = {}) {
      const draft = {
        ...{ text, whose: { user, agent, run }, ...about },
        ...(tags && { tags: [...tags] }),
        ...(files && { files: [...files] }),
        ...(by === 'program' && agentsWord(now())),
      };
      const { memory, did, redacted, superseded, review = null } = await call('remember', draft);
      return { ...kept(memory), did, redacted, superseded, review };
    },
    async search(question, query = {}) {
      const { hits } = await call('find', { question, limit: query.limit ?? 10, filter: filterOf(query) });
      return hits.map(({ memory, score }) => ({ ...kept(memory), score }));
    },
    async list(query = {}) {
      const { memories, total } = await call('list', { limit: query.limit ?? 100, filter: filterOf(query) });
      return { memories: memories.map(kept), total };
    },
    async update(id, { tags, files, ...to }) {
      const before = tags && (await call('get', { id }));
      const changed = {
        ...to,
        ...(before && { tags: [...(tags ?? []), ...before.tags.filter(isOfScope)] }),
        ...(files && { files: [...files] }),
      };
      await call('change', { id, to: changed });
      return kept(await call('get', { id }));
    },
    async delete(which) {
      const ids =
        typeof which === 'string' ? [which] : 'length' in which ? [...which] : await idsOf(call, which);
      if (ids.length === 0) return 0;
      return (await call('forget', { ids })).forgotten.length;
    },
    blocks: (scope) => blocksOf(call, named(scope), now),
  };
}

const MAX_BLOCK_CHARS = 5000;
const BLOCK_KEY = 'block.';

function blocksOf(call: CallVerb, scope: MemoryScope, now: () => number): MemoryBlocks {
  const whose = onlyScope(scope);
  const given = tagsOfWhose(whose);
  /** Blocks of all of these, and those of some. */
  async function within(): Promise<(MemoryBlock & { isOwn: boolean })[]> {
    const filters = Object.entries(whose).map(([part, name]) => ({ whose: { [part]: name } }));
    const lists = await Promise.all(
      filters.map((filter) => call('list', { filter, limit: 10_000, order: 'oldest' })),
    );
    const all = new Map(lists.flatMap(({ memories }) => memories).map((memory) => [memory.id, memory]));
    return [...all.values()].flatMap(({ id, key, text, tags, updatedAt }) => {
      const kept = tags.filter(isOfScope);
      if (!key?.startsWith(BLOCK_KEY) || !kept.every((tag) => given.includes(tag))) return [];
      return { label: key.slice(BLOCK_KEY.length), text, id, updatedAt, isOwn: kept.length === given.length };
    });
  }
  const list = async () => (await within()).flatMap(({ isOwn, ...block }) => (isOwn ? block : []));
  const get = async (label: string) => (await list()).find((block) => block.label === label);
  const blocks: MemoryBlocks = {
    list,
    get,
    async set(label, text) {
      if (!/^[\w-]{1,64}$/.test(label))
        throw new Problem(
          `Invalid block label: “${label}”.`,
          'A label has 1 to 64 letters, digits, - and _.',
        );
      if (text.length > MAX_BLOCK_CHARS)
        throw new Problem(
          `The block ${label} would have ${text.length} characters; ${MAX_BLOCK_CHARS} are the limit.`,
          'Shorten it, or add what is less important as memories.',
        );
      const block = await get(label);
      if (text.trim() === '') {
        if (block) await call('forget', { ids: [block.id] });
      } else if (block) await call('change', { id: block.id, to: { text } });
      else {
        const about = { key: `${BLOCK_KEY}${label}`, type: 'preference' } as const;
        await call('remember', { text, whose, ...about, ...agentsWord(now()) });
      }
    },
    async append(label, text) {
      const block = await get(label);
      await blocks.set(label, block ? `${block.text}\n${text}` : text);
    },
    async replace(label, words, by) {
      const block = await get(label);
      const parts = block?.text.split(words) ?? [];
      if (parts.length !== 2)
        throw new Problem(
          `The block ${label} has these words ${Math.max(0, parts.length - 1)} times: “${words}”.`,
          'Give words that stand in it once.',
        );
      await blocks.set(label, parts.join(by));
    },
    text: async () =>
      (await within())
        .map(({ label, text }) => `<memory_block label="${label}">\n${text}\n</memory_block>`)
        .join('\n'),
  };
  return blocks;
}

async function idsOf(call: CallVerb, scope: MemoryScope): Promise<string[]> {
  const { memories } = await call('list', { filter: { whose: named(scope), expired: true }, limit: 10_000 });
  return memories.map(({ id }) => id);
}

/** What holds for nobody in particular is the project's, and is not deleted or edited as a whole. */
function named(scope: MemoryScope): MemoryScope {
  if (tagsOfWhose(scope).length > 0) return scope;
  throw new Problem('No user, agent or run is named.', 'Pass at least one: `{ user: "ann" }`.');
}

const onlyScope = ({ user, agent, run }: MemoryScope): MemoryScope => ({
  ...(user !== undefined && { user }),
  ...(agent !== undefined && { agent }),
  ...(run !== undefined && { run }),
});

const filterOf = ({ user, agent, run, types, tags, key, since }: MemoryQuery) => ({
  whose: { user, agent, run },
  ...(types && { types: [...types] }),
  ...(tags && { tags: [...tags] }),
  ...(key !== undefined && { key }),
  ...(since !== undefined && { since }),
});

const SCOPE_TAG = /^(user|agent|run):(.*)$/s;
const isOfScope = (tag: string): boolean => SCOPE_TAG.test(tag);

type Listed = Pick<
  Output<'remember'>['memory'],
  'id' | 'text' | 'type' | 'tags' | 'files' | 'key' | 'scope' | 'createdAt' | 'updatedAt'
>;

function kept({ id, text, type, tags, files, key, scope, createdAt, updatedAt }: Listed): KeptMemory {
  const isKept = (tag: string) => scope === 'session' && isOfScope(tag);
  const whose = Object.fromEntries(
    tags.flatMap((tag) => (isKept(tag) ? [SCOPE_TAG.exec(tag)!.slice(1, 3)] : [])),
  );
  const own = tags.filter((tag) => !isKept(tag));
  return { id, text, type, ...whose, tags: own, files, key, createdAt, updatedAt };
}
