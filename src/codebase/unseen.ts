import { type Message, message } from '../base/messages.ts';
import { type CodeGraph, isUsed, unparsedMessage } from '../code/index.ts';
import { type CodeSymbol, type Language, SYMBOL_KINDS } from '../model/code.ts';
import { codeFile, codeFilesIn } from '../store/code/files.ts';
import { unparsedFiles } from '../store/code/unparsed.ts';
import type { GraphQuery } from './graph.ts';

/** What an answer about the users of a symbol cannot have seen, and how far it can be trusted. */
export function unseenBy(ask: GraphQuery, { file: path }: CodeSymbol): Message[] {
  const file = codeFile(ask.store, path);
  const unparsed = unparsedFiles(ask.store).find((each) => each.path === path);
  const language = file?.language as Language | null | undefined;
  return [
    ...(unparsed
      ? [message('graph.unseen.unparsed', { path, because: unparsedMessage(unparsed.because).text })]
      : []),
    ...(file?.broken ? [message('graph.unseen.broken', { path })] : []),
    ...(language ? unseenIn(ask, language) : []),
  ];
}

function unseenIn(ask: GraphQuery, language: Language): Message[] {
  const code = CUTS[language];
  if (!code) return [message('graph.unseen.shallow', { language })];
  const { functions, used } = calledShare(ask, language);
  const percent = functions === 0 ? 100 : Math.floor((100 * used) / functions);
  return [message(code), message('graph.unseen.share', { percent, language })];
}

/** What cuts the way in the languages whose calls are linked; in the others only imports and supertypes are. */
const CUTS = {
  typescript: 'graph.unseen.dynamic',
  tsx: 'graph.unseen.dynamic',
  javascript: 'graph.unseen.dynamic',
  python: 'graph.unseen.dynamic',
  go: 'graph.unseen.interfaces',
  rust: 'graph.unseen.macros',
} as const satisfies Partial<Record<Language, string>> as Partial<
  Record<Language, 'graph.unseen.dynamic' | 'graph.unseen.interfaces' | 'graph.unseen.macros'>
>;

/** How many functions of a language outside of tests there are, and of how many a user is known. */
function calledShare({ store, graph }: GraphQuery, language: Language): { functions: number; used: number } {
  const known = shares.get(graph) ?? new Map<Language, { functions: number; used: number }>();
  shares.set(graph, known);
  const counted = known.get(language);
  if (counted) return counted;
  const files = new Set(codeFilesIn(store, language).map((id) => graph.nodeOf(id)));
  const share = { functions: 0, used: 0 };
  for (let node = 0; node < graph.size; node++)
    if (FUNCTIONS.has(graph.kindOf(node)) && !graph.isTest(node) && files.has(graph.fileOf(node))) {
      share.functions++;
      share.used += Number(isUsed(graph, node));
    }
  known.set(language, share);
  return share;
}

const shares = new WeakMap<CodeGraph, Map<Language, { functions: number; used: number }>>();
const FUNCTIONS = new Set([SYMBOL_KINDS.indexOf('function'), SYMBOL_KINDS.indexOf('method')]);
