import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { learn } from '@sqrl/squirrel/learn/verbs/learn.ts';
import { contextFor } from '@sqrl/squirrel/recall/context/context-for.ts';
import { deliver } from '@sqrl/squirrel/recall/deliver/deliver.ts';
import { recall } from '@sqrl/squirrel/recall/verbs/recall.ts';
import { embedPassages } from '@sqrl/squirrel/workspace/embed-passages.ts';
import { closeIndexedStore, type Engine, openIndexedStore } from '@sqrl/squirrel/workspace/workspace.ts';
import { claudeLog } from '../test/support/claude-log.ts';
import type { Bench, Figures } from './bench.ts';
import { type DecidedTalk, type RuleTold, readTalks, ruleTold } from './decisions/talks.ts';
import { openBenchEngine, refuse } from './engine.ts';
import { dataProjects, unpackProject } from './projects.ts';

/** Rules that were decided in past talks, and what later prompts are told of them. */
export const decisions: Bench = {
  summary:
    'Later prompts that need a rule of a past talk: what the hook, one get_task_context and recall tell of it',
  async run({ data, flags, print }) {
    const path = data && join(data, 'decisions', 'dev.jsonl');
    if (!path || !existsSync(path)) {
      print('skipped: pass --data DIR, a folder with decisions/dev.jsonl');
      return undefined;
    }
    const talks = readTalks(path).slice(0, Number(flags.limit ?? 1000));
    const foreign = dataProjects(data, flags.foreign ?? FOREIGN);
    return withTalks(talks, foreign, async (engine, idsOf) => {
      const figures: Figures = {};
      const ways = WAYS.filter(({ name }) => !flags.only || flags.only.split(',').includes(name));
      for (const { name, tell } of ways) {
        const rows: ToldPrompt[] = [];
        for (const [i, talk] of talks.entries())
          for (const [kind, prompts] of promptsOf(talk))
            for (const [j, prompt] of prompts.entries()) {
              const text = await tell(engine, prompt, `${talk.id}-${kind}-${j}`);
              const told = ruleTold(text, talk, idsOf(i));
              rows.push({
                kind: kind === 'later' ? KINDS[j]! : kind,
                told,
                tokens: text === '' ? 0 : estimateTokens(text),
              });
              if (flags.show)
                print(`\n=== ${name} ${talk.id} ${kind}: ${prompt}\n${JSON.stringify(told)}\n${text}`);
            }
        figures[name] = report(name, rows, print);
      }
      return figures;
    });
  },
};

/** Read beside the talks, so that they are some among many. */
const FOREIGN = 'blastmerge,agentv';
const KINDS = ['symptom', 'feature', 'vague'];

const promptsOf = (talk: DecidedTalk): [string, string[]][] => [
  ['later', talk.later],
  // As people report a bug: in the words of that time.
  ['same words', sameWords(talk)],
  ['near', talk.near],
];

/** A later prompt that tells the symptom again as the talk began. */
const sameWords = ({ chat }: DecidedTalk): string[] => [`This is still not right: ${chat[0]!.text}`];

interface ToldPrompt {
  kind: string;
  told: RuleTold;
  tokens: number;
}

const WAYS: { name: string; tell: (engine: Engine, prompt: string, session: string) => Promise<string> }[] = [
  {
    name: 'hook',
    tell: async (engine, prompt, session) =>
      (
        await deliver(engine, {
          client: 'claude-code',
          session,
          at: engine.now(),
          record: false,
          moment: { point: 'prompt', text: prompt, files: [] },
        })
      ).text,
  },
  {
    name: 'context',
    tell: async (engine, prompt) => (await contextFor(engine, { for: 'task', task: prompt })).text,
  },
  { name: 'recall', tell: async (engine, prompt) => (await recall(engine, { question: prompt })).text },
];

function report(name: string, rows: readonly ToldPrompt[], print: (line: string) => void): Figures {
  const figures: Figures = {};
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
    const count = (of: (told: RuleTold) => boolean) => some.filter(({ told }) => of(told)).length;
    const figure = {
      prompts: some.length,
      spoken: some.filter(({ tokens }) => tokens > 0).length,
      found: count(({ found }) => found),
      whole: count(({ whole }) => whole),
      'all parts by words': count(({ parts }) => parts === 1),
      part: count(({ part, whole }) => part && !whole),
      misleads: count(({ misleads }) => misleads),
      tokens: Math.round(some.reduce((sum, { tokens }) => sum + tokens, 0) / some.length),
    };
    figures[kind] = figure;
    print(
      `${name.padEnd(8)} ${kind.padEnd(10)} ${Object.entries(figure)
        .map(([what, value]) => `${what} ${value}`)
        .join('  ')}`,
    );
  }
  return figures;
}

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 15, 12);

/** An engine over the talks as sessions of one project, among sessions of others. */
async function withTalks<T>(
  talks: readonly DecidedTalk[],
  foreign: ReturnType<typeof dataProjects>,
  work: (engine: Engine, idsOf: (talk: number) => ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-decisions-'));
  try {
    const embedder = bundledEmbedder();
    await using engine = openBenchEngine(embedder, () => NOW);
    const cwd = engine.project!.root;
    const paths = talks.flatMap((talk, i) => logsOf(talk, i, cwd, folder));
    await ingest(engine, { paths, mine: true });
    await learn(engine, { projects: [engine.project!.id] });
    const others: string[] = [];
    for (const project of foreign) {
      const logs = await unpackProject(project, folder);
      others.push(...(await ingest(engine, { paths: logs, mine: true })).projects);
    }
    const opened = [...new Set(others)]
      .filter((id) => id !== engine.project!.id)
      .map((id) => openIndexedStore(engine.home.project({ id }), embedder, engine.now));
    const over = { ...engine, indexedStores: [engine.own, ...opened, engine.user] };
    await embedPassages(over);
    refuse(engine.meaning.notice ? [engine.meaning.notice] : []);
    const ids = idsByTalk(over);
    try {
      return await work(over, (talk) => ids.get(sessionOf(talk, false).slice(0, 35)) ?? new Set());
    } finally {
      for (const each of opened) closeIndexedStore(each, undefined);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sessionOf = (talk: number, isAmended: boolean): string =>
  `00000000-0000-4000-8000-${String(talk).padStart(11, '0')}${isAmended ? 1 : 0}`;

/** The logs of a talk and of the one that amended it. */
function logsOf({ chat, amended_by }: DecidedTalk, i: number, cwd: string, folder: string): string[] {
  return [chat, amended_by ?? []].flatMap((turns, n) => {
    if (turns.length === 0) return [];
    const session = sessionOf(i, n === 1);
    const startedAt = NOW - (70 - (i % 20) - 25 * n) * DAY_MS;
    const path = join(folder, 'talks', `${session}.jsonl`);
    mkdirSync(join(folder, 'talks'), { recursive: true });
    const said = turns.map(({ role, text }) => (role === 'user' ? { say: text } : { reply: text }));
    writeFileSync(path, claudeLog({ session, cwd, startedAt, turns: said }));
    return path;
  });
}

/** The first digits of the messages' ids, by the talk they belong to. */
function idsByTalk({ own }: Engine): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  const rows = own.store
    .sql(
      `select substr(lower(hex(event.id)), 1, 8) as id, session.id as session
         from event join session on session.row = event.session`,
    )
    .all() as { id: string; session: string }[];
  for (const { id, session } of rows) {
    const talk = session.slice(0, 35);
    ids.set(talk, (ids.get(talk) ?? new Set()).add(id));
  }
  return ids;
}
