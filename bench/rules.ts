import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeliverable } from '@sqrl/base/model/delivery.ts';
import { type RuleTrigger, triggerText } from '@sqrl/base/model/rule-trigger.ts';
import { claudeCodeHooks } from '@sqrl/squirrel/clients/claude-code/hooks.ts';
import { fileRulesIn } from '@sqrl/squirrel/learn/notes/rule-file.ts';
import { breachOf, type RuleAction } from '@sqrl/squirrel/learn/rules/breaks.ts';
import { compileRule } from '@sqrl/squirrel/learn/rules/compile.ts';
import { heldBy } from '@sqrl/squirrel/learn/rules/held.ts';
import type { Bench } from './bench.ts';
import { replayProject } from './learn/replay.ts';
import { dataProjects, unpackProject } from './projects.ts';
import { pastSessions } from './warn/past.ts';

/**
 * Rules at the action: what of written rules is compiled, which actions that break them are caught and which that keep
 * them are stopped; and how many of the real calls of past sessions would have been stopped by their project's own rules.
 */
export const rules: Bench = {
  summary:
    'Breaking actions caught, look-alikes and real calls stopped (--data DIR [--show] [--files DIR] [--learn] [--only a,b])',
  async run({ data, flags, print }) {
    const file = data && join(data, 'rules', 'dev.jsonl');
    if (file === undefined || !existsSync(file)) {
      print('rules: needs --data DIR with rules/dev.jsonl; skipped.');
      return undefined;
    }
    const written = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as WrittenRule);
    const halves = Object.fromEntries(
      HALVES.map((half, i) => [half, written.filter((rule) => (hashOf(rule)[0]! & 1) === i)]),
    );
    const figures = {
      all: countsOf(written),
      ...Object.fromEntries(Object.entries(halves).map(([half, some]) => [half, countsOf(some)])),
    };
    for (const [name, counts] of Object.entries(figures)) {
      print(`\n${name}`);
      for (const [kind, each] of Object.entries(counts)) print(`${kind.padEnd(8)} ${lineOf(each)}`);
    }
    if (flags.show) for (const rule of written) for (const line of errorsOf(rule)) print(line);
    const real = flags.calls === 'false' ? {} : await realCalls(data!, flags, print);
    return { written: figures, real };
  },
};

const HALVES = ['repositories looked at last', 'repositories looked at first'];

interface WrittenRule {
  id: string;
  repo: string | null;
  rule: string;
  checkable: string;
  breaks: WrittenAction[];
  keeps: WrittenAction[];
}

type WrittenAction = { tool: string; command?: string; file?: string; text?: string };

const hashOf = ({ repo, id }: WrittenRule) =>
  createHash('sha1')
    .update(repo ?? id)
    .digest();

const asAction = ({ tool, command, file = '', text = '' }: WrittenAction): RuleAction =>
  tool === 'run'
    ? { command: command ?? null, writes: [] }
    : { command: null, writes: [{ path: file, how: tool === 'write' ? 'create' : 'change', text }] };

const breaksIt = (trigger: RuleTrigger | undefined, action: WrittenAction): boolean =>
  trigger !== undefined && breachOf(trigger, asAction(action)) !== undefined;

interface RuleFigures {
  rules: number;
  compiled: number;
  breaks: number;
  caught: number;
  keeps: number;
  stopped: number;
}

function countsOf(some: readonly WrittenRule[]): Record<string, RuleFigures> {
  const counts: Record<string, RuleFigures> = {};
  for (const { rule, checkable, breaks, keeps } of some) {
    const trigger = compileRule(rule);
    counts[checkable] ??= { rules: 0, compiled: 0, breaks: 0, caught: 0, keeps: 0, stopped: 0 };
    const of = counts[checkable];
    of.rules++;
    of.compiled += trigger ? 1 : 0;
    of.breaks += breaks.length;
    of.caught += breaks.filter((action) => breaksIt(trigger, action)).length;
    of.keeps += keeps.length;
    of.stopped += keeps.filter((action) => breaksIt(trigger, action)).length;
  }
  return counts;
}

const lineOf = ({ rules: all, compiled, breaks, caught, keeps, stopped }: RuleFigures): string =>
  `${compiled} of ${all} rules compiled; ${share(caught, breaks)} of breaking actions caught; ${share(stopped, keeps)} of keeping ones stopped`;

const share = (part: number, whole: number): string =>
  `${whole === 0 ? '–' : ((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`;

function errorsOf({ id, rule, checkable, breaks, keeps }: WrittenRule): string[] {
  const trigger = compileRule(rule);
  const missed = breaks.filter((action) => !breaksIt(trigger, action));
  const wrong = keeps.filter((action) => breaksIt(trigger, action));
  const said = ({ command, file, text }: WrittenAction) => command ?? `${file}: ${text}`;
  if (missed.length + wrong.length === 0) return [];
  return [
    `\n${id} ${checkable}: ${rule.slice(0, 200)}`,
    `  ${trigger ? triggerText(trigger) : 'advice'}`,
    ...missed.map((action) => `  missed ${said(action)}`),
    ...wrong.map((action) => `  wrong  ${said(action)}`),
  ];
}

