// Turns labelled prompts into the examples that models/training reads: sentences as the product cuts them, with labels.
//   node scripts/statement-examples.ts --out EXAMPLES.jsonl PROMPTS.jsonl… [--labels LABELS.jsonl…]
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { evidenceOf } from '@sqrl/squirrel/learn/statements/probability.ts';
import { promptSentences } from '@sqrl/squirrel/learn/statements/sentences.ts';
import { coversSpan } from '../bench/judgement/labelled.ts';

const USAGE = `Usage: node scripts/statement-examples.ts --out EXAMPLES.jsonl PROMPTS.jsonl… [--labels LABELS.jsonl…]

Each line of PROMPTS is an object with "prompt" and, where known, "id", "repo", "spans", "pasted", "unsure".
Each line of LABELS has the "id" of a prompt and its "spans", "pasted", "unsure"; prompts without a line are left out.
`;

/** What a reader marked in a prompt as worth keeping. */
interface Span {
  quote: string;
  /** Spans of the agent's message before the prompt are not used. */
  from: 'prompt' | 'before';
  kind: string;
  holds: string;
  replaces: boolean;
}

interface Labels {
  spans?: Span[];
  pasted?: boolean;
  unsure?: boolean;
}

interface LabelledPrompt extends Labels {
  id: string;
  repo?: string;
  prompt: string;
}

const { out, prompts, labels } = readArguments();
const labelled = labels.length > 0 ? new Map(labels.flatMap(readLabels)) : undefined;
const seen = new Set<string>();
const total = { prompts: 0, unlabelled: 0, spans: 0, lost: 0 };
const lines: string[] = [];
for (const file of prompts) {
  for (const prompt of readPrompts(file)) {
    if (seen.has(prompt.id)) fail(`${file} has the id ${prompt.id}, which another prompt has already.`);
    seen.add(prompt.id);
    const given = labelled ? labelled.get(prompt.id) : prompt;
    if (given) lines.push(`${JSON.stringify(exampleOf({ ...prompt, ...given }))}\n`);
    else total.unlabelled++;
  }
}
writeFileSync(out, lines.join(''));
total.prompts = lines.length;
console.log(
  `${out}: ${total.prompts} prompts, ${total.spans} spans, ${total.lost} of them in no sentence; ` +
    `${total.unlabelled} prompts left out, which have no labels`,
);

/** The example of a prompt; for each span, `covers` lists the sentences that overlap it. */
function exampleOf({ id, repo = 'unknown', prompt, spans = [], pasted, unsure }: LabelledPrompt) {
  const sentences = promptSentences(prompt);
  const own = spans.filter(({ from }) => from === 'prompt');
  const covers = own.map(({ quote }) => sentences.flatMap((text, i) => (coversSpan(text, quote) ? [i] : [])));
  const found = sentences.map((_, i) => own[covers.findIndex((covered) => covered.includes(i))]);
  total.spans += covers.length;
  total.lost += covers.filter((covered) => covered.length === 0).length;
  return {
    id,
    repo,
    sentences,
    labels: found.map((span) => span && { kind: span.kind, holds: span.holds, replaces: span.replaces }),
    evidence: sentences.map((sentence, number) => {
      const place = { sentence, prompt, number, count: sentences.length };
      return evidenceOf(place, { keep: 0 });
    }),
    covers,
    pasted: pasted ?? false,
    unsure: unsure ?? false,
    chars: prompt.length,
  };
}

function readPrompts(file: string): LabelledPrompt[] {
  return readLines(file).map(({ value, number }) => {
    if (typeof value.prompt !== 'string') fail(`${file}:${number} has no "prompt".`);
    // Prompts that were written for training have no id of their own.
    return { id: `${basename(file, '.jsonl')}:${number}`, ...value } as unknown as LabelledPrompt;
  });
}

function readLabels(file: string): [id: string, labels: Labels][] {
  return readLines(file).map(({ value, number }) => {
    if (typeof value.id !== 'string' || !Array.isArray(value.spans))
      fail(`${file}:${number} has no "id" or no "spans".`);
    return [value.id as string, value];
  });
}

function readLines(file: string): { value: Record<string, unknown>; number: number }[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    fail(`${file} cannot be read: ${(error as Error).message}`);
  }
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [{ value: JSON.parse(line), number: i + 1 }];
    } catch {
      return fail(`${file}:${i + 1} is not JSON.`);
    }
  });
}

function readArguments(): { out: string; prompts: string[]; labels: string[] } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        labels: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    if (values.out === undefined || positionals.length === 0) fail(USAGE);
    return { out: values.out, prompts: positionals, labels: values.labels };
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(64);
}
