import { extname } from 'node:path';
import type { CodeSymbol, Language } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { usedFunctions } from '@sqrl/code-graph/index.ts';
import { codeFile, codeFiles, unparsedFiles } from '@sqrl/code-graph/tables/files.ts';
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
    ...notRead(ask.store),
  ];
}

/** How many source files an answer knows nothing of, by language; none where all were read. */
export function notRead(store: Store): string[] {
  const unparsed = new Set(unparsedFiles(store).map(({ path }) => path));
  const counts = new Map<string, number>();
  for (const { path, language } of codeFiles(store)) {
    const name = unparsed.has(path)
      ? extname(path).slice(1)
      : language
        ? undefined
        : UNREAD[extname(path).toLowerCase()];
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const told = [...counts].sort(([, a], [, b]) => b - a).map(([name, n]) => `${n} in ${name}`);
  return told.length > 0 ? [`Source files not read: ${told.join(', ')}.`] : [];
}

/** Languages that no reader knows, by what their files end in. */
const UNREAD: Readonly<Record<string, string>> = Object.fromEntries(
  `ex,exs Elixir; erl,hrl Erlang; hs,lhs Haskell; ml,mli OCaml; fs,fsx F#; vb Visual_Basic; m,mm Objective-C; jl Julia; r R;
  pl,pm Perl; groovy,gradle Groovy; clj,cljs,cljc Clojure; nim Nim; zig Zig; d D; cr Crystal; elm Elm; sh,bash,zsh Shell;
  ps1,psm1 PowerShell; sql SQL; f90,f95,f Fortran; pas Pascal; ada,adb Ada; astro Astro; cob,cbl COBOL; v Verilog;
  tcl Tcl; rkt Racket; lisp,el Lisp; coffee CoffeeScript; move Move; cairo Cairo; vy Vyper; gd GDScript; hx Haxe`
    .split(';')
    .map((each) => each.trim().split(' '))
    .flatMap(([ends, name]) => ends!.split(',').map((end) => [`.${end}`, name!.replace('_', ' ')])),
);

function unseenIn(ask: GraphQuery, language: Language): string[] {
  const cut = CUTS[language] ?? BY_NAME;
  const { functions, used } = usedFunctions(ask.store, ask.graph, language);
  const percent = functions === 0 ? 100 : Math.floor((100 * used) / functions);
  return [cut, `${percent} % of the functions in ${language} here have a known user.`];
}

/** What cuts the way in each language; those that are not named are followed by names and written types alone. */
const CUTS: Partial<Record<Language, string>> = {
  ...Object.fromEntries(
    ['typescript', 'tsx', 'javascript', 'python'].map((language) => [
      language,
      'Calls on values of unknown type, by computed names, from frameworks or in generated files are not seen.',
    ]),
  ),
  go: 'Calls through interfaces, by reflection or in generated files are not seen.',
  rust: 'Functions and calls that procedural macros or macros of other files make, and calls through traits of other crates, are not seen.',
};

const BY_NAME =
  'Calls are found by names and written types: those on values of unknown type, or of a name that several have, are not seen.';
