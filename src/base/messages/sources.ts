import type { MessageText } from './text.ts';

/** Why a part of the code, a note or an imported entry was left out, and why files belong together. */
export const SOURCE_MESSAGES = {
  // Entries of an import.
  'import.empty': 'Nothing to remember: the text is empty',
  'import.duplicate': 'Duplicate: memory {id} already has this text',

  // Notes.
  'notes.folderUnreadable': 'the folder cannot be read',
  'notes.notUtf8': 'it is not UTF-8 text',
  'notes.longPath': 'its path is too long',
  'notes.tooLarge': 'its size is {size} KB; the limit for a note is {limit} KB',
  'notes.watchFailed': 'Watching {folder} failed ({code}); checking it every {seconds} s instead.',
  'notes.folderGone': '{folder} does not exist; checking for it every {seconds} s.',
  'notes.failed': 'Notes: {trouble}',

  // Source files that are not parsed.
  // What an answer of the code graph did not find, and cannot have seen.
  'graph.none.callers': 'No use of {symbol} was found.',
  'graph.none.callees': 'Nothing of this repository that {symbol} uses was found.',
  'graph.none.impact': 'Nothing that a change of {symbol} may break was found within {depth} steps.',
  'graph.none.tests': 'No test that reaches {symbol} within {depth} steps was found.',
  'graph.guessed': 'No caller of {symbol} was found. These tests use what it belongs to, and may run it.',
  'graph.named': 'No caller of {symbol} was found. These tests use its name, and may run it.',
  'graph.unseen.unparsed': '{path} is not parsed ({because}).',
  'graph.unseen.broken': '{path} has syntax errors, so parts of it may be missing.',
  'graph.unseen.shallow': 'Of {language} only imports and supertypes are linked, not calls.',
  'graph.unseen.dynamic':
    'Calls on values of unknown type, by computed names, from frameworks or in generated files are not seen.',
  'graph.unseen.interfaces': 'Calls through interfaces, by reflection or in generated files are not seen.',
  'graph.unseen.macros':
    'Functions and calls that procedural macros or macros of other files make, and calls through traits of other crates, are not seen.',
  'graph.unseen.share': '{percent} % of the functions in {language} here have a known user.',
  'unparsed.tooLarge': 'too large',
  'unparsed.tooTangled': 'too tangled',
  'unparsed.brokeParser': 'broke the parser',
  'unparsed.tookTooLong': 'took too long',

  // Why two files belong together.
  'together.changed': { one: 'changed together once', other: 'changed together {n} times' },
  'together.sameName': 'has the same name',
  'together.itsTest': 'its test',
  'together.testedByIt': 'tested by it',
  'together.importedByIt': 'imported by it',
  'together.importsIt': 'imports it',
  'together.sameFolder': 'in the same folder',

  // Why code has no vectors yet.
  'embedCode.stopped': 'stopped',
  'embedCode.notIndexed': 'some files are not indexed yet',
  'embedCode.slow':
    'the embedder is too slow for automatic embedding ({perSecond} texts/s); run `sqrl config set graph.embed on` to embed anyway',

  // A project whose store cannot be opened.
  'project.unreadable': 'Cannot read {path}: {trouble}',
} as const satisfies Record<string, MessageText>;
