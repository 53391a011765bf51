import { readdirSync, readFileSync } from 'node:fs';
import { type Draft, type MemoryType, type Source, TYPES } from '@sqrl/base/model/memory.ts';

/** A memory of the corpus: what it says, when it was learned, and what questions call it. */
interface CorpusMemory {
  name: string;
  project: string;
  /** Days before the questions are asked. */
  age: number;
  /** The memory it takes the place of. */
  was: string | undefined;
  draft: Draft;
}

/** A question with the one memory that answers it. */
export interface RankedQuestion {
  kind: string;
  text: string;
  answer: string;
  files: string[];
}

export interface Corpus {
  memories: CorpusMemory[];
  questions: RankedQuestion[];
}

const FOLDER = new URL('./memories/', import.meta.url);

/** Reads the corpus and its questions; of some projects only, where they are named. */
export function readCorpus(projects?: readonly string[]): Corpus {
  const names = readdirSync(FOLDER).map((file) => file.replace(/\.txt$/, ''));
  const memories = names
    .filter((name) => projects?.includes(name) ?? true)
    .sort()
    .flatMap((project) =>
      linesOf(new URL(`${project}.txt`, FOLDER)).map((line, i) => readMemory(line, project, i)),
    );
  const byName = new Map(memories.map((memory) => [memory.name, memory]));
  const questions = linesOf(new URL('./questions.txt', import.meta.url)).flatMap((line) => {
    const [kind, text, answer, files = ''] = line.split('|').map((part) => part.trim());
    // An answer without a name of its own is told by how it begins.
    const memory = answer!.startsWith('*')
      ? memories.find(({ draft }) => draft.text.startsWith(answer!.slice(1)))
      : byName.get(answer!);
    if (!memory && projects) return [];
    if (!memory) throw new Error(`No memory answers "${text}": ${answer} is not there.`);
    return [{ kind: kind!, text: text!, answer: memory.name, files: files.split(',').filter(Boolean) }];
  });
  return { memories, questions };
}

const SOURCES: Record<string, Source> = {
  taught: 'user_taught',
  global: 'user_taught',
  said: 'user_said',
  agent: 'agent_explicit',
  seen: 'observer_inferred',
  qa: 'qa_auto',
};

/** `type age source files | text key=… polarity=… was=… ^name` */
function readMemory(line: string, project: string, i: number): CorpusMemory {
  const [head, rest] = line.split(' | ') as [string, string];
  const [type, age, source, files = ''] = head.split(' ');
  const marks = { name: / \^(\S+)/, was: / was=(\S+)/, key: / key=(\S+)/, polarity: / polarity=(\S+)/ };
  const marked = (mark: RegExp) => mark.exec(rest)?.[1];
  if (!type || !Object.hasOwn(TYPES, type) || !source || !(source in SOURCES) || Number.isNaN(Number(age)))
    throw new Error(`This line of ${project} cannot be read: ${line}`);
  const polarity = marked(marks.polarity);
  return {
    name: marked(marks.name) ?? `${project}-${i + 1}`,
    project,
    age: Number(age),
    was: marked(marks.was),
    draft: {
      type: type as MemoryType,
      text: Object.values(marks)
        .reduce((text, mark) => text.replace(mark, ''), rest)
        .trim(),
      files: files.split(',').filter(Boolean),
      source: SOURCES[source]!,
      status: 'active',
      // One store holds all projects here: each is a folder of it, so that their keys do not meet.
      ...(source === 'global' ? { scope: 'global' } : { scope: 'path', scopeOf: project }),
      ...(marked(marks.key) && { key: marked(marks.key)! }),
      ...(polarity && { polarity: Number(polarity) as -1 }),
    },
  };
}

const linesOf = (file: URL): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
