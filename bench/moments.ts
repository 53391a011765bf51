import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { saidLines } from '@sqrl/base/text/announcements.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { gradedTalks, talksAtPrompt } from '@sqrl/squirrel/recall/deliver/deliver-said.ts';
import { SILENCE } from '@sqrl/squirrel/recall/deliver/delivery-text.ts';
import type { SettledTalk } from '@sqrl/squirrel/recall/talks/settled-talks.ts';
import { messagesOfTalk } from '@sqrl/squirrel/store/passages/passages.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
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
  project: string;
  first: boolean;
  /** Some passage of the past would have helped. */
  needs: boolean;
  grade: 'tell' | 'point' | 'silent';
  /** What was told or pointed at holds a passage that helps. */
  reached: boolean;
  /** Of the best talk, and whether three headlines would reach a passage that helps. */
  score: number;
  isAmongThree: boolean;
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
    const first = all.filter(({ first }) => first);
    figures.curve = curve(first, print);
    figures['left out'] = leftOut(first, print);
    return figures;
  },
};

const CLIENT_ENDING = /-(?:claude-code|codex|copilot|specstory)$/;
const MAX_PROMPT_CHARS = 1500;

async function momentOf(
  engine: Engine,
  { project, first, prompt, session, at, passages }: LabelledPrompt,
  print?: (line: string) => void,
): Promise<PromptMoment> {
  const helpful = passages.filter(({ label }) => label === 2);
  const now = Date.parse(at.endsWith('Z') ? at : `${at}Z`);
  const asking = { session: sessionIn(engine, session), now };
  const said = typedWords(prompt).trim().slice(0, MAX_PROMPT_CHARS);
  // As the hook does: a plan that is handed back was not typed, and holds what is needed itself.
  const isTyped = saidLines(prompt).length > 0;
  const { grade, talks } = await gradedTalks(engine, said, { except: asking.session, before: now });
  const { text, tokens, lines } = isTyped
    ? await talksAtPrompt(engine, said, {
        listener: { ...asking, branch: null, level: 'autonomous' },
        quoted: new Set(),
        room: Number.POSITIVE_INFINITY,
        beginsTask: first,
      })
    : SILENCE;
  const shown = talks.filter(({ asked }) => lines.some(({ passage }) => passage === asked.event));
  // A direct question is answered with a message, not with a talk.
  const done = lines.length === 0 ? 'silent' : shown.length === 0 ? 'tell' : grade;
  print?.(`\n=== ${helpful.length} helpful, ${done}: ${prompt.slice(0, 200).replaceAll('\n', ' ')}\n${text}`);
  return {
    project: project.replace(CLIENT_ENDING, ''),
    first,
    needs: helpful.length > 0,
    grade: done,
    reached: shown.some((talk) => helpful.some((passage) => holds(talk, passage))),
    score: talks[0]?.hit.score ?? 0,
    isAmongThree: talks.slice(0, 3).some((talk) => helpful.some((passage) => holds(talk, passage))),
    tokens,
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

/** Three headlines wherever the best talk has some score: what they reach, by the share of prompts without need that get them. */
function curve(first: readonly PromptMoment[], print: (line: string) => void): Figures {
  const need = first.filter(({ needs }) => needs);
  const figures: Figures = {};
  for (const share of [10, 20, 30, 50, 75, 100]) {
    const bar = barFor(first, share);
    const reached = need.filter(({ score, isAmongThree }) => score > bar && isAmongThree).length;
    figures[share] = Math.round((1000 * reached) / (need.length || 1)) / 10;
  }
  print(`reached if this share of prompts without need were pointed at: ${JSON.stringify(figures)}`);
  return figures;
}

/** The same with the bar of each project chosen on the others, for 30 % of their prompts without need. */
function leftOut(first: readonly PromptMoment[], print: (line: string) => void): Figures {
  const pointed = [...Map.groupBy(first, ({ project }) => project)].flatMap(([own, some]) => {
    const bar = barFor(
      first.filter(({ project }) => project !== own),
      30,
    );
    return some.filter(({ score }) => score > bar);
  });
  const [need, none] = [first.filter(({ needs }) => needs), first.filter(({ needs }) => !needs)];
  const percent = (part: number, whole: number) => Math.round((1000 * part) / (whole || 1)) / 10;
  const figures: Figures = {
    reached: percent(pointed.filter(({ needs, isAmongThree }) => needs && isAmongThree).length, need.length),
    'pointed without need': percent(pointed.filter(({ needs }) => !needs).length, none.length),
  };
  print(`three headlines, the bar of each project chosen on the others: ${JSON.stringify(figures)}`);
  return figures;
}

/** The score above which this share (in %) of the prompts without need get headlines. */
function barFor(first: readonly PromptMoment[], share: number): number {
  const scores = first.flatMap(({ needs, score }) => (needs ? [] : score)).sort((a, b) => b - a);
  return scores[Math.floor((scores.length * share) / 100)] ?? Number.NEGATIVE_INFINITY;
}
