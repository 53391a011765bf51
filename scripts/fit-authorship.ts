// Fits the weights of packages/squirrel/learn/statements/authorship.ts, and says how well they do on repositories that were left out.
//   node scripts/fit-authorship.ts TRAIN.jsonl [DEV.jsonl]
// Each line is a labelled prompt: "prompt", "repo", "pasted" (it holds a text that is not the person's), "spans". What people
// paste there is mostly logs and plans; so true sentences of theirs are also put, as pasted text, into made prompts.
import { readFileSync } from 'node:fs';
import {
  type AuthorshipEvidence,
  authorshipEvidence,
  OWN,
} from '@sqrl/squirrel/learn/statements/authorship.ts';
import { promptSentences } from '@sqrl/squirrel/learn/statements/sentences.ts';
import { coversSpan } from '../bench/judgement/labelled.ts';

interface LabelledPrompt {
  repo: string;
  prompt: string;
  before: string;
  pasted: boolean;
  spans: { quote: string; from: string }[];
}

/** A sentence of a prompt, with who wrote it as far as the labels say. */
interface Example {
  repo: string;
  /** The number of the span it is part of. */
  span?: string | undefined;
  kind: 'typed' | 'span' | 'pasted' | 'made paste' | 'made report' | 'made frame' | 'made typed';
  own: 0 | 1;
  weight: number;
  evidence: number[];
  prompt: string;
}

const [trainFile, devFile] = process.argv.slice(2);
if (trainFile === undefined) {
  console.error('Usage: node scripts/fit-authorship.ts TRAIN.jsonl [DEV.jsonl]');
  process.exit(64);
}
const FOLDS = 6;
const RIDGE = 2;
const random = randomFrom(7);

