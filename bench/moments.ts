import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { estimateTokens } from '../src/base/text/tokens.ts';
import { bundledEmbedder } from '../src/embed/bundled.ts';
import type { SettledTalk } from '../src/recall/talks/settled-talks.ts';
import { talkHeadline, talkText } from '../src/recall/talks/talk-text.ts';
import { gradedTalks, MAX_HEADLINES } from '../src/recall/verbs/deliver-said.ts';
import { messagesOfTalk } from '../src/store/passages/talk-messages.ts';
import type { Engine } from '../src/workspace/workspace.ts';
import type { Bench, Figures } from './bench.ts';
import { dataProjects, unpackProject } from './projects.ts';
import { openSaidEngine } from './said/engine.ts';

/** A labelled prompt, with passages of earlier sessions: 2 would help, 1 is about the same, 0 is of no use. */
interface LabelledPrompt {
  id: string;
  project: string;
  session: string;
  at: string;
  first: boolean;
  prompt: string;
  passages: { label: number; session: string; text: string }[];
}

/** What came of one prompt. */
interface PromptMoment {
  first: boolean;
  /** Some passage of the past would have helped. */
  needs: boolean;
  grade: 'tell' | 'point' | 'silent';
  /** What was told or pointed at holds a passage that helps. */
  reached: boolean;
  tokens: number;
}

/** Real prompts: whether past talks are told, pointed at or left alone, against labels. */
export const moments: Bench = {
  summary:
    'Labelled real prompts: told, pointed at or silent; helpful passages reached; tokens (--only PROJECTS)',
  async run({ data, flags, print }) {
    const path = data && join(data, 'moments', 'dev.jsonl');
    if (!path || !existsSync(path)) {
      print('skipped: pass --data DIR, a folder with moments/dev.jsonl and sessions');
      return undefined;
    }
    const prompts = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LabelledPrompt);
    const figures: Figures = {};
    const all: PromptMoment[] = [];
    for (const project of dataProjects(data, flags.only)) {
      const own = prompts.filter(({ project: name }) => name.replace(CLIENT_ENDING, '') === project.name);
      const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-moments-'));
      try {
        await unpackProject(project, folder);
        await using engine = await openSaidEngine(join(folder, project.name), bundledEmbedder());
        const found: PromptMoment[] = [];
        for (const prompt of own) found.push(await momentOf(engine, prompt, flags.show ? print : undefined));
        figures[project.name] = report(project.name, found, print);
        all.push(...found);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    figures.all = report('all', all, print);
    return figures;
  },
};

const CLIENT_ENDING = /-(?:claude-code|codex|copilot|specstory)$/;
const MAX_PROMPT_CHARS = 1500;

async function momentOf(
  engine: Engine,
  { first, prompt, session, at, passages }: LabelledPrompt,
  print?: (line: string) => void,
): Promise<PromptMoment> {
  const helpful = passages.filter(({ label }) => label === 2);
  const { grade, talks } = await gradedTalks(engine, prompt.slice(0, MAX_PROMPT_CHARS), {
    except: sessionIn(engine, session),
    before: Date.parse(at.endsWith('Z') ? at : `${at}Z`),
  });
  // Later prompts are told, never pointed at.
  const done = grade === 'point' && !first ? 'silent' : grade;
  const shown = done === 'tell' ? talks.slice(0, 1) : done === 'point' ? talks.slice(0, MAX_HEADLINES) : [];
  const text = shown.map((talk) => (done === 'tell' ? talkText(talk) : talkHeadline(talk))).join('\n');
  print?.(`\n=== ${helpful.length} helpful, ${done}: ${prompt.slice(0, 200).replaceAll('\n', ' ')}\n${text}`);
  return {
    first,
    needs: helpful.length > 0,
    grade: done,
    reached: shown.some((talk) => helpful.some((passage) => holds(talk, passage))),
    tokens: text === '' ? 0 : estimateTokens(text),
  };
}

/** The id of a session whose log has this name. */
function sessionIn({ indexedStores }: Engine, file: string): string {
  for (const { store } of indexedStores) {
    const found = store
      .sql(
        `select distinct session.id, log.path from event join log on log.row = event.log
           join session on session.row = event.session`,
      )
      .all() as { id: string; path: string }[];
    const match = found.find(({ path }) => nameOf(path) === nameOf(file));
    if (match) return match.id;
  }
  return '';
}

const nameOf = (path: string): string => basename(path).replace(/\.(?:jsonl|md)(?:\.gz)?$/, '');

function holds({ hit }: SettledTalk, { text }: { text: string }): boolean {
  const { sessionRow: session, agent, from, to, indexedStore } = hit;
  const said = messagesOfTalk(indexedStore.store, { session, agent, from, to });
  return said.some((message) => plain(message.text).includes(plain(text).slice(0, COMPARED_CHARS)));
}

const COMPARED_CHARS = 60;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function report(name: string, all: readonly PromptMoment[], print: (line: string) => void): Figures {
  const figures: Figures = {};
  for (const [kind, some] of Map.groupBy(all, ({ first }) => (first ? 'first' : 'later'))) {
    const [need, none] = [some.filter(({ needs }) => needs), some.filter(({ needs }) => !needs)];
    const percent = (part: readonly PromptMoment[], of: (one: PromptMoment) => boolean) =>
      part.length === 0 ? 0 : Math.round((1000 * part.filter(of).length) / part.length) / 10;
    const spoken = some.filter(({ tokens }) => tokens > 0);
    const figure = {
      prompts: some.length,
      needing: need.length,
      reached: percent(need, ({ reached }) => reached),
      'told in need': percent(need, ({ grade }) => grade === 'tell'),
      'told without need': percent(none, ({ grade }) => grade === 'tell'),
      'pointed without need': percent(none, ({ grade }) => grade === 'point'),
      tokens: Math.round(spoken.reduce((sum, { tokens }) => sum + tokens, 0) / (spoken.length || 1)),
    };
    figures[kind] = figure;
    print(
      `${name.padEnd(18)} ${kind.padEnd(6)} ${Object.entries(figure)
        .map(([what, value]) => `${what} ${value}`)
        .join('  ')}`,
    );
  }
  return figures;
}
