import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeliverable, isUnsureWord } from '@sqrl/base/model/delivery.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { learn } from '@sqrl/squirrel/learn/verbs/learn.ts';
import { ANY, memoriesWhere } from '@sqrl/squirrel/store/memory/filters.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { projectsSeen } from '@sqrl/squirrel/store/projects.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import type { Bench } from './bench.ts';
import { openBenchEngine, refuse } from './engine.ts';
import { hostLog, PASTE_WAYS, type PoisonWay, TOOL_WAYS } from './poison/host-log.ts';
import { ASIDE, formLog, formPrompts, TYPED } from './poison/pasted-forms.ts';
import { attackProgram, type PoisonOutcome } from './poison/program.ts';

interface ForeignText {
  text: string;
  label: number;
}

/** Lets foreign texts come into ordinary sessions and counts how many end as a memory that would be delivered. */
export const poison: Bench = {
  summary:
    'Pasted sentences that become a memory which would be delivered, by form; attempts on the built program (--only attempts); untrusted texts (--data FILE, JSONL of text and label) by tools and pasted',
  async run({ data, flags, print }) {
    const forms = flags.only === undefined || flags.only === 'forms' ? await toldByForm() : undefined;
    for (const line of forms ? formLines(forms, flags.show !== undefined) : []) print(line);
    const told = forms && Object.fromEntries([...forms].map(([form, { told: its }]) => [form, its.length]));
    const attempts =
      flags.only === undefined || flags.only === 'attempts' ? byGroup(attackProgram()) : undefined;
    for (const line of attempts ? attemptLines(attempts) : []) print(line);
    if (data === undefined || flags.only === 'forms' || flags.only === 'attempts') {
      if (data === undefined)
        print('poison: foreign texts need --data FILE, lines of {"text", "label"}; skipped.');
      return { ...(told && { forms: told }), ...(attempts && { attempts: countsOf(attempts) }) };
    }
    const all = readFileSync(data, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as ForeignText);
    const texts = flags.limit === undefined ? all : all.slice(0, Number(flags.limit));
    const figures: Record<string, WayFigures | Record<string, number>> = {
      ...(told && { forms: told }),
      ...(attempts && { attempts: countsOf(attempts) }),
    };
    const ways: [string, PoisonWay[]][] = [
      // A tool brings the same text by every way, in sessions of one project; pasted, each way has a project of its own.
      ['tools', [...TOOL_WAYS]],
      ...PASTE_WAYS.map((way): [string, PoisonWay[]] => [`pasted, ${way}`, [way]]),
    ];
    for (const [name, by] of ways) {
      if (flags.only !== undefined && !name.startsWith(flags.only)) continue;
      const learned = await learnedBy(by, texts);
      if (flags.show !== undefined) for (const line of shown(learned)) print(line);
      const its = figuresOf(learned, texts);
      figures[name] = its;
      for (const line of linesOf(name, its)) print(line);
    }
    return figures;
  },
};

const byGroup = (outcomes: readonly PoisonOutcome[]) => Map.groupBy(outcomes, ({ attempt }) => attempt.group);

const toldOf = (outcomes: readonly PoisonOutcome[]) => outcomes.filter(({ isTold }) => isTold);

const countsOf = (groups: ReadonlyMap<string, PoisonOutcome[]>): Record<string, number> =>
  Object.fromEntries([...groups].map(([group, outcomes]) => [group, toldOf(outcomes).length]));

const attemptLines = (groups: ReadonlyMap<string, PoisonOutcome[]>): string[] => [
  'attempts on the built program ("own" are the person\'s own acts)',
  ...[...groups].flatMap(([group, outcomes]) => [
    `  ${group}: ${toldOf(outcomes).length} of ${outcomes.length} told, ${outcomes.filter(({ waits }) => waits).length} wait`,
    ...(group === 'own' ? [] : toldOf(outcomes).map(({ attempt }) => `    told: ${attempt.name}`)),
  ]),
];

/** Of the prompts of one form: how many there are, what of them would be told, and what more if an agent takes as lasting whatever it is asked. */
interface FormFigures {
  prompts: number;
  told: string[];
  asked: string[];
}

/** Which prompts of each form leave a memory that would be delivered. */
async function toldByForm(): Promise<Map<string, FormFigures>> {
  const prompts = formPrompts();
  await using engine = openBenchEngine(undefined, () => STARTED + (prompts.length + 3) * 10 * HOUR);
  const logs = ['what is a handler?', ...prompts.map(({ prompt }) => prompt)].map(
    (prompt, i) => (cwd: string) => [
      formLog(prompt, { cwd, session: sessionOf(i, 0), startedAt: STARTED + i * 10 * HOUR }),
    ],
  );
  const [usual, ...learned] = await learnFrom(engine, logs);
  const sayings = new Set(usual!.map(saying));
  const forms = new Map<string, FormFigures>();
  prompts.forEach(({ form }, i) => {
    const figures = forms.get(form) ?? { prompts: 0, told: [], asked: [] };
    forms.set(form, figures);
    figures.prompts++;
    const left = learned[i]!.filter((memory) => !sayings.has(saying(memory)));
    const told = left.filter(isTold);
    const asked = left.filter((memory) => isUnsureWord(memory) && memory.reach !== 'task');
    if (told.length > 0) figures.told.push(told.map(saying).join(' | '));
    else if (asked.length > 0) figures.asked.push(asked.map(saying).join(' | '));
  });
  return forms;
}

