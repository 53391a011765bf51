import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { branchCheckedOut } from '@sqrl/base/git/head.ts';
import { STOPPED } from '@sqrl/base/model/guards.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Moment } from '@sqrl/base/model/moment.ts';
import { callText, type RuleTrigger } from '@sqrl/base/model/rule-trigger.ts';
import { isAbsolutePath, wholePath } from '@sqrl/base/paths.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { breachOf, type RuleAction } from '../../learn/rules/breaks.ts';
import { ANY_BRANCH } from '../../learn/rules/calls.ts';
import { heldBy, triggerOf } from '../../learn/rules/held.ts';
import { type IsProgram, projectPrograms } from '../../learn/rules/project-programs.ts';
import type { RuleBreach } from '../../store/delivery/receipts.ts';
import { memoriesAt, type Row } from '../../store/memory/memories.ts';
import { rulesIn } from '../../store/memory/places.ts';
import { whileUnchanged } from '../../store/memory/unchanged.ts';
import { inProject } from '../../workspace/in-project.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { DeliveryContext } from './deliver-moments.ts';
import {
  type DeliveryCandidate,
  type DeliveryText,
  inFewLines,
  isWithin,
  SILENCE,
  surestFirst,
  tellable,
  withLeft,
} from './delivery-text.ts';

type StepMoment = Extract<Moment, { point: 'before' | 'after' }>;

/** The rules of a store; read again only when something was written, since every step of an agent asks. */
const rulesOf = whileUnchanged(rulesIn);

const tables = new WeakMap<object, { isProgram: IsProgram; table: HeldRule[] }>();

type HeldRule = { row: Row; trigger: RuleTrigger };

/** Those with a trigger; compiled again when the rules or the project's programs are others. */
function ruleTable(engine: Engine, store: Store): HeldRule[] {
  const isProgram = projectPrograms(engine);
  const rules = rulesOf(store);
  const last = tables.get(rules);
  if (last?.isProgram === isProgram) return last.table;
  const table = rules.flatMap((rule) => {
    const trigger = triggerOf(rule, isProgram);
    return trigger === null ? [] : { row: rule.row, trigger };
  });
  tables.set(rules, { isProgram, table });
  return table;
}

/** Whether a step may break a rule, before it is known where it is taken. */
export const mayBreakRule = (engine: Engine, moment: StepMoment): boolean =>
  engine.indexedStores.some(({ store }) =>
    ruleTable(engine, store).some(({ trigger }) =>
      moment.tool === 'run'
        ? breachOf(trigger, { ...actionOf(moment, withoutRoot), branch: ANY_BRANCH }) !== undefined
        : CHANGES.has(moment.tool) && trigger.files.length + trigger.texts.length > 0,
    ),
  );

const CHANGES: ReadonlySet<string> = new Set(['edit', 'write']);

const withoutRoot = (path: string): string => path.replace(/^(?:[a-zA-Z]:)?[/~]*/, '');

function actionOf(
  { tool, command, files, writes }: StepMoment,
  placed: (path: string) => string,
): RuleAction {
  const how = tool === 'write' ? 'create' : 'change';
  const isChange = tool === 'edit' || tool === 'write';
  const texts = writes ?? [];
  const named = files.filter((path) => !texts.some((one) => placed(one.path) === placed(path)));
  return {
    command: tool === 'run' ? command : null,
    writes: isChange
      ? [
          ...texts.map(({ path, text, replaced }) => ({ path: placed(path), how, text, replaced }) as const),
          ...named.map((path) => ({ path: placed(path), how, text: '' }) as const),
        ]
      : [],
    place: placed,
  };
}

/** The branch that is checked out where a step is taken, which may be a work tree. */
function branchAt(folder: string | null): string | undefined {
  for (let place = folder ?? ''; place !== ''; ) {
    const branch = branchCheckedOut(place);
    if (branch !== null) return branch;
    const above = dirname(place);
    place = above === place ? '' : above;
  }
  return undefined;
}

function brokenRules(engine: Engine, moment: StepMoment, cwd: string | undefined) {
  const root = engine.project?.root;
  const here = cwd ?? root ?? null;
  const placed = (path: string) => inProject(engine.project, here === null ? path : wholePath(path, here));
  const isNew = (path: string) =>
    here === null || !existsSync(isAbsolutePath(path) ? path : join(root ?? here, path));
  const isProgram = projectPrograms(engine);
  const branch = branchAt(here);
  const action = { ...actionOf(moment, placed), isNew, branch };
  return engine.indexedStores.flatMap(({ store }) => {
    const met = ruleTable(engine, store).filter(({ trigger }) => breachOf(trigger, action) !== undefined);
    return memoriesAt(
      store,
      met.map(({ row }) => row),
    ).flatMap(({ memory }) => {
      const trigger = isHere(memory, moment, placed('.')) ? heldBy(memory, isProgram) : null;
      const breach = trigger && breachOf(trigger, action);
      return breach ? { memory, breach, instead: trigger.allows.map(callText) } : [];
    });
  });
}

