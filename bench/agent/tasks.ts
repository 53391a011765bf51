import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface SaidTurn {
  role: 'user' | 'assistant';
  text: string;
}

/** A conversation of a person with an agent. */
export interface ProjectTalk {
  /** Its day in the project's history, from 1 on. */
  day: number;
  turns: SaidTurn[];
}

/** Work that needs a rule which was decided in an earlier conversation. */
export interface AgentTask {
  product: string;
  /** The names of its module `src/NAME.js` and its test. */
  name: string;
  prompt: string;
  /** Where the rule was decided, and where part of it was amended. */
  talks: ProjectTalk[];
  rule: RulePart[];
  code: string;
  /** The test that the person knows of. */
  repro: string;
  /** The tests that hold the rule; only the reviewer has them. */
  hidden: string;
  /** Passes the repro and fails the hidden tests. */
  naive: string;
  right: string;
}

/** A part of a rule, and the words of which a text that tells it has every one; `|` stands between words that do as well. */
interface RulePart {
  says: string;
  markers: string[];
}

/** A repository with modules, each of which is the matter of a task. */
export interface Product {
  name: string;
  title: string;
  tasks: AgentTask[];
  /** Conversations that decided none of the rules. */
  decoys: ProjectTalk[];
}

/** The products in `tasks/`, a folder for each, a file for each task. */
export function readProducts(): Product[] {
  const common = talksIn(sectionsIn(readTask('decoys.md')));
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const own = readTask(`${name}/decoys.md`);
      const files = readdirSync(new URL(`${name}/`, FOLDER)).filter((file) => file !== 'decoys.md');
      return {
        name,
        title: own.slice(2, own.indexOf('\n')),
        tasks: files.sort().map((file) => taskIn(readTask(`${name}/${file}`), name, file.replace('.md', ''))),
        decoys: [...talksIn(sectionsIn(own)), ...common],
      };
    });
}

/** How many parts of a rule a text tells. */
export const partsTold = (text: string, { rule }: Pick<AgentTask, 'rule'>): number => {
  const plain = text.replaceAll(/\s+/g, ' ');
  // A marker may end within a word, but not begin in one, and a number is whole.
  const has = (words: string) =>
    new RegExp(`${/^\w/.test(words) ? '\\b' : ''}${RegExp.escape(words)}(?!\\d)`, 'i').test(plain);
  return rule.filter(({ markers }) => markers.every((marker) => marker.split('|').some(has))).length;
};

const FOLDER = new URL('./tasks/', import.meta.url);
const readTask = (path: string): string => readFileSync(fileURLToPath(new URL(path, FOLDER)), 'utf8');

function taskIn(text: string, product: string, name: string): AgentTask {
  const sections = sectionsIn(text);
  const of = (heading: string): string => {
    const found = sections.find((section) => section.heading === heading);
    if (!found) throw new Error(`${product}/${name}.md has no section "${heading}".`);
    return found.body;
  };
  const code = (heading: string) => `${of(heading).replace(/^```js\n|\n```$/g, '')}\n`;
  return {
    ...{ product, name, prompt: of('Prompt'), talks: talksIn(sections) },
    rule: of('Rule')
      .split('\n')
      .map((line) => {
        const [says, markers] = line.slice(2).split(' :: ');
        return { says: says!, markers: markers!.split(', ') };
      }),
    ...{ code: code('Code'), naive: code('Naive'), right: code('Right') },
    ...{ repro: TEST_HEAD + code('Repro'), hidden: TEST_HEAD + code('Hidden') },
  };
}

const TEST_HEAD = "import assert from 'node:assert/strict';\nimport test from 'node:test';\n";

const sectionsIn = (text: string) =>
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n');
      return { heading: section.slice(0, end), body: section.slice(end).trim() };
    });

/** Sections such as `Talk, day 3`; lines of the person begin with `>`, paragraphs in a row without it are one reply. */
const talksIn = (sections: ReturnType<typeof sectionsIn>): ProjectTalk[] =>
  sections.flatMap(({ heading, body }) => {
    const day = /^(?:Talk|Amended), day (\d+)$/.exec(heading)?.[1];
    if (day === undefined) return [];
    const turns: SaidTurn[] = [];
    for (const text of body.split(/\n{2,}/)) {
      const role = text.startsWith('> ') ? 'user' : 'assistant';
      const plain = text.replace(/^> /gm, '');
      const last = turns.at(-1);
      if (last?.role === role) last.text += `\n\n${plain}`;
      else turns.push({ role, text: plain });
    }
    return [{ day: Number(day), turns }];
  });
