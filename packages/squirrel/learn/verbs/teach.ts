import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { type ForeignFile, readForeignFile, workTreeOf } from '@sqrl/base/foreign-file.ts';
import type { Notice } from '@sqrl/base/messages.ts';
import type { Draft, Memory } from '@sqrl/base/model/memory.ts';
import { ruleFileTag } from '@sqrl/base/model/note-tag.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { contentWords, share } from '@sqrl/base/text/content-words.ts';
import { NOWHERE } from '../../clients/folders.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { isWrittenAfterForeignText } from '../../store/events/agents-turn.ts';
import { addMemoryAction, IMPORTED } from '../../store/memory/changes.ts';
import {
  isInRules,
  type RuleLine,
  removeRuleFile,
  ruleFiles,
  ruleLines,
  setRuleFile,
} from '../../store/memory/rule-files.ts';
import { inProject } from '../../workspace/in-project.ts';
import { storedMemories, storesOf } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { claimOf } from '../claims/memory-claims.ts';
import { writeStep } from '../gate/history.ts';
import { type FileRule, fileRulesIn } from '../notes/rule-file.ts';
import { triggerOf } from '../rules/held.ts';
import { projectPrograms } from '../rules/project-programs.ts';
import { findRules, type RuleSource } from './find-rules.ts';
import { newMemoryAction, recordMemoryAction } from './note-change.ts';
import { reconcileWithLearned } from './reconcile.ts';
import { rememberAll, storeFor } from './remember.ts';

const NOTHING_TAUGHT = {
  ...{ rules: 0, added: 0, changed: 0, known: 0, removed: 0 },
  // Rules that the gate dropped, and those that wait for a person: `sqrl history why` and `sqrl review` tell why.
  ...{ refused: 0, waiting: 0 },
  // Rules that are checked before an agent acts.
  held: 0,
  // Why it could not be read, where it could not.
  because: null as string | null,
  // Where it is only looked at: the rules that would come, and the memories that would go.
  ...{ fresh: [] as string[], gone: [] as string[] },
};

type TaughtFile = typeof NOTHING_TAUGHT & Pick<RuleSource, 'path' | 'scope'>;

/**
 * Reads rule files into memories, tied to their lines: what was edited since follows, what was taken out goes. It is one
 * action, which `undo` takes back.
 */
export async function teach(
  engine: Engine,
  { paths, dryRun }: Parsed<'teach'>,
): Promise<{ files: TaughtFile[]; notices: Notice[]; action: string | null }> {
  const known = findRules(engine);
  const sources =
    paths?.map((path) => known.find((one) => one.path === path) ?? sourceOf(engine, path)) ?? known;
  const notices: Notice[] = [];
  const files: TaughtFile[] = [];
  const action = newMemoryAction();
  for (const source of sources)
    files.push(await teachFrom(engine, source, { dryRun, tainted: false, action }, notices));
  const isNews = !dryRun && files.some(({ added, changed, removed }) => added + changed + removed > 0);
  return { files, notices, action: isNews ? action : null };
}

/**
 * Reads again the rule files that were taught from and have changed since. A person who has a file read has looked at it;
 * a `git pull` changes it behind their back. So what is new in a file of a work tree waits until the file is taught again
 * or the rule is confirmed; a line that is gone takes its memory along as ever.
 */
export async function followRules(engine: Engine): Promise<TaughtFile[]> {
  const files: TaughtFile[] = [];
  for (const store of storesOf(engine)) {
    if (store.readOnly) continue;
    for (const { path, hash, readAt: since } of ruleFiles(store)) {
      const file = read(engine, path);
      // The folder may be on a disk that is not here today; only a file that is gone from its folder is gone.
      if ('gone' in file) {
        if (statSync(dirname(path), { throwIfNoEntry: false })) files.push(lose(store, path, engine.now()));
      } else if ('bytes' in file && sha(file.bytes) !== hash) {
        const source = findRules(engine).find((one) => one.path === path) ?? sourceOf(engine, path);
        const tainted =
          treeOf(engine, path) !== undefined ||
          isWrittenAfterForeignText(engine.own.store, { path: basePath(engine, path), since });
        files.push(await teachFrom(engine, source, { dryRun: false, tainted, action: null }, []));
      }
    }
  }
  return files;
}

/** A file that nobody knows by its name holds for the project at hand. */
const sourceOf = ({ project }: Engine, path: string): RuleSource => ({
  path,
  scope: project ? 'project' : 'global',
  scopeOf: null,
});

