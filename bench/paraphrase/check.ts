import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MemoryType, TYPES } from '@sqrl/base/model/memory.ts';
import { type Overlap, overlapWith, summarise } from './overlap.ts';

/** One line of memories.jsonl; `near` names the target that a distractor is close to. */
interface ParaphraseMemory {
  id: string;
  type: MemoryType;
  files: string[];
  tags: string[];
  text: string;
  near?: string;
}

/** One line of questions.jsonl; a `lookup` names something that its answer names too. */
interface ParaphraseQuestion {
  question: string;
  answer: string;
  kind: string;
  lookup?: true;
}

/** The memories and the questions, each of which one memory answers. */
export interface ParaphraseSet {
  memories: ParaphraseMemory[];
  questions: ParaphraseQuestion[];
}

/** What the set holds, how much its questions give away, and what breaks its promises. */
export interface ParaphraseReport {
  counts: { memories: number; targets: number; distractors: number; questions: number; lookups: number };
  /** Share of a question's content words that the answer has too. */
  overlap: { all: Overlap; paraphrases: Overlap; withTagsAndFiles: Overlap };
  faults: string[];
}

const KINDS = ['how', 'why', 'where', 'what', 'error', 'rule', 'state'];
const FEWEST = { memories: 660, targets: 330, distractors: 330, questions: 330 } as const;
const WORDS = { fewest: 8, most: 60 };
const OVERLAP = { median: 0.15, mean: 0.25, ofParaphrase: 0.5 };

/** Reads the set from its folder. */
export const readParaphrases = (folder: string): ParaphraseSet => ({
  memories: linesOf(join(folder, 'memories.jsonl')),
  questions: linesOf(join(folder, 'questions.jsonl')),
});

/** Says what is wrong with the set, and how much its questions give away. */
export function checkParaphrases({ memories, questions }: ParaphraseSet): ParaphraseReport {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const targets = new Set(memories.flatMap((memory) => (memory.near === undefined ? [memory.id] : [])));
  const overlaps = (asked: ParaphraseQuestion[], read: (memory: ParaphraseMemory) => string) =>
    summarise(asked.map(({ question, answer }) => overlapWith(question, textOf(byId.get(answer), read))));
  const counts = {
    memories: memories.length,
    targets: targets.size,
    distractors: memories.length - targets.size,
    questions: questions.length,
    lookups: questions.filter(({ lookup }) => lookup).length,
  };
  const paraphrases = questions.filter(({ lookup }) => !lookup);
  const overlap = {
    all: overlaps(questions, textAlone),
    paraphrases: overlaps(paraphrases, textAlone),
    withTagsAndFiles: overlaps(questions, everything),
  };
  const asked = new Set(questions.map(({ answer }) => answer));
  const faults = [
    ...Object.entries(FEWEST).flatMap(([what, least]) =>
      counts[what as keyof typeof FEWEST] < least ? [`There are fewer than ${least} ${what}`] : [],
    ),
    ...(overlap.all.median > OVERLAP.median ? [`The median overlap is above ${OVERLAP.median}`] : []),
    ...(overlap.all.mean > OVERLAP.mean ? [`The mean overlap is above ${OVERLAP.mean}`] : []),
    ...repeated(memories.map(({ id }) => id)),
    ...repeated(memories.map(({ text }) => text)),
    ...repeated(questions.map(({ question }) => question)),
    ...repeated(questions.map(({ answer }) => answer)),
    ...memories.flatMap((memory) => faultsOfMemory(memory, targets)),
    ...questions.flatMap((question) => faultsOfQuestion(question, byId.get(question.answer))),
    ...[...targets].flatMap((id) => (asked.has(id) ? [] : [`No question asks for ${id}`])),
  ];
  return { counts, overlap, faults };
}

function faultsOfMemory({ id, type, near, text }: ParaphraseMemory, targets: ReadonlySet<string>): string[] {
  const words = text.split(/\s+/).length;
  return [
    ...(Object.hasOwn(TYPES, type) ? [] : [`${id} has the unknown type ${type}`]),
    ...(near === undefined || targets.has(near) ? [] : [`${id} is near ${near}, which is no target`]),
    ...(words >= WORDS.fewest && words <= WORDS.most ? [] : [`${id} has ${words} words`]),
  ];
}

function faultsOfQuestion(asked: ParaphraseQuestion, memory: ParaphraseMemory | undefined): string[] {
  const { question, answer, kind, lookup } = asked;
  const shared = overlapWith(question, textOf(memory, textAlone));
  return [
    ...(memory && memory.near === undefined ? [] : [`"${question}" wants ${answer}, which is no target`]),
    ...(KINDS.includes(kind) ? [] : [`"${question}" has the unknown kind ${kind}`]),
    ...(lookup && shared === 0 ? [`"${question}" names nothing that its answer names`] : []),
    ...(!lookup && shared >= OVERLAP.ofParaphrase ? [`"${question}" copies its answer`] : []),
  ];
}

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.flatMap((value) => {
    if (seen.has(value)) return [`"${value}" occurs twice`];
    seen.add(value);
    return [];
  });
}

const textAlone = (memory: ParaphraseMemory): string => memory.text;
const everything = ({ text, tags, files }: ParaphraseMemory): string => [text, ...tags, ...files].join(' ');

function textOf(memory: ParaphraseMemory | undefined, read: (memory: ParaphraseMemory) => string): string {
  return memory ? read(memory) : '';
}

function linesOf<Line>(path: string): Line[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}

if (import.meta.main) {
  const report = checkParaphrases(readParaphrases(import.meta.dirname));
  console.log(JSON.stringify(report, null, 2));
  if (report.faults.length > 0) process.exitCode = 1;
}