/** Whether a rule of a part of the code is about a step: it changes a file there, or is taken there. */
const isHere = (memory: Memory, { files }: StepMoment, folder: string): boolean =>
  memory.scope !== 'path' || isWithin(memory, files.length > 0 ? files : [folder]);

export interface RuleSaying {
  saying: DeliveryText;
  breaches: Pick<RuleBreach, 'memory' | 'did'>[];
}

/**
 * Stops a call that breaks a rule, once: the same call again passes, and from then on the session is not stopped for that
 * rule. An emergency rule stops every call.
 */
export function stopForRule(
  engine: Engine,
  moment: StepMoment,
  about: string | null,
  hearing: DeliveryContext,
): RuleSaying {
  const none = { saying: SILENCE, breaches: [] };
  if (hearing.rules !== 'stop-once') return none;
  const past = (id: string, did: RuleBreach['did']) =>
    hearing.breaches.filter((one) => one.memory === id && one.did === did);
  const met = brokenRules(engine, moment, hearing.cwd).filter(
    ({ memory }) => past(memory.id, 'overruled').length === 0,
  );
  const isAgain = ({ memory }: BrokenRule) =>
    memory.tier !== 'emergency' && past(memory.id, 'stopped').some((one) => one.about === (about ?? ''));
  const overruled = met
    .filter(isAgain)
    .map(({ memory }) => ({ memory: memory.id, did: 'overruled' as const }));
  const open = met.filter((one) => !isAgain(one));
  if (open.length === 0) return { saying: SILENCE, breaches: overruled };
  // That a brief or a rule file named it is no reason not to stop it.
  const { first, left } = surestOf(engine, open, { ...hearing, told: new Set() });
  if (first === undefined) return { saying: withLeft(SILENCE, left), breaches: overruled };
  return {
    saying: withLeft(ruleStopText(first), left),
    breaches: [...overruled, { memory: first.memory.id, did: 'stopped' }],
  };
}

/** Tells of a rule that a step broke which could not be stopped, once in a session. */
export function tellBroken(engine: Engine, moment: StepMoment, hearing: DeliveryContext): RuleSaying {
  const known = new Set(hearing.breaches.map(({ memory }) => memory));
  if (hearing.rules === 'off') return { saying: SILENCE, breaches: [] };
  const met = brokenRules(engine, moment, hearing.cwd).filter(({ memory }) => !known.has(memory.id));
  const { first } = surestOf(engine, met, { ...hearing, told: hearing.reminded });
  if (first === undefined) return { saying: SILENCE, breaches: [] };
  return { saying: brokenText(first, hearing.room), breaches: [{ memory: first.memory.id, did: 'broken' }] };
}

function surestOf(engine: Engine, met: readonly BrokenRule[], hearing: DeliveryContext) {
  const { may, left } = tellable(engine, met, { ...hearing, loads: undefined });
  const [first] = may.map((one) => ({ ...one, why: `\`${one.breach}\` breaks it` })).sort(surestFirst);
  return { first, left };
}

type BrokenRule = ReturnType<typeof brokenRules>[number];

/** Why a call is stopped that breaks a rule. A rule is said whole, whatever room is left: it is what the call waits for. */
function ruleStopText({
  memory,
  breach,
  why,
  instead,
}: DeliveryCandidate & { breach: string; instead: readonly string[] }): DeliveryText {
  const isEmergency = memory.tier === 'emergency';
  const said = inFewLines([{ memory, why }], { lines: 1, each: MAX_RULE_TOKENS, tokens: MAX_RULE_TOKENS });
  const text = [
    `${STOPPED}${isEmergency ? '' : ' once'}, because it breaks a rule of this project (${inCode(breach)}):`,
    said.text,
    isEmergency
      ? `This rule stops every such call. Do not look for a way around it: ask the person, who lifts it with \`sqrl edit ${memory.id} --no-trigger\`.`
      : `${instead.length > 0 ? `Use ${instead.slice(0, 3).map(inCode).join(' or ')} instead` : 'Find a way that keeps the rule'}. If the rule is not about this call, or the person wants the call all the same, make it again: it will not be stopped twice.`,
  ].join('\n');
  return said.lines.length === 0 ? SILENCE : { ...said, text, tokens: estimateTokens(text) };
}

function brokenText(
  { memory, breach, why }: DeliveryCandidate & { breach: string },
  tokens: number,
): DeliveryText {
  const heading = `What was just done breaks a rule of this project (${inCode(breach)}); put it right:`;
  return inFewLines([{ memory, why }], { lines: 1, each: MAX_RULE_TOKENS, tokens }, heading);
}

const MAX_RULE_TOKENS = 250;

/** A command may hold secrets, and a few words say which one is meant. */
const inCode = (text: string): string =>
  `\`${redactedStart(text.replace(/\s+/g, ' ').replaceAll('`', "'"), 100)}\``;
