import { shellSteps } from '../../../base/shell/steps.ts';
import { putInto } from '../bounded.ts';
import { type Mark, markOf, seenAt } from '../mark.ts';
import type { ObservedStep, Signal } from '../signal.ts';
import { clipOneLine, evidenceFrom } from '../wording.ts';

interface DeadEndState {
  /** Packages that were added in this session. */
  added: Map<string, Mark>;
  given: Map<string, { marks: [Mark, ...Mark[]]; what: string; why: string | null; quote: string | null }>;
}

/** Approaches that were tried and given up, and why: packages taken out again, and what an agent says it abandons. */
export const deadEnd: Signal<DeadEndState> = {
  name: 'dead_end',
  worth: { diagnostic: 0.8, acrossSessions: 0.7, falseAlarms: 0.35 },
  minSessions: 1,
  begin: () => ({ added: new Map(), given: new Map() }),
  see(state, step) {
    if (step.kind === 'reply') hear(state, step);
    if (step.kind === 'result' && step.tool === 'run' && step.outcome === 'ok') follow(state, step);
  },
  finish: ({ given }, { failures }) =>
    [...given].flatMap(([matter, { marks, what, why, quote }]) => {
      const [first] = marks;
      const last = marks.at(-1)!;
      const failed = failures.findLast(({ at }) => at >= first.at && at <= last.at);
      const because = why ?? failed?.line ?? null;
      if (because === null) return [];
      return [
        seenAt(marks, {
          matter,
          proof: 'given_up',
          strength: why === null ? 0.6 : 0.7,
          quote: quote ?? because.slice(0, 200),
          facts: { what, why: because.slice(0, 240), said: why !== null },
        }),
      ];
    }),
  propose(seen) {
    const newest = seen.at(-1)!;
    const { what, why, said } = newest.facts as { what: string; why: string; said: boolean };
    const reason = said ? `because ${clipOneLine(why, 240)}` : `after “${clipOneLine(why, 160)}”`;
    return {
      type: 'dead_end',
      text: `Tried and abandoned: ${clipOneLine(what, 160)}, ${reason}.`,
      record: { kind: 'dead end', approach: clipOneLine(what, 160), reason: clipOneLine(why, 240) },
      polarity: -1,
      evidence: evidenceFrom([newest]),
    };
  },
};

const MAX_ENTRIES = 40;

function hear({ given }: DeadEndState, step: ObservedStep): void {
  if (!GIVES_REASON.test(step.text)) return;
  for (const sentence of step.text.split(/(?<=[.!?])\s+|\n+/)) {
    if (sentence.length > MAX_QUOTE_CHARS) continue;
    const { what, why } = ABANDONS.map((pattern) => pattern.exec(sentence)?.groups).find(Boolean) ?? {};
    // Without a name nobody knows tomorrow what it was.
    if (!what || !why || !/`[^`]+`|\b[\w-]+\.[a-z]{2,4}\b|\b\w+[a-z][A-Z]\w+\b/.test(what)) continue;
    const matter = what
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .slice(0, 120);
    putInto(
      given,
      matter,
      { marks: [markOf(step)], what, why: why.replace(/[.!?]+$/, ''), quote: sentence.trim() },
      MAX_ENTRIES,
    );
  }
}

const MAX_QUOTE_CHARS = 400;

/** Most texts give none, and need not be cut into sentences. */
const GIVES_REASON = /because|since|as it|due to the fact that/i;

const ABANDONS: readonly RegExp[] = [
  /\b(?:I(?:'m| am|'ve| have|'ll| will)?|let me|let's|we(?:'ll| will| have)?) (?:abandon(?:ed|ing)?|g[ai]v(?:e|en|ing) up(?: on)?|drop(?:ped|ping)?|back(?:ed|ing)? out(?: of)?|scrap(?:ped|ping)?|roll(?:ed|ing)? back) (?<what>[^.;,]{5,120}?),? (?:because|since|as it|due to the fact that) (?<why>[^;]{15,240})/i,
  /\b(?:using|the approach (?:of|with|using)) (?<what>[^.;,]{5,100}?) (?:won['’]t|will not|can(?:not|['’]t)|does(?: not|n['’]t)|did(?: not|n['’]t)) work(?: here)?,? (?:because|since) (?<why>[^;]{15,240})/i,
];

function follow({ added, given }: DeadEndState, step: ObservedStep): void {
  for (const each of shellSteps(step.command ?? '')) {
    const [, verb, rest] = PACKAGES.exec(each) ?? [];
    if (verb === undefined || rest === undefined) continue;
    const names = rest.split(' ').filter((word) => /^@?[a-z][\w./-]*(?:@[\w.^~-]+)?$/i.test(word));
    for (const name of names.map((word) => word.replace(/(?<=.)@[^@/]+$/, ''))) {
      if (/^(?:add|install|i|get)$/.test(verb)) putInto(added, name, markOf(step), MAX_ENTRIES);
      else {
        const mark = added.get(name);
        if (mark === undefined) continue;
        added.delete(name);
        putInto(
          given,
          `package ${name}`,
          { marks: [mark, markOf(step)], what: `the package \`${name}\``, why: null, quote: null },
          MAX_ENTRIES,
        );
      }
    }
  }
}

const PACKAGES =
  /^(?:npm|pnpm|yarn|bun|pip3?|uv(?: pip)?|poetry|cargo|composer|gem|go|dotnet)(?: --?\S+)* (add|install|i|get|remove|rm|uninstall|un)\b((?: \S+)+)/;
