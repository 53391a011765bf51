import { as, flag, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';

/** A briefing that was delivered, or would have been, at a point of a session. */
export interface Injection {
  id: string;
  client: string;
  /** The session's own id. */
  session: string;
  at: number;
  /** Where in the session: session start, prompt, before a tool… */
  point: string;
  /** What it was about: the command, the file, the prompt's hash. */
  about: string | null;
  tokens: number;
  /** `full`, `passive` or `control`. */
  holdout: string;
  /** What a group is not to get is noted and not shown. */
  shown: boolean;
  /** Ids of the memories in it. */
  memories: string[];
  /** Ids of the messages of past sessions that it quotes. */
  passages: string[];
  /** Why each memory was delivered, by its id. */
  why?: Readonly<Record<string, string>>;
  left?: readonly LeftMemory[];
}

interface LeftMemory {
  memory: string;
  because: string;
}

/** Notes an injection; one that is noted already is left as it is. Says whether it was new. */
export function addInjection(store: Store, injection: Injection): boolean {
  return store.transaction(() => {
    const { id, client, session, at, point, about, tokens, holdout, shown, passages, left = [] } = injection;
    if (store.row`select 1 from injection where id = ${id}`) return false;
    const fields = { id, client, session, at, point, about, tokens, holdout, shown, passages, left };
    const row = store.insert('injection', fields);
    for (const memory of new Set(injection.memories))
      store.insert('injection_memory', { injection: row, memory, why: injection.why?.[memory] });
    return true;
  });
}

/** Leaves in an injection what stands in the text that its session got; without any it is removed. */
export function keepDelivered(store: Store, id: string, text: string): void {
  if (text === '') {
    store.run`delete from injection where id = ${id}`;
    return;
  }
  const row = store.value<number | undefined>`select row from injection where id = ${id}`;
  if (row === undefined) return;
  store.run`delete from injection_memory where injection = ${row} and instr(${text}, '#' || memory) = 0`;
}

export const injectionsOf = (store: Store, client: string, session: string): Injection[] =>
  store.rows`${raw(SELECT)} where injection.session = ${session} and injection.client = ${client}
    order by injection.at, injection.row`.map(toInjection);

/** The session of a client that something was delivered in last, subagents left out; undefined where there is none. */
export const latestTold = (store: Store, client: string): string | undefined =>
  store.value`select session from injection where client = ${client} and instr(session, '/') = 0
    order by at desc, row desc limit 1`;

export const injectionsWith = (store: Store, memory: string, limit = -1): Injection[] =>
  store.rows`${raw(SELECT)} where injection.row in (select injection from injection_memory
    where memory = ${memory})
    order by injection.at desc, injection.row desc limit ${limit}`.map(toInjection);

const SELECT = `
  select id, client, session, at, point, about, tokens, holdout, shown, passages,
         (select json_group_array(memory) from injection_memory where injection = injection.row) as memories
    from injection`;

const toInjection = as<Injection>({ shown: flag, memories: json, passages: json });

/** A delivery that an agent saw. */
export interface ShownDelivery {
  id: string;
  at: number;
  client: string;
  session: string;
  point: string;
  about: string | null;
  tokens: number;
  /** Null where the reason was not noted. */
  memories: { memory: string; why: string | null }[];
  left: LeftMemory[];
}

export const latestDeliveries = (store: Store, limit: number): ShownDelivery[] =>
  store.rows`select id, at, client, session, point, about, tokens,
          (select json_group_array(json_object('memory', memory, 'why', why))
            from injection_memory where injection = injection.row) as memories, "left"
     from injection
    where shown = 1 and exists (select 1 from injection_memory where injection = injection.row)
    order by at desc, row desc limit ${limit}`.map(as({ memories: json, left: json }));
