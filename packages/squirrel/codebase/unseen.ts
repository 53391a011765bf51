import type { CodeSymbol, Language } from '@sqrl/base/model/code.ts';
import { usedFunctions } from '@sqrl/code-graph/index.ts';
import { codeFile, unparsedFiles } from '@sqrl/code-graph/tables/files.ts';
import type { GraphQuery } from './graph.ts';

/** What an answer about the users of a symbol cannot have seen, and how far it can be trusted. */
export function unseenBy(ask: GraphQuery, { file: path }: CodeSymbol): string[] {
  const file = codeFile(ask.store, path);
  const unparsed = unparsedFiles(ask.store).find((each) => each.path === path);
  const language = file?.language as Language | null | undefined;
  return [
    ...(unparsed ? [`${path} is not parsed (${unparsed.because}).`] : []),
    ...(file?.broken ? [`${path} has syntax errors, so parts of it may be missing.`] : []),
    ...(language ? unseenIn(ask, language) : []),
  ];
}

function unseenIn(ask: GraphQuery, language: Language): string[] {
  const cut = CUTS[language];
  if (!cut) return [`Of ${language} only imports and supertypes are linked, not calls.`];
  const { functions, used } = usedFunctions(ask.store, ask.graph, language);
  const percent = functions === 0 ? 100 : Math.floor((100 * used) / functions);
  return [cut, `${percent} % of the functions in ${language} here have a known user.`];
}

const DYNAMIC =
  'Calls on values of unknown type, by computed names, from frameworks or in generated files are not seen.';

/** What cuts the way in the languages whose calls are linked; in the others only imports and supertypes are. */
const CUTS: Partial<Record<Language, string>> = {
  typescript: DYNAMIC,
  tsx: DYNAMIC,
  javascript: DYNAMIC,
  python: DYNAMIC,
  go: 'Calls through interfaces, by reflection or in generated files are not seen.',
  rust: 'Functions and calls that procedural macros or macros of other files make, and calls through traits of other crates, are not seen.',
};
