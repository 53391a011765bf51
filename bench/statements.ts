import { readFileSync } from 'node:fs';
import { openJudge } from '../src/embed/judge.ts';
import { ACTIVE, patternsIn, SUGGESTED, sentenceJudgements } from '../src/learn/judgement/probability.ts';
import { promptSentences } from '../src/learn/judgement/sentences.ts';
import type { Bench } from './bench.ts';
import { coversSpan, type LabelledPrompt } from './judgement/labelled.ts';
import { precisionAt, type ScoredItem } from './judgement/precision.ts';

/** What of labelled prompts the judgement would keep. */
export const statements: Bench = {
  summary: 'Which sentences of labelled prompts (--data FILE) are worth keeping, by precision and recall',
  async run({ data, print }) {
    if (data === undefined) {
      print('statements: needs --data FILE, labelled prompts as JSON lines; skipped.');
      return undefined;
    }
    const prompts = readFileSync(data, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LabelledPrompt);
    const judge = openJudge();
    const sentences = prompts.map(({ prompt }) => promptSentences(prompt));
    await judge.readSentences([['Load the model.']]);
    const before = process.cpuUsage();
    const readings = await judge.readSentences(sentences);
    const { user, system } = process.cpuUsage(before);
    await judge.unload();
    const spans = prompts.flatMap(({ spans: its }, prompt) =>
      its.filter(({ from }) => from === 'prompt').map((span) => ({ ...span, prompt })),
    );
    const covered = (sentence: string, p: number) =>
      spans.flatMap((span, n) => (span.prompt === p && coversSpan(sentence, span.quote) ? [n] : []));
    const items: ScoredItem[] = prompts.flatMap(({ prompt }, p) =>
      sentenceJudgements(prompt, readings[p]!).map(({ probability, sentence }) => ({
        score: probability,
        covers: covered(sentence, p),
      })),
    );
    print(
      `${prompts.length} prompts, ${items.length} sentences, ${spans.length} spans of ${new Set(prompts.map(({ repo }) => repo)).size} repositories`,
    );
    const msOfPrompt = (user + system) / 1000 / prompts.length;
    print(`${msOfPrompt.toFixed(1)} ms of CPU a prompt`);
    const figures: Record<string, number> = { msOfPrompt };
    const byPatterns = prompts.flatMap(({ prompt }, p) => {
      const its = sentences[p]!;
      return patternsIn(prompt, its).flatMap((pattern, i) =>
        pattern === undefined || pattern === 'once' ? [] : [covered(its[i]!, p)],
      );
    });
    const right = byPatterns.filter((covers) => covers.length > 0).length;
    const foundByThem = new Set(byPatterns.flat()).size;
    print(
      `patterns alone: ${byPatterns.length} sentences, precision ${shown(right / byPatterns.length)}, recall ${shown(foundByThem / spans.length)}`,
    );
    for (const recall of [0.1, 0.2, 0.3, 0.5, 0.6]) {
      const precision = precisionAt(items, spans.length, recall);
      print(`precision at ${100 * recall} % recall: ${shown(precision)}`);
      figures[`precision@${recall}`] = precision ?? 0;
    }
    for (const [name, bar] of [
      ['active', ACTIVE],
      ['suggested', SUGGESTED],
    ] as const) {
      const marked = items.filter(({ score }) => score >= bar);
      const found = new Set(marked.flatMap(({ covers }) => covers));
      const precision = marked.filter(({ covers }) => covers.length > 0).length / marked.length;
      print(
        `${name} (from ${bar}): ${marked.length} sentences, precision ${shown(precision)}, recall ${shown(found.size / spans.length)}`,
      );
      for (const kind of new Set(spans.map((span) => span.kind))) {
        const its = spans.flatMap((span, n) => (span.kind === kind ? [n] : []));
        print(`  ${kind}: ${its.filter((n) => found.has(n)).length} of ${its.length}`);
      }
      figures[`${name} precision`] = precision;
      figures[`${name} recall`] = found.size / spans.length;
    }
    return figures;
  },
};

const shown = (share: number | undefined): string =>
  share === undefined ? '-' : `${(100 * share).toFixed(1)} %`;