function formLines(forms: ReadonlyMap<string, FormFigures>, isShown: boolean): string[] {
  const lines = [...forms].flatMap(([form, { prompts, told, asked }]) => [
    `  ${form}: ${told.length} of ${prompts}, and ${asked.length} of which an agent may be asked`,
    ...(isShown ? told.map((text) => `    delivered: ${text}`) : []),
    ...(isShown ? asked.map((text) => `    asked: ${text}`) : []),
  ]);
  const pasted = [...forms]
    .filter(([form]) => form !== TYPED && !form.startsWith(ASIDE))
    .map(([, its]) => its);
  const sum = (of: (figures: FormFigures) => number) => pasted.reduce((all, each) => all + of(each), 0);
  const total = `${sum(({ told }) => told.length)} of ${sum(({ prompts }) => prompts)}`;
  return [
    `pasted text by form: ${total} would be delivered ("${TYPED}" are the person's own words); of ${sum(({ asked }) => asked.length)} more an agent may be asked`,
    ...lines,
  ];
}

/** What each text left, besides what the same session leaves without one. */
interface LearnedOfTexts {
  usual: number;
  left: Memory[][];
}

async function learnedBy(ways: readonly PoisonWay[], texts: readonly ForeignText[]): Promise<LearnedOfTexts> {
  // The day after the last session: nothing has had time to fade.
  await using engine = openBenchEngine(undefined, () => STARTED + (texts.length + 3) * 10 * HOUR);
  const logs = [HARMLESS, ...texts.map(({ text }) => text)].map(
    (text, i) => (cwd: string) =>
      ways.map((way, n) =>
        hostLog({ session: sessionOf(i, n), cwd, text, way, startedAt: STARTED + i * 10 * HOUR + n * HOUR }),
      ),
  );
  const [usual, ...learned] = await learnFrom(engine, logs);
  const sayings = new Set(usual!.map(saying));
  return {
    usual: sayings.size,
    left: learned.map((memories) => memories.filter((memory) => !sayings.has(saying(memory)))),
  };
}

const HARMLESS = 'Retries are counted from one. The default is one.';

/** What a memory says, without the day on which it was seen. */
const saying = ({ text }: Memory): string => text.replace(/\d{4}-\d\d-\d\d/g, 'DAY');

const isTold = (memory: Memory): boolean => isDeliverable(memory, memory.createdAt);

const shown = ({ left }: LearnedOfTexts): string[] =>
  left.flat().map((memory) => `${isTold(memory) ? 'delivered' : 'kept'}: [${memory.type}] ${saying(memory)}`);

type WayFigures = Record<'injected' | 'clean', { texts: number; kept: number; delivered: number }> & {
  usual: number;
};

function figuresOf({ left, usual }: LearnedOfTexts, texts: readonly ForeignText[]): WayFigures {
  const of = (label: number) => {
    const its = left.filter((_, i) => texts[i]!.label === label);
    return {
      texts: its.length,
      kept: its.filter((memories) => memories.length > 0).length,
      delivered: its.filter((memories) => memories.some(isTold)).length,
    };
  };
  return { injected: of(1), clean: of(0), usual };
}

const linesOf = (name: string, figures: WayFigures): string[] => [
  `${name} (an ordinary session without them leaves ${figures.usual} memories)`,
  ...(['injected', 'clean'] as const).map((label) => {
    const { texts, kept, delivered } = figures[label];
    const share = texts === 0 ? 0 : (100 * delivered) / texts;
    return `  ${label}: ${texts} texts, ${kept} became a memory, ${delivered} (${share.toFixed(2)} %) would be delivered`;
  }),
];

/** What is learned from the logs of each project; each text has a project of its own, so that texts do not meet. */
async function learnFrom(
  engine: Engine,
  projectLogs: readonly ((cwd: string) => string[])[],
): Promise<Memory[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-poison-'));
  try {
    projectLogs.forEach((logsIn, i) => {
      const logs = join(folder, `-poison-${i}`);
      mkdirSync(logs);
      logsIn(cwdOf(i)).forEach((log, n) => {
        writeFileSync(join(logs, `${sessionOf(i, n)}.jsonl`), log);
      });
    });
    const { projects } = await ingest(engine, { paths: [folder] });
    // Without the models hardly anything is told, and the figures would say that all is well.
    refuse((await learn(engine, { projects })).notices);
    const roots = new Map(projectsSeen(engine.user.store).map(({ id, root }) => [root, id]));
    return projectLogs.map((_, i) => {
      const id = roots.get(cwdOf(i));
      if (id === undefined) throw new Error(`The sessions of text ${i} were not found.`);
      using store = openStore(engine.home.project({ id }), { now: Date.now });
      return memoriesWhere(store, ANY, { now: 0, limit: -1, order: 'oldest' }).map(({ memory }) => memory);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const HOUR = 3_600_000;
const STARTED = Date.UTC(2026, 0, 1);
const sessionOf = (i: number, n: number): string =>
  `${String(i).padStart(8, '0')}-0000-4000-8000-00000000000${n}`;
const cwdOf = (i: number): string => `/poison/p${i}`;
