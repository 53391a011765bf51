import { type Message, message } from '../base/messages.ts';
import { unparsedMessage, usedFunctions } from '../code/index.ts';
import type { CodeSymbol, Language } from '../model/code.ts';
import { codeFile, unparsedFiles } from '../store/code/files.ts';
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
  const { functions, used } = usedFunctions(ask.store, ask.graph, language);
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