async function teachFrom(
  engine: Engine,
  source: RuleSource,
  /** `action`: what a person has it read by; null where it is read because it changed. */
  { dryRun, tainted, action }: { dryRun: boolean; tainted: boolean; action: string | null },
  notices: Notice[],
): Promise<TaughtFile> {
  const { path, scope } = source;
  const result: TaughtFile = { ...NOTHING_TAUGHT, path, scope };
  const file = read(engine, path);
  if (!('bytes' in file))
    return { ...result, because: 'gone' in file ? 'the file does not exist' : file.because };
  const { bytes } = file;
  if (bytes.includes(0)) return { ...result, because: 'it is not text' };
  const rules = [...new Map(fileRulesIn(bytes.toString('utf8')).map((rule) => [rule.hash, rule])).values()];
  const { store } = storeFor(engine, { scope });
  const before = ruleLines(store, path);
  const kept = new Map(before.map((line) => [line.hash, line]));
  const waiting = tainted ? [] : before.filter((line) => isWaiting(store, line));
  const isFresh = ({ hash }: FileRule) => !kept.has(hash) || waiting.some((line) => line.hash === hash);
  const fresh = rules.filter(isFresh);
  const gone = before.filter(({ hash }) => !rules.some((rule) => rule.hash === hash));
  result.rules = rules.length;
  const isProgram = projectPrograms(engine);
  result.held = rules.filter(({ text }) => triggerOf({ text, record: null }, isProgram) !== null).length;
  result.known = rules.length - fresh.length;
  if (dryRun) {
    const texts = gone.flatMap(({ memory }) => memoryIn(store, memory)?.memory.text ?? []);
    return {
      ...{ ...result, added: fresh.length, removed: gone.length },
      ...{ fresh: fresh.map(({ text }) => text), gone: texts },
    };
  }
  const note = noteImport(store, action, engine.now());
  for (const line of waiting) accept(store, line, { at: engine.now(), note });
  const isShared = sharedKeys(rules);
  const texts = new Map(gone.map(({ memory }) => [memory, memoryIn(store, memory)?.memory.text]));
  const told = await rememberAll(
    engine,
    fresh.map((rule) => ({ ...draftOf(engine, rule, source, isShared), tainted })),
    'rules',
  );
  await reconcileWithLearned(
    engine,
    told.flatMap((one) => (one.did === 'dropped' ? [] : [one.memory])),
  );
  for (const { notices: some } of told) for (const one of some) if (!notices.includes(one)) notices.push(one);
  store.transaction(() => {
    const lines: RuleLine[] = rules.flatMap(({ hash, line }): RuleLine[] => {
      const old = kept.get(hash);
      const one = told[fresh.findIndex((rule) => rule.hash === hash)];
      // What was dropped keeps its line all the same, so that it is not told again with every edit.
      const memory = old?.memory ?? (one?.did === 'dropped' ? one.id : one?.memory.id);
      return memory === undefined ? [] : [{ line, hash, memory }];
    });
    for (const line of gone) {
      const successor = successorOf(line, texts.get(line.memory), fresh, told);
      // Other words for the same: the memory is the one that was there.
      if (successor === line.memory) continue;
      const why = successor
        ? `its line in ${basePath(engine, path)} now says ${successor}`
        : `its line was removed from ${basePath(engine, path)}`;
      retire(store, line.memory, { path, at: engine.now(), why, note });
      result[successor ? 'changed' : 'removed']++;
    }
    const did = (what: (typeof told)[number]['did']) => told.filter((one) => one.did === what).length;
    result.refused = did('dropped');
    result.known += did('reinforced');
    result.waiting = told.filter((one) => one.did !== 'dropped' && one.review !== null).length;
    const accepted = fresh.filter(({ hash }) => kept.has(hash)).length;
    result.added = did('added') + did('revived') + accepted - result.changed;
    setRuleFile(store, { path, hash: sha(bytes), lines, at: engine.now() });
    for (const { did: how, memory } of told) {
      if (how === 'added') note(undefined, memory);
      if (how === 'revived') note({ ...memory, status: 'deprecated' }, memory);
    }
  });
  return result;
}

