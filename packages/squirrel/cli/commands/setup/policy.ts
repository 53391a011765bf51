import { TRUST_LEVELS, type TrustLevel } from '@sqrl/base/model/delivery.ts';
import { type flag, positionalsOf, takes } from '@sqrl/base/terminal/arguments.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { asks, type Form } from '../../command.ts';
import type { CommandRun } from '../../task.ts';

/** `sqrl config policy`: when memories are promoted, archived and deleted. */
export const policy: Form<{ path: typeof flag }> = asks('policy', {
  words: takes('set or unset with a rule', 0, 3),
  options: ['path'],
  global: true,
  input: ({ path }, words) => {
    const set = wanted(words);
    if (set && path) throw usage('--path cannot be used with set and unset.', 'Run `sqrl help config`.');
    return { rules: !path, set };
  },
  show: ({ out }, { path, exists, rules }, values, [change, changed]) => {
    if (values.path) return out.line(path);
    if (change !== undefined) {
      const rule = rules.find(({ key }) => key === changed);
      out.line(rule ? `${changed} = ${rule.value}` : `${changed} was removed.`);
      return out.quiet(`In ${path}`);
    }
    for (const { key, value, default: usual, means } of rules) {
      const differs = usual === null ? ' (yours)' : value === usual ? '' : ` (default ${usual})`;
      out.line(`${out.bold(key)} = ${value}${out.paint('yellow', differs)}`);
      out.block(means, 4, 'dim');
    }
    const none = `These are the defaults. Run \`sqrl config policy set RULE NUMBER\` to write ${path}`;
    return out.quiet(exists ? `\nFrom ${path}` : `\n${none}`);
  },
});

function wanted([verb, ...rest]: string[]): Record<string, number | null> | undefined {
  if (verb === undefined) return undefined;
  if (optionChoice('config policy', verb, ['set', 'unset']) === 'unset')
    return { [positionalsOf('config policy unset', rest, takes('a rule'))[0]!]: null };
  const [rule, text] = positionalsOf('config policy set', rest, takes('a rule and a number', 2));
  const value = text!.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return { [rule!]: value };
  throw usage(`"${text}" is not a number.`, 'Run `sqrl config policy` for the rules and their values.');
}

const LEVELS = [...(Object.keys(TRUST_LEVELS) as TrustLevel[]), 'auto'] as const;

export const trust: Form<Record<never, never>> = asks('trust', {
  words: takes('one level', 0, 1),
  options: [],
  input: (_, [word]) => {
    const level = word === undefined ? undefined : optionChoice('config trust', word, LEVELS);
    return { level: level === 'auto' ? null : level };
  },
  show: ({ out }, { level, confidence, by, counts, next }) => {
    const whose = by === 'person' ? 'chosen by you' : 'automatic';
    out.line(
      `${out.bold(level)} (${whose}): agents see memories from confidence ${confidence.toFixed(2)} on`,
    );
    const { sessions, told, delivered, confirmed, flagged } = counts;
    out.quiet(
      `${sessions} sessions, ${told} with reminders: ${delivered} memories shown; ${confirmed} confirmed, ${flagged} marked wrong`,
    );
    if (next) out.quiet(`Next level: ${next}`);
  },
});

const ACTS = ['apply', 'refuse', 'reset'] as const;

export const weights: Form<Record<never, never>> = asks('phaseWeights', {
  words: takes('one action', 0, 1),
  options: [],
  input: (_, [word]) => ({
    act: word === undefined ? undefined : optionChoice('config weights', word, ACTS),
  }),
  show: showWeights,
});

function showWeights({ out }: CommandRun, found: Output<'phaseWeights'>, _: object, [act]: string[]): void {
  const { sessions, needed, decided, proposals, applied } = found;
  for (const { phase, type, from, to, told, untold, probability } of proposals) {
    const shares = `first test run passed in ${told.passed} of ${told.episodes} tasks with it, ${untold.passed} of ${untold.episodes} without; probability ${probability.toFixed(2)}`;
    out.line(`${phase}: ${type} ${from} → ${to} ${out.dim(shares)}`);
  }
  if (proposals.length > 0) out.line(AFTER[act ?? ''] ?? CHOOSE);
  else if (decided) out.line('The last proposal is decided; the next may come after 30 more sessions.');
  else if (sessions < needed)
    out.line(`No proposal yet: ${countNoun(sessions, 'session')} of ${needed} with reminders and test runs.`);
  else out.line('No proposal: no type of memory makes a clear difference to first test runs.');
  const own = Object.entries(applied).flatMap(([phase, weights]) =>
    Object.entries(weights).map(([type, weight]) => `${phase}: ${type} ${weight}`),
  );
  if (own.length > 0) out.quiet(`Applied in this project: ${own.join(', ')}.`);
}

const CHOOSE = '`sqrl config weights apply` uses these, `refuse` keeps the present ones.';
const AFTER: Readonly<Record<string, string>> = {
  apply: 'Applied. `sqrl config weights reset` goes back.',
  refuse: 'Refused: the weights stay as they are.',
};