/** A rule of a project with what it stops. */
interface HeldText {
  text: string;
  trigger: RuleTrigger;
}

/** The calls of past sessions that the project's own rules would have stopped. */
async function realCalls(data: string, flags: Record<string, string>, print: (line: string) => void) {
  const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-rules-'));
  const figures: Record<string, { rules: number; calls: number; stopped: number }> = {};
  try {
    for (const project of dataProjects(data, flags.only)) {
      const logs = await unpackProject(project, work);
      const held = [
        ...taughtRules(flags.files && join(flags.files, project.name)),
        ...(flags.learn ? await learnedRules(project, join(work, 'learn')) : []),
      ];
      const calls = [...logs.flatMap(claudeCalls), ...(await otherCalls(join(work, project.name), logs))];
      const stops = new Map<string, { rule: HeldText; times: number }>();
      let stopped = 0;
      for (const call of calls) {
        const met = held
          .map((rule) => ({ rule, breach: breachOf(rule.trigger, call) }))
          .find(({ breach }) => breach !== undefined);
        if (!met) continue;
        stopped++;
        const name = met.breach!.replace(/\s+/g, ' ').slice(0, 160);
        stops.set(name, { rule: met.rule, times: (stops.get(name)?.times ?? 0) + 1 });
      }
      figures[project.name] = { rules: held.length, calls: calls.length, stopped };
      print(
        `\n${project.name}: ${held.length} rules held, ${share(stopped, calls.length)} of real calls stopped`,
      );
      for (const { text, trigger } of flags.show ? held : [])
        print(`  rule ${text.slice(0, 160)} → ${triggerText(trigger)}`);
      for (const [what, { rule, times }] of stops)
        print(`  ${times} × ${what} ← ${rule.text.replace(/\s+/g, ' ').slice(0, 120)}`);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return figures;
}

/** Rules of the project's rule files, where a folder has them. */
function taughtRules(folder: string | undefined): HeldText[] {
  if (folder === undefined || !existsSync(folder)) return [];
  const found = readdirSync(folder).flatMap((name) => fileRulesIn(readFileSync(join(folder, name), 'utf8')));
  return [...new Set(found.map(({ text }) => text))].flatMap((text) => {
    const trigger = compileRule(text);
    return trigger ? { text, trigger } : [];
  });
}

async function learnedRules(project: Parameters<typeof replayProject>[0], work: string): Promise<HeldText[]> {
  const { memories, endsAt } = await replayProject(project, work, true);
  return memories.flatMap((memory) => {
    const trigger = isDeliverable(memory, endsAt) ? heldBy(memory, () => false) : null;
    return trigger ? { text: memory.text, trigger } : [];
  });
}

/** The calls in a log of Claude Code, with what they write. */
function claudeCalls(log: string): RuleAction[] {
  if (!log.endsWith('.jsonl')) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (!line.includes('"tool_use"')) return [];
      const { message, cwd } = JSON.parse(line) as { message?: { content?: unknown }; cwd?: string };
      return Array.isArray(message?.content) ? message.content.map((part) => ({ part, cwd })) : [];
    })
    .flatMap(({ part, cwd }) => {
      if (part.type !== 'tool_use') return [];
      const heard = claudeCodeHooks.hear('PreToolUse', {
        session_id: 'a',
        cwd,
        tool_name: part.name,
        tool_input: part.input,
      });
      const [action] = heard?.actions ?? [];
      if (action?.do !== 'tell' || action.moment.point !== 'before') return [];
      const { tool, command, writes = [] } = action.moment;
      const below = (path: string) => (cwd && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path);
      const how = tool === 'write' ? ('create' as const) : ('change' as const);
      return {
        command: tool === 'run' ? command : null,
        writes: writes.map(({ path, text, replaced }) => ({ path: below(path), how, text, replaced })),
        place: below,
      };
    });
}

/** The calls of the other clients, as far as events tell. */
async function otherCalls(folder: string, logs: readonly string[]): Promise<RuleAction[]> {
  if (logs.every((log) => claudeCalls(log).length > 0)) return [];
  const claude = new Set(
    logs.filter((log) => claudeCalls(log).length > 0).map((log) => log.replace(/^.*\/|\.jsonl$/g, '')),
  );
  const sessions = (await pastSessions(folder))
    .flat()
    .filter(({ id }) => ![...claude].some((name) => name.includes(id.replace(/^.*:/, ''))));
  return sessions.flatMap(({ steps }) =>
    steps.flatMap(({ kind, tool, command, files }): RuleAction[] => {
      if (kind !== 'result') return [];
      const how = tool === 'write' ? ('create' as const) : ('change' as const);
      const isChange = tool === 'edit' || tool === 'write';
      return [
        {
          command: tool === 'run' ? command : null,
          writes: isChange ? files.map(({ path }) => ({ path, how, text: '' })) : [],
        },
      ];
    }),
  );
}
