import { readFileSync, statSync } from 'node:fs';
import { Problem } from '@sqrl/base/problem.ts';
import { findSecrets } from '@sqrl/base/redact/find.ts';
import { redact, redactSync } from '@sqrl/base/redact/redact.ts';
import type { Bench, Figures } from './bench.ts';
import { generate, type Line } from './secrets/generate.ts';
import { toolResultsIn } from './secrets/tool-results.ts';

/** How much is found, how often for nothing, and how fast. */
export const secrets: Bench = {
  summary:
    'Recall and false alarms of redaction on labeled lines; --data DIR: the share of tool results in logs it changes (--show prints them); --positives FILE: which secrets of {text, secret} lines are gone',
  async run({ data, flags, print }) {
    if (flags.positives !== undefined) return ofPositives(flags.positives, flags, print);
    if (data !== undefined && statSync(data).isDirectory()) return ofToolResults(data, flags, print);
    const lines = data === undefined ? generate() : readLines(data);
    const changed: boolean[] = [];
    for (const line of lines) changed.push((await redact(line.text)).text !== line.text);
    const score = scoreOf(lines, changed);
    const figures: Figures = {
      lines: lines.length,
      ...score,
      leaks: lines.filter((line) => leaks(line)).length,
      perCategory: perCategory(lines, changed),
      ...speed(lines),
    };
    for (const [name, value] of Object.entries(figures)) print(`${name}: ${JSON.stringify(value)}`);
    for (const [i, line] of lines.entries())
      if (flags.verbose !== undefined) printFailure(line, changed[i]!, print);
    return figures;
  },
};

/** Which of the secrets of a file are gone; each line is {text, secret} and may name what it is as `category`. */
function ofPositives(path: string, flags: Record<string, string>, print: (line: string) => void): Figures {
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .filter((row) => row.trim() !== '');
  const lines = rows.map(
    (row): Line => ({ ...(JSON.parse(row) as { text: string; secret: string }), label: 1 }),
  );
  const kept = lines.filter(({ text, secret }) => {
    if (secret === undefined || !text.includes(secret))
      throw new Problem(
        `A line of ${path} does not hold its secret: ${text.slice(0, 80)}`,
        'Each line is {"text": "…", "secret": "…"}, and the text holds the secret.',
      );
    return redactSync(text).text.includes(secret);
  });
  if (flags.show !== undefined)
    for (const { category = '', secret } of kept)
      print(`kept [${category}] ${secret!.replaceAll('\n', '⏎')}`);
  const figures = {
    lines: lines.length,
    gone: lines.length - kept.length,
    recall: share(lines.length - kept.length, lines.length),
  };
  print(JSON.stringify(figures));
  return figures;
}

/** The share of what tools said in real sessions that redaction changes; nearly all of it should be left alone. */
async function ofToolResults(
  folder: string,
  flags: Record<string, string>,
  print: (line: string) => void,
): Promise<Figures> {
  const texts = await toolResultsIn(folder);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const changed = texts.filter((text) => findSecrets(text).length > 0);
  if (flags.show !== undefined)
    for (const text of changed)
      for (const { start, end, what } of findSecrets(text)) {
        const [before, after] = [text.slice(Math.max(0, start - 60), start), text.slice(end, end + 20)];
        print(
          `${what}: ${`${before}⟦${text.slice(start, end).slice(0, 80)}⟧${after}`.replaceAll('\n', '⏎')}`,
        );
      }
  const figures = {
    toolResults: texts.length,
    characters,
    changed: changed.length,
    share: share(changed.length, texts.length),
  };
  print(JSON.stringify(figures));
  return figures;
}

/** Shares of what was found and of what was found for nothing. */
export function scoreOf(lines: readonly Line[], changed: readonly boolean[]) {
  const count = (label: 0 | 1, hit: boolean) =>
    lines.filter((line, i) => line.label === label && changed[i] === hit).length;
  const [hits, misses, alarms, silences] = [count(1, true), count(1, false), count(0, true), count(0, false)];
  return {
    recall: share(hits, hits + misses),
    falseAlarms: share(alarms, alarms + silences),
    precision: share(hits, hits + alarms),
  };
}

/** Says whether a secret can still be read although its line was touched. */
export function leaks({ text, label, secret }: Line): boolean {
  if (label === 0 || secret === undefined) return false;
  const rest = redactSync(text).text;
  return rest.includes(secret) || rest.includes(encodeURIComponent(secret));
}

const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1e4) / 1e4;

function readLines(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row, i) => {
      const line = JSON.parse(row) as Line;
      if (typeof line.text !== 'string' || (line.label !== 0 && line.label !== 1)) {
        throw new Problem(
          `Line ${i + 1} of ${path} has no text or no label.`,
          'Each line is {"text": "…", "label": 0 or 1}.',
        );
      }
      return line;
    });
}

function perCategory(lines: readonly Line[], changed: readonly boolean[]) {
  const categories = [...new Set(lines.flatMap(({ category }) => category ?? []))];
  return Object.fromEntries(
    categories.map((category) => {
      const places = lines.flatMap((line, i) => (line.category === category ? [i] : []));
      const some = places.map((i) => lines[i]!);
      const { recall, falseAlarms } = scoreOf(
        some,
        places.map((i) => changed[i]!),
      );
      const labels = new Set(some.map(({ label }) => label));
      return [
        category,
        { lines: some.length, ...(labels.has(1) && { recall }), ...(labels.has(0) && { falseAlarms }) },
      ];
    }),
  );
}

/** Per line as they come, per sentence of ordinary prose, and through some megabytes of log with few secrets in it. */
function speed(lines: readonly Line[]) {
  const log = logOf(lines);
  return {
    microsPerLine: round(micros(() => redactAll(lines.map(({ text }) => text))) / lines.length),
    microsPerSentence: round(micros(() => redactAll(Array(1000).fill(SENTENCE))) / 1000),
    mbPerSecond: round(log.length / micros(() => redactAll([log]))),
  };
}

/** What a day of tools prints: mostly ordinary lines, a hard one in ten, a secret in every thousandth. */
function logOf(lines: readonly Line[]): string {
  const plain = lines.filter(({ label }) => label === 0);
  const secret = lines.filter(({ label }) => label === 1);
  const rows = Array.from({ length: 30_000 }, (_, i) => {
    const from = i % 1000 === 0 ? secret : i % 10 === 0 ? plain : [];
    return from[i % from.length]?.text ?? SENTENCE.slice(i % 100, 120 + (i % 150));
  });
  return rows.join('\n');
}

const SENTENCE =
  'We keep the parser in one file because every split we tried made the tests slower; the cache is keyed by ' +
  'content hash and survives restarts, so a rename costs nothing and a move costs one read. Ask before you ' +
  'change the order of the stages, it matters more than it looks, and run the ranking tests when you do.';

/** The best of five, since the machine has other things to do as well. */
function micros(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return (performance.now() - start) * 1000;
  });
  return Math.min(...times);
}

function redactAll(texts: readonly string[]): void {
  for (const text of texts) redactSync(text);
}

const round = (value: number): number => Math.round(value * 10) / 10;

function printFailure(line: Line, changed: boolean, print: (text: string) => void): void {
  const shown = line.text.replaceAll('\n', '⏎').slice(0, 200);
  if (line.label === 1 && !changed) print(`missed      [${line.category ?? ''}] ${shown}`);
  if (line.label === 1 && changed && leaks(line))
    print(`leaked      [${line.category ?? ''}] ${redactSync(shown).text}`);
  if (line.label === 0 && changed) print(`false alarm [${line.category ?? ''}] ${redactSync(shown).text}`);
}
