import { CHANGES, CREATES, isEvery, isSome, type Shape } from './clause.ts';
import { namedFiles, newFiles } from './named.ts';

/** "Do not edit PATH", "`PATH` is generated, never change it", "don't touch anything outside `src/`." */
export const changedFiles: Shape = ({ segment, verbs, tokens, words, things, isLimited }) => {
  // "Put checks in `a.ts`, never in `b.ts`": of code it cannot be seen what of it is meant.
  const isElsewhere = isSome(verbs, CHANGES) && /^(?:in|into|to)$/i.test(tokens[0]?.text ?? '');
  if (isElsewhere && !things.files.every((file) => /\.(?:md|mdc?|txt)$/.test(file))) return undefined;
  // "Do not write everything in `a.ts`"
  const isAbout = !isSome(verbs, CHANGES) || /^(?:everything|all|logic) in\b/.test(words);
  if (isAbout || isLimited) return undefined;
  const isAll = things.scope.outside.length > 0 && things.files.length + things.texts.length === 0;
  const files = isAll
    ? ['**']
    : things.files.length > 0 && things.isDirect
      ? things.files
      : verbs.includes('delete')
        ? deletedFiles(words)
        : namedFiles(words);
  if (files.length === 0) return undefined;
  const isNew = /^(?:any )?new (?:files?|modules?)\b/.test(words);
  const isCreate = isNew || (verbs.length > 0 && isEvery(verbs, CREATES) && tokens[0]?.text !== 'to');
  const texts = verbs.includes('import') ? files.map(importText) : [];
  const isOld = /\b(?:existing|old|past|previous|applied|committed|merged|already)\b/.test(
    `${words} ${segment.tail.map(({ text }) => text).join(' ')}`,
  );
  const changing = verbs.filter((verb) => CHANGES.has(verb));
  const isDelete =
    changing.length > 0 && changing.every((verb) => /^(?:delete|remove|rename|move)$/.test(verb));
  const change = isCreate ? 'create' : isDelete ? 'delete' : isOld ? 'existing' : 'any';
  return { files, change, texts, outside: [...things.scope.outside] };
};

/** "Never delete tests", "… files". */
const deletedFiles = (words: string): string[] =>
  /^(?:any |the |an? |existing |failing |my )*tests?(?: files?| cases?)?\b/.test(words)
    ? ['<tests>']
    : namedFiles(words);

/** A folder or file as an import names it. */
export const importText = (file: string) => ({
  text: file.replace(/^\.?\/|\/(?:\*\*?)?$|\.\w{1,4}$/g, ''),
  where: 'import' as const,
});

/** "No new md files", "never add newsfragments for `providers/`." */
export const unwantedFiles: Shape = ({ segment, verbs, tokens, words, things }) => {
  // "Never wrap Markdown": a verb that is not known.
  if (!isEvery(verbs, CREATES) || (verbs.length === 0 && /^(?:never|do|don['’]t|avoid)$/.test(segment.by)))
    return undefined;
  const kinds = tokens.flatMap(({ text, is }, i) => {
    const next = tokens[i + 1]?.text.toLowerCase() ?? '';
    const isListed = /^(?:and|or|,)$/.test(next) && /\bfiles?\b/.test(words);
    const isKind = /^files?$/.test(next) || isListed || text.includes('/') || /^readmes?$/i.test(text);
    return is === 'word' && isKind ? newFiles(text) : [];
  });
  if (kinds.length > 0) return { files: kinds, change: 'create' };
  const [noun, preposition] = tokens;
  const isPart = noun?.is === 'word' && /^(?:for|in|to|under|inside)$/.test(preposition?.text ?? '');
  const parts = isPart && verbs.length > 0 ? things.files.filter((file) => file.endsWith('/')) : [];
  return parts.length > 0
    ? { files: parts.map((file) => `${file}**/${noun!.text}`), change: 'create' }
    : undefined;
};