const draftOf = (
  engine: Engine,
  { text, line, paths }: FileRule,
  { path, scope, scopeOf }: RuleSource,
  isShared: (text: string) => boolean,
): Draft => ({
  text,
  ...(isShared(text) && { key: null }),
  ...placeOf(paths, { scope, scopeOf }),
  source: 'file_index',
  status: 'active',
  confidence: RULE_CONFIDENCE,
  tags: [ruleFileTag(basePath(engine, path))],
  files: paths.filter((each) => !/[*{]/.test(each)),
  relations: [{ kind: 'derived_from', to: basePath(engine, path), confidence: 1 }],
  evidence: [
    {
      ...{ proof: 'rule_file', episode: null, quote: text.slice(0, 300), at: engine.now() },
      events: [`${basePath(engine, path)}:${line}`],
    },
  ],
});

/** Where a rule holds: a file that is for some paths is for a part, even where those have no folder in common. */
function placeOf(
  paths: readonly string[],
  { scope, scopeOf }: Pick<RuleSource, 'scope' | 'scopeOf'>,
): Pick<Draft, 'scope' | 'scopeOf' | 'reach'> {
  if (paths.length === 0 || scope === 'global') return { scope, scopeOf };
  const folders = new Set(paths.map((path) => /^(?:[^*?{[/]+\/)*/.exec(path)![0].slice(0, -1)));
  const [folder] = folders;
  return folders.size === 1 && folder
    ? { scope: 'path', scopeOf: folder }
    : { scope, scopeOf, reach: 'part' };
}

type NoteImport = (before: Memory | undefined, after: Memory) => void;

/** Writes down what reading a file by a person's action did to a memory, so that it can be undone. */
const noteImport =
  (store: Store, action: string | null, at: number): NoteImport =>
  (before, memory) => {
    if (action === null) return;
    if (before) recordMemoryAction(store, { action, did: IMPORTED, at }, { memory: before }, { memory });
    else addMemoryAction(store, { id: action, memory: memory.id, at, did: IMPORTED, was: {}, became: {} });
  };

/** Whether a rule's key is also another's of its file: it tells neither from the other, so neither has it. */
function sharedKeys(rules: readonly FileRule[]): (text: string) => boolean {
  const keyOf = (text: string) => claimOf({ text, key: null, polarity: 0 }).key;
  const keys = rules.flatMap(({ text }) => keyOf(text) ?? []);
  const shared = new Set(keys.filter((key, i) => keys.indexOf(key) !== i));
  return (text) => shared.has(keyOf(text) ?? '');
}

/** The memory of the rule that stands where another stood and has words of it: it was edited. */
function successorOf(
  { line }: RuleLine,
  text: string | undefined,
  fresh: readonly FileRule[],
  told: readonly { did: string; memory: Memory }[],
): string | undefined {
  const at = fresh.findIndex((rule) => rule.line === line);
  const isAlike = at >= 0 && share(contentWords(text ?? ''), contentWords(fresh[at]!.text)) > 0;
  return isAlike && told[at]!.did !== 'dropped' ? told[at]!.memory.id : undefined;
}

/** Deprecates a memory whose line is gone, unless a person has made it theirs. */
function retire(
  store: Store,
  id: string,
  { path, at, why, note }: { path: string; at: number; why: string; note?: NoteImport },
): void {
  const found = memoryIn(store, id);
  if (!found || found.memory.verified || found.memory.pinned || found.memory.status === 'deprecated') return;
  const { row, memory } = found;
  // Learned otherwise, or said by another file too: this file's line was one proof of several.
  if (memory.source !== 'file_index' || isInRules(store, id, path)) return;
  const next: Memory = { ...memory, status: 'deprecated', updatedAt: at };
  note?.(memory, next);
  writeStep(store, row, next, { at, did: 'superseded', why });
}

function lose(store: Store, path: string, at: number): TaughtFile {
  const lines = ruleLines(store, path);
  store.transaction(() => {
    for (const { memory } of lines) retire(store, memory, { path, at, why: `${path} was deleted` });
    removeRuleFile(store, path);
  });
  const because = 'the file does not exist';
  return { ...NOTHING_TAUGHT, path, scope: 'project', removed: lines.length, because };
}

const memoryIn = (store: Store, id: string) => storedMemories([store], id)[0];

const basePath = ({ project }: Engine, path: string): string => inProject(project, path);

/** Whether a rule that came into its file by itself waits for the person. */
function isWaiting(store: Store, { memory: id }: RuleLine): boolean {
  const { memory } = memoryIn(store, id) ?? {};
  return memory?.source === 'file_index' && memory.tainted && memory.needsReview && !memory.verified;
}

/** The person has the file read: what waited for that holds. */
function accept(
  store: Store,
  { memory: id }: RuleLine,
  { at, note }: { at: number; note: NoteImport },
): void {
  const { row, memory } = memoryIn(store, id)!;
  const held = { tainted: false, needsReview: false, confidence: RULE_CONFIDENCE };
  const next: Memory = { ...memory, ...held, updatedAt: at };
  store.transaction(() => {
    writeStep(store, row, next, { at, did: 'confirmed', why: 'a person imported its file again' });
    note(memory, next);
  });
}

const RULE_CONFIDENCE = 0.9;

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const MAX_BYTES = 256 * 1024;

/** A link may not lead out of the work tree that a rule file lies in: whoever wrote the repository set it. */
const read = (engine: Engine, path: string): ForeignFile =>
  readForeignFile(path, { maxBytes: MAX_BYTES, what: 'a rule file', below: treeOf(engine, path) });

/** The work tree or the project that a file lies in; undefined where only the person and their clients write. */
function treeOf({ project, clients }: Engine, path: string): string | undefined {
  const { repositories: _, vscode: __, ...folders } = clients ?? NOWHERE;
  if (Object.values(folders).some((folder) => path.startsWith(folder + sep))) return undefined;
  return workTreeOf(path) ?? (project && path.startsWith(project.root + sep) ? project.root : undefined);
}