const INTRODUCTIONS = [
  'what do they want from us here',
  'Please read this and tell me if we do it:',
  'our lead wrote me this',
  'someone on stack overflow answered',
  'can you check whether the text below is still correct?',
  'this came from the security team',
  'the docs of the sdk say',
  'paraphrase the following',
  'This is the description of the PR.',
  'the client sent these requirements over',
  'what is meant by this?',
  'I copied this from the wiki page',
  'answer the message of my colleague please',
  'our old contributing file has this section:',
  'Here are the comments on my merge request',
  'rewrite this paragraph so that it is easier to read',
  'the linter tells me',
  'make a checklist out of this',
  'is it true what the article says?',
  'from the call with support:',
  'voici le message du client',
  'kannst du mir erklären was hier gemeint ist?',
  'fix the grammar',
  'Proofread:',
  'chatgpt said this about our setup',
  'the ticket',
  'Here is the review:',
  'I got this answer:',
  'see the comment below:',
  'this is the message:',
  'the docs:',
  'please look at the following:',
  'Here are the guidelines of the client:',
  'what does it mean when I see this:',
];
const REQUESTS = [
  'do we follow that?',
  'what do you think?',
  'put it into the docs',
  'how would I answer?',
  'is there something to change for us?',
  'please create an issue from it',
  'I do not understand the second part.',
  'does that hold for our version too?',
  'please go through it point by point',
  'can you find where that happens in our code',
  'was heißt das für uns?',
];
const REPORTS: ((text: string) => string)[] = [
  (text) => `the compiler says "${text}", what is that?`,
  (text) => `my colleague wrote: ${text}`,
  (text) => `in the header somebody wrote "${text}"`,
  (text) => `The vendor's page says: ${text}`,
  (text) => `Rosa said: "${text}" and I do not get it`,
  (text) => `do we do what the doc says here? "${text}"`,
  (text) => `what is meant by "${text}"?`,
  (text) => `translate "${text}"`,
  (text) => `how do I write "${text}" in French?`,
];
/** What people show that holds no sentence of anybody. */
const LOGS = [
  'src/app.ts:14:3 error TS2304: cannot find name (x)\nsrc/app.ts:20:1 error TS1005: ; expected',
  '[12:01:44] INFO start\n[12:01:45] ERROR exit 1\n[12:01:45] INFO stop',
  'Traceback (most recent call last):\n  File "a.py", line 3, in run\nKeyError: id',
  '```\nFAIL a.test.ts\n```',
  '{"status":500,"path":"/api/items"}',
  'GET /api/items 500\nGET /api/users 200',
  '> is this still needed?',
  'a;b;c\n1;2;3',
];
const LOG_OPENINGS = [
  '',
  '',
  'I get',
  'here is the error:',
  'see the log',
  'what is this?',
  'the output:',
  'still failing',
];
const PEOPLE = ['Rosa', 'Ben', 'kim', 'Dr. Weber', 'j.doe', 'Amit', 'QA', 'PM'];
const LIST_OPENINGS = [
  '',
  '',
  'some things:',
  'ok so here is what I want',
  'please do these:',
  'my remarks',
  'next:',
];
const FORMS: ((sentences: string[]) => string)[] = [
  (all) => all.join(' '),
  (all) => all.join(' '),
  (all) => all.join(' '),
  (all) => all.join('\n'),
  (all) => `"${all.join(' ')}"`,
  (all) => `“${all.join(' ')}”`,
  (all) => all.map((each) => `- ${each}`).join('\n'),
  (all) => all.map((each, i) => `${i + 1}. ${each}`).join('\n'),
  (all) => all.map((each) => `${pick(PEOPLE)}: ${each}`).join('\n'),
  (all) => all.map((each, i) => `[1${i}:${20 + i}] ${pick(PEOPLE)}: ${each}`).join('\n'),
  (all) => all.map((each, i) => `${pick(PEOPLE)}  8:0${i} AM\n${each}`).join('\n'),
  (all) =>
    `${pick(['Hi everybody,', 'Dear team,', 'Hello Sam,'])}\n\n${all.join(' ')}\n\n${pick(['Best', 'Thanks,', 'Regards,'])}\n${pick(PEOPLE)}`,
  (all) => `Title: ${all[0]!.split(' ').slice(0, 4).join(' ')}\nPriority: low\nDescription: ${all.join(' ')}`,
  (all) => `${pick(['Background', 'Installation', 'Error Handling', 'Release Process'])}\n${all.join('\n')}`,
  (all) =>
    `Participants: ${pick(PEOPLE)}, ${pick(PEOPLE)}\n${all.map((each) => `- ${each}`).join('\n')}\nNext: ${pick(PEOPLE)} follows up`,
  (all) => all.map((each) => `# ${each}`).join('\n'),
  (all) => all.map((each) => `// ${each}`).join('\n'),
  (all) => all.map((each) => `    ${each}`).join('\n'),
  (all) => `**Note:** ${all.join(' ')}`,
  (all) => `${pick(PEOPLE)} commented 3 days ago\n${all.join(' ')}`,
  (all) => `Act as a careful assistant. ${all.join(' ')}`,
  (all) => `## ${pick(['Setup', 'Release notes', 'Rules'])}\n\n${all.join('\n')}`,
  (all) => `# ${pick(['Handbook', 'Overview'])}\n${all.map((each) => `- ${each}`).join('\n')}\n\n---`,
  (all) =>
    Array.from({ length: 4 }, () => [...all, pick(PEOPLE)])
      .flat()
      .map((each, i) => `${i + 1}. ${each}`)
      .join('\n'),
];

const train = examplesIn(read(trainFile));
const names = Object.keys(authorshipEvidence('Say it.')[0]!.evidence) as (keyof AuthorshipEvidence)[];
const fitted = fitWeights(train);
console.log(`const WEIGHTS = {`);
for (const [i, name] of names.entries()) console.log(`  ${name}: ${fitted[i + 1]!.toFixed(2)},`);
console.log(`};\nconst START = ${fitted[0]!.toFixed(2)};\n`);
const repos = [...new Set(train.map(({ repo }) => repo))].toSorted();
const scores = new Map<Example, number>();
for (let fold = 0; fold < FOLDS; fold++) {
  const out = new Set(repos.filter((_, i) => i % FOLDS === fold));
  const weights = fitWeights(train.filter(({ repo }) => !out.has(repo)));
  for (const each of train) if (out.has(each.repo)) scores.set(each, scoreOf(weights, each));
}
show('repositories left out of the fit', train, (each) => scores.get(each)!);
if (devFile !== undefined) show(devFile, examplesIn(read(devFile)), (each) => scoreOf(fitted, each));

function read(file: string): LabelledPrompt[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LabelledPrompt);
}

