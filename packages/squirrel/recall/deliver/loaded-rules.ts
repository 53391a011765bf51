import { statSync } from 'node:fs';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import { remembered } from '@sqrl/base/memo.ts';
import { COMMAND_KEY, type Memory } from '@sqrl/base/model/memory.ts';
import { escaped } from '@sqrl/base/text/escaped.ts';
import { AGENT_CLIENTS } from '../../clients/clients.ts';
import { loadedFiles, loadsByItself } from '../../clients/loaded-rules.ts';
import { fileRulesIn } from '../../learn/notes/rule-file.ts';
import { memoriesInRules } from '../../store/memory/rule-files.ts';
import { inProject } from '../../workspace/in-project.ts';
import type { Engine } from '../../workspace/workspace.ts';

/** Memories that a client's agent has read already, each with the rule file that says it. */
export type LoadedRules = ReadonlyMap<string, string>;

export const NONE_LOADED: LoadedRules = new Map();

/**
 * What an agent of a client has read already: the memories that stand in rule files which the client loads itself, and, looked
 * up when first asked, other memories whose words stand there. To tell them again takes the room of others.
 */
export function loadedFor(
  { project, clients, indexedStores }: Engine,
  client: string | undefined,
): { loaded: LoadedRules; loads?: LoadedText } {
  const agent = AGENT_CLIENTS.find(({ name }) => name === client);
  if (!agent) return { loaded: NONE_LOADED };
  const places = { root: project?.root, home: clients?.[agent.name] };
  const lines = indexedStores.flatMap(({ store }) => memoriesInRules(store));
  const isLoaded = lines.length > 0 ? loadsByItself(agent.rules, places) : () => false;
  const paths = new Set(lines.map(({ path }) => path).filter(isLoaded));
  const standing = lines.filter(({ path }) => paths.has(path));
  let files: string[] | undefined;
  return {
    loaded: new Map(standing.map(({ memory, path }) => [memory, inProject(project, path)])),
    loads(memory) {
      files ??= loadedFiles(agent.rules, places).slice(0, MAX_FILES);
      const says = files.length === 0 ? undefined : saidBy(memory);
      const file = says && files.find((path) => says(textOf(path)));
      return file === undefined ? undefined : inProject(project, file);
    },
  };
}

/** The file a client loads itself that says what a memory says; undefined where none does. */
export type LoadedText = (memory: Memory) => string | undefined;

const MAX_FILES = 20;

interface RuleText {
  text: string;
  rules: readonly RuleWords[];
}

/** Whether a text says what a memory says: names its command, or has its words in one rule. */
function saidBy(memory: Memory): (file: RuleText) => boolean {
  const command = commandOf(memory)?.replace(/ <.*$/s, '');
  if (command !== undefined) {
    const named = new RegExp(`(?<![\\w./-])${escaped(command)}(?![\\w:./-])`);
    return ({ text }) => named.test(text);
  }
  const words = ruleWords(memory.text);
  return ({ rules }) => rules.some((rule) => saysNoMore(words, rule));
}

const textOf = (path: string): RuleText => {
  const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 };
  return textAt(JSON.stringify([path, mtimeMs, size]));
};

/** Read once for each state of a file, since every prompt asks. */
const textAt = remembered((stamp): RuleText => {
  const text = foreignText((JSON.parse(stamp) as [string])[0], { maxBytes: MAX_BYTES }) ?? '';
  return { text, rules: fileRulesIn(text).map((rule) => ruleWords(rule.text)) };
}, MAX_FILES);

const MAX_BYTES = 256 * 1024;

/** Hits searched for in addition, where some may be left out; more would take too long. */
export const roomFor = (loaded: LoadedRules): number => Math.min(loaded.size, 100);

/** The words of a rule in their order, without what only fills, and how many of them deny. */
interface RuleWords {
  words: readonly string[];
  negations: number;
}

/**
 * Whether a rule says nothing that another does not: its words all stand there, in their order, and both are for a thing or
 * both against it. Likeness would take "reset the seeds" for "update the seeds", and one folder for another.
 */
export function saysNoMore(said: RuleWords, than: RuleWords): boolean {
  if (said.words.length === 0 || said.negations !== than.negations) return false;
  let from = 0;
  return said.words.every((word) => {
    const found = than.words.indexOf(word, from);
    from = found + 1;
    return found >= 0;
  });
}

export function ruleWords(text: string): RuleWords {
  const found =
    text
      .slice(0, MAX_CHARS)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+(?:['’./:@-]+[\p{L}\p{N}_]+)*/gu) ?? [];
  const words = found.filter((word) => !FILLING.has(word));
  return { words, negations: words.filter((word) => NEGATION.test(word)).length };
}

const MAX_CHARS = 4000;

const FILLING: ReadonlySet<string> = new Set(
  'a an the to of is are be in on for with by at we our us it its and that this please always here do must should have has you your also just so will i my'.split(
    ' ',
  ),
);

const NEGATION =
  /^(?:not|never|no|without|avoid|instead|neither|nor|cannot|.+n['’]t|dont|nicht|nie|niemals|kein\w*|ohne|ne|pas|jamais|sans|nunca|jamás|sin|não|nem)$/;

/** The command that a memory with a command's key is about. What a person wrote has it as its first piece of code. */
export function commandOf({
  key,
  text,
  record,
}: Pick<Memory, 'key' | 'text' | 'record'>): string | undefined {
  if (!key?.startsWith(COMMAND_KEY)) return undefined;
  return record?.kind === 'command' ? record.uses[0]?.command : /`([^`]+)`/.exec(text)?.[1];
}
