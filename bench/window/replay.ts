import { ContextWindow, type WindowOptions } from '@sqrl/sdk/window/context-window.ts';
import type { Subject } from '@sqrl/sdk/window/item.ts';
import type { RelevanceFigures } from '@sqrl/sdk/window/relevance.ts';
import type { Unit } from '@sqrl/sdk/window/units.ts';
import type { WindowSession } from './sessions.ts';

/** How a window decides what goes first. */
export type Policy = 'oldest' | 'design' | RelevanceFigures;

/** What became of one session in a window of one size. */
export interface ReplayCount {
  /** Files read and commands run. */
  asked: number;
  /** Of them, asked for while still in the window. */
  held: number;
  /** Asked for again within twenty calls after it was pruned, … */
  again: number;
  /** … their tokens, … */
  tokens: number;
  /** … of them files, … */
  files: number;
  /** … and whenever it was pruned. */
  everAgain: number;
  prunings: number;
}

export const NOTHING: ReplayCount = {
  asked: 0,
  held: 0,
  again: 0,
  tokens: 0,
  files: 0,
  everAgain: 0,
  prunings: 0,
};

/** Calls within which something pruned counts as asked for again. */
const STEPS = 20;

/** A case of something asked for again, to be read by a person. */
interface AgainCase {
  key: string;
  steps: number;
}

/** Grows a window of a size by all steps of a session, and counts what is asked for after it was pruned. */
export async function replayInWindow(
  session: WindowSession,
  maxTokens: number,
  policy: Policy,
  onCase?: (found: AgainCase) => void,
): Promise<ReplayCount> {
  const count = { ...NOTHING };
  let [step, turn, now] = [0, 0, 0];
  const shown = new Map<string, { id: string; subject: Subject }[]>();
  const pruned = new Map<string, { subject: Subject; step: number }[]>();
  const window = new ContextWindow({ maxTokens, ...optionsOf(policy, () => now) });
  for (const [place, each] of session.steps.entries()) {
    now = each.at;
    if (each.type === 'user') window.setTask(`turn ${++turn}`);
    if (each.type !== 'call') {
      window.add({ type: each.type, content: '', tokens: each.tokens });
    } else {
      step++;
      for (const subject of each.subjects.filter(({ shows }) => shows && each.tool !== 'write')) {
        count.asked++;
        const isHeld = shown
          .get(subject.key)
          ?.some((other) => window.has(other.id) && overlap(other.subject, subject));
        const gone = pruned.get(subject.key)?.findLast((other) => overlap(other.subject, subject));
        if (isHeld) count.held++;
        else if (gone) {
          count.everAgain++;
          if (step - gone.step > STEPS) continue;
          count.again++;
          count.tokens += each.resultTokens;
          if (!subject.key.startsWith('$ ') && each.tool !== 'search' && each.tool !== 'list') count.files++;
          onCase?.({ key: subject.key, steps: step - gone.step });
        }
      }
      const call = { id: String(place), name: each.tool ?? 'other', input: null };
      const { tool, subjects, failed } = each;
      const id = window.add({
        type: 'call',
        content: '',
        tokens: each.tokens,
        calls: [call],
        tool: tool ?? 'other',
        subjects,
      });
      window.add({ type: 'result', content: '', tokens: each.resultTokens, resultOf: call.id, failed });
      for (const subject of subjects)
        if (subject.shows) shown.set(subject.key, [...(shown.get(subject.key) ?? []), { id, subject }]);
    }
    const { removed } = await window.prune();
    if (removed.length > 0) count.prunings++;
    for (const { subjects = [] } of removed)
      for (const subject of subjects)
        if (subject.shows) pruned.set(subject.key, [...(pruned.get(subject.key) ?? []), { subject, step }]);
  }
  return count;
}

function optionsOf(policy: Policy, now: () => number): Partial<WindowOptions> {
  if (policy === 'oldest') return { worth: (_, place) => place };
  if (policy === 'design') return { now, worth: (unit) => designedWorth(unit, now()) };
  return { figures: policy };
}

/** The formula as designed: minutes decide, and neither size nor use counts. */
function designedWorth({ items }: Unit, now: number): number {
  const [first] = items;
  const minutes = (now - Math.max(...items.map(({ at }) => at))) / 60_000;
  const type = { user: 1.5, assistant: 0.9, reasoning: 0.9 }[first!.type as string] ?? 0.8;
  return Math.exp(-minutes / 60) * type;
}

/** Whether they have lines in common. */
const overlap = (a: Subject, b: Subject): boolean =>
  a.lines === null || b.lines === null || (a.lines[0] <= b.lines[1] && b.lines[0] <= a.lines[1]);