function examplesIn(prompts: readonly LabelledPrompt[]): Example[] {
  const real = prompts.flatMap(({ repo, prompt, pasted, spans }) =>
    authorshipEvidence(prompt).flatMap(({ sentence, evidence, isAnnounced }, i): Example[] => {
      if (isAnnounced) return [];
      const span = spans.find(({ quote, from }) => from === 'prompt' && coversSpan(sentence, quote))?.quote;
      const isSpan = span !== undefined;
      const base = { repo, span, evidence: Object.values(evidence), prompt };
      if (!pasted) return [{ ...base, kind: isSpan ? 'span' : 'typed', own: 1, weight: isSpan ? 4 : 1 }];
      // The label is of the prompt: the person's own request is mostly its first line, or stands after what they pasted.
      const { small, speaker, addressed, ending, afterLog } = evidence;
      const mayBeOwn = (ending || afterLog) && (small || speaker || addressed);
      return i === 0 || isSpan || mayBeOwn ? [] : [{ ...base, kind: 'pasted', own: 0, weight: 0.3 }];
    }),
  );
  return [...real, ...made(prompts)];
}

/** Prompts made of true sentences: a rule that a person typed once as theirs and once as a text that they show. */
function made(prompts: readonly LabelledPrompt[]): Example[] {
  const typed = prompts.filter(({ pasted }) => !pasted);
  const rules = typed.flatMap(({ repo, prompt, spans }) =>
    promptSentences(prompt)
      .filter((each) => spans.some(({ quote, from }) => from === 'prompt' && coversSpan(each, quote)))
      .map((text) => ({ repo, text })),
  );
  const prose = prompts.flatMap(({ before }) =>
    promptSentences(before).filter(
      (each) =>
        /^\p{Lu}[^`*|]{30,160}\.$/u.test(each) && (chance(0.1) || !/\b(?:I|I’ll|let|my)\b/i.test(each)),
    ),
  );
  const openings = typed
    .map(({ prompt }) => promptSentences(prompt))
    .filter((sentences) => sentences.length > 0 && sentences[0]!.length < 160)
    .map((sentences) => sentences.slice(0, 2));
  const label = (repo: string, prompt: string, isOwn: (text: string) => boolean, kinds: Example['kind'][]) =>
    authorshipEvidence(prompt).flatMap(({ sentence, evidence, isAnnounced }): Example[] => {
      if (isAnnounced) return [];
      const own = isOwn(sentence);
      const [kind, weight] = own ? [kinds[0]!, kinds[0] === 'made frame' ? 0.1 : 0.5] : [kinds[1]!, 1];
      return [{ repo, kind, own: own ? 1 : 0, weight, evidence: Object.values(evidence), prompt }];
    });
  return rules.flatMap(({ repo, text }) => {
    // Documents hardly ever speak of themselves.
    if (/\b(?:I|I'm|I'd|my|let's|lets|je|ich)\b/i.test(text) && chance(0.8)) return [];
    const [before, after] = [chance(0.7) ? pick(INTRODUCTIONS) : '', chance(0.5) ? pick(REQUESTS) : ''];
    const frame = promptSentences([before, after].join('\n'));
    const others = Array.from({ length: Math.floor(random() * 4) }, () => pick(prose));
    const sentences = others.toSpliced(
      Math.floor(random() * (others.length + 1)),
      0,
      chance(0.6) ? edited(text) : text,
    );
    const body = pick(FORMS)(sentences);
    const [said] = sentences;
    const reported = pick(REPORTS)(said!.replace(/[.!?]$/, ''));
    const joint =
      /[:?]$/.test(before) && !body.includes('\n') && chance(0.4) ? ' ' : chance(0.75) ? '\n\n' : '\n';
    const paste =
      [before, body].filter(Boolean).join(joint) + (after && `${chance(0.8) ? '\n\n' : '\n'}${after}`);
    const isText = (own: string) => (each: string) =>
      frame.includes(each) || promptSentences(own).includes(each);
    // The person goes on after the paste, or after a log.
    const other = pick(rules).text;
    const gap = chance(0.85) ? '\n\n' : '\n';
    const goesOn = `${paste}\n\n${other}`;
    const afterLog =
      [pick(LOG_OPENINGS), pick(LOGS)].filter(Boolean).join(chance(0.5) ? '\n' : '\n\n') + gap + text;
    const wishes = Array.from({ length: 2 + Math.floor(random() * 12) }, (_, n) =>
      n === 1 ? text : pick(rules).text.split('\n')[0]!,
    );
    const mark = pick(['- ', '* ', (n: number) => `${n + 1}. `, (n: number) => `${n + 1}) `]);
    const list = wishes.map((each, n) => `${typeof mark === 'string' ? mark : mark(n)}${each}`).join('\n');
    const ownList = [pick(LIST_OPENINGS), list].filter(Boolean).join('\n');
    // The person's own rule after or before a task of theirs.
    const task = pick(openings);
    const own = [...task, text].join(chance(0.5) ? '\n\n' : chance(0.5) ? '\n' : ' ');
    return [
      ...label(repo, paste, (each) => frame.includes(each), ['made frame', 'made paste']),
      ...label(repo, reported, () => false, ['made frame', 'made report']),
      ...label(repo, own, () => true, ['made typed', 'made paste']),
      ...(chance(0.5) ? label(repo, goesOn, isText(other), ['made typed', 'made paste']) : []),
      ...(chance(0.5) ? label(repo, afterLog, () => true, ['made typed', 'made paste']) : []),
      ...(chance(0.3) ? label(repo, ownList, () => true, ['made typed', 'made paste']) : []),
    ];
  });
}

function fitWeights(examples: readonly Example[]): number[] {
  const size = examples[0]!.evidence.length + 1;
  const weights = new Array<number>(size).fill(0);
  for (let round = 0; round < 12; round++) {
    const slope = weights.map((each, i) => (i === 0 ? 0 : RIDGE * each));
    const curve = weights.map((_, i) => weights.map((__, j) => (i === j ? RIDGE : 0)));
    for (const each of examples) {
      const row = [1, ...each.evidence];
      const found = scoreOf(weights, each);
      const bend = each.weight * found * (1 - found);
      for (let i = 0; i < size; i++) {
        if (row[i] === 0) continue;
        slope[i]! += each.weight * (found - each.own) * row[i]!;
        for (let j = 0; j < size; j++) curve[i]![j]! += bend * row[i]! * row[j]!;
      }
    }
    solved(curve, slope).forEach((step, i) => {
      weights[i]! -= step;
    });
  }
  return weights;
}

function scoreOf(weights: readonly number[], { evidence }: Example): number {
  let odds = weights[0]!;
  for (let i = 0; i < evidence.length; i++) odds += weights[i + 1]! * evidence[i]!;
  return 1 / (1 + Math.exp(-odds));
}

/** Solves a system of linear equations by elimination. */
function solved(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  for (let i = 0; i < rows.length; i++) {
    for (let k = 0; k < rows.length; k++) {
      if (k === i) continue;
      const factor = rows[k]![i]! / rows[i]![i]!;
      for (let j = i; j <= rows.length; j++) rows[k]![j]! -= factor * rows[i]![j]!;
    }
  }
  return rows.map((row, i) => row.at(-1)! / row[i]!);
}

function show(name: string, examples: readonly Example[], score: (each: Example) => number): void {
  console.log(name);
  const spans = new Map<string, boolean>();
  for (const each of examples)
    if (each.kind === 'span')
      spans.set(each.prompt + each.span, spans.get(each.prompt + each.span) || score(each) >= OWN);
  const lost = [...spans.values()].filter((isKept) => !isKept).length;
  console.log(
    `  ${spans.size} typed spans, ${lost} (${((100 * lost) / spans.size).toFixed(1)} %) wholly lost`,
  );
  for (const kind of [
    'typed',
    'span',
    'pasted',
    'made paste',
    'made report',
    'made frame',
    'made typed',
  ] as const) {
    const its = examples.filter((each) => each.kind === kind);
    const notOwn = its.filter((each) => score(each) < OWN);
    const share = (100 * notOwn.length) / its.length;
    console.log(
      `  ${kind}: ${its.length} sentences, ${notOwn.length} (${share.toFixed(1)} %) not the person's own`,
    );
  }
}

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!;
}

function chance(share: number): boolean {
  return random() < share;
}

/** The same numbers every time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function edited(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
