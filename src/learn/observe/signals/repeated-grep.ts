import { coreOf } from '../../../base/shell/command.ts';
import type { ObservedStep, Signal } from '../signal.ts';
import { keptIn } from './bounded.ts';
import { changedBy, displayPath, isTest, readBy } from './files.ts';
import { type Mark, markOf, seenAt } from './mark.ts';
import { sessionsIn, sharesOf } from './shares.ts';

interface SearchedName {
  name: string;
  times: number;
  mark: Mark;
  /** A file of that name was among what was found: nobody needs to be told where it is. */
  isFile: boolean;
  /** Where the search led to: files read or changed right after it that it had found. */
  led: Map<string, number>;
}

interface RepeatedGrepState {
  names: Map<string, SearchedName>;
  /** The last things searched for, and what was found, as far as it was told. */
  last: { name: string; place: number; found: string }[];
}

/** Names that are searched for again and again, and where they are really found. */
export const repeatedGrep: Signal<RepeatedGrepState> = {
  name: 'repeated_grep',
  worth: { diagnostic: 0.75, acrossSessions: 0.85, falseAlarms: 0.35 },
  minSessions: 2,
  begin: () => ({ names: new Map(), last: [] }),
  see(state, step) {
    if (step.kind !== 'result' || step.outcome !== 'ok') return;
    const name = searchedBy(step);
    if (name !== undefined) {
      const own = keptIn(state.names, name.toLowerCase(), () => begin(name, step), 100);
      own.times++;
      own.mark = markOf(step);
      const found = `${step.text.slice(0, 1000)}\n${step.files.map(({ path }) => path).join('\n')}`;
      own.isFile ||= saysItself(found, name);
      state.last = [...state.last, { name: name.toLowerCase(), place: step.place, found }].slice(-3);
      return;
    }
    const [read, changed] = [readBy(step), changedBy(step)];
    for (const path of [...read, ...changed, ...changed])
      for (const { name, place, found } of state.last) {
        const searched = state.names.get(name);
        if (!searched || step.place - place > SOON || !found.includes(path)) continue;
        if (searched.led.size < 10 || searched.led.has(path))
          searched.led.set(path, (searched.led.get(path) ?? 0) + 1);
      }
  },
  finish: ({ names }) =>
    [...names].flatMap(([matter, { name, times, mark, isFile, led }]) => {
      const [file] = [...led].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0] ?? [null];
      return file === null && times < 2
        ? []
        : [
            seenAt([mark], {
              matter,
              proof: 'repeated_grep',
              strength: times >= 3 ? 0.7 : 0.5,
              quote: name,
              facts: { name, times, file, isFile },
            }),
          ];
    }),
  propose(seen) {
    const name = String(seen.at(-1)!.facts.name);
    const where = sharesOf(seen, ({ file }) => (typeof file === 'string' ? [file] : []))[0];
    if (!where || where.sessions < 2 || where.sessions <= where.of / 2) return null;
    if (isTest(where.name) || seen.some(({ facts }) => facts.isFile === true)) return null;
    return {
      type: 'module_insight',
      text: `\`${name}\` is in ${displayPath(where.name)} (searched for in ${sessionsIn(seen)} sessions).`,
      files: [where.name],
      symbols: [name],
    };
  },
};

const begin = (name: string, step: ObservedStep): SearchedName => ({
  name,
  times: 0,
  mark: markOf(step),
  isFile: false,
  led: new Map(),
});

/** Steps within which a finding is looked at. */
const SOON = 8;

/** The one name that a search was for; undefined where it was for something else. */
function searchedBy({ tool, command }: ObservedStep): string | undefined {
  if (command === null) return undefined;
  const pattern = tool === 'search' ? command : tool === 'run' ? grepped(coreOf(command)) : undefined;
  if (pattern === undefined) return undefined;
  const name = pattern
    .replace(/\\[bwsd<>][+*]?|\[\^?[^\]]*\][+*]?|\\|[\^$()]|\.\*/g, ' ')
    .replace(
      /\b(?:function|class|interface|type|const|let|var|def|fn|func|export|import|struct|enum)\b/g,
      ' ',
    )
    .replace(/["'`<>={:;,]/g, ' ')
    .trim();
  return /^[A-Za-z_$][\w$-]{4,60}$/.test(name) && /[a-z]/i.test(name) ? name : undefined;
}

const grepped = (core: string): string | undefined =>
  /^(?:rtk )?(?:grep|rg|ag)\s+(?:-[\w-]+(?:[= ]\*\.\w+)?\s+)*(?:"([^"]+)"|'([^']+)'|([^\s-]\S*))/
    .exec(core)
    ?.slice(1)
    .find((each) => each !== undefined);

/** Whether one of these paths says already that it holds this. */
function saysItself(paths: string, name: string): boolean {
  const [all, own] = [plain(`\n${paths}\n`), plain(name)];
  for (let at = all.indexOf(own); at >= 0; at = all.indexOf(own, at + 1))
    if (/[/\n]/.test(all[at - 1]!) && /[./\n]/.test(all[at + own.length]!)) return true;
  return false;
}

const plain = (text: string): string => text.replace(/[-_$]/g, '').toLowerCase();
