import { CHANGES, CREATES, isEvery, isInstead, isSome, type Shape, wordsOf } from './clause.ts';
import { namedFiles, newFiles } from './named.ts';

/** "Do not edit PATH", "`PATH` is generated, never change it", "don't touch anything outside `src/`." */
export const changedFiles: Shape = ({ segment, verbs, tokens, words, things, isLimited }) => {
  // "Niemals `src/gen/`": a path alone is one that is not to be changed.
  const isBare =
    things.options.length === 0 &&
    verbs.length === 0 &&
    things.isDirect &&
    !isInstead(segment) &&
    things.texts.length + things.calls.length === 0 &&
    tokens[0]?.is === 'code' &&
    things.files.every((file) => /\/$|\*|\.\w{1,5}$/.test(file));
  // "Put checks in `a.ts`, never in `b.ts`": of code it cannot be seen what of it is meant.
  const isElsewhere = isSome(verbs, CHANGES) && /^(?:in|into|to)$/i.test(tokens[0]?.text ?? '');
  if (isElsewhere && !things.files.every((file) => /\.(?:md|mdc?|txt)$/.test(file))) return undefined;
  // "Do not write everything in `a.ts`"
  const isAbout = (!isSome(verbs, CHANGES) && !isBare) || /^(?:everything|all|logic) in\b/.test(words);
  if (isAbout || isLimited) return undefined;
  // "Do not add guides to `docs/`"
  const place = tokens.findIndex(({ text, is }) => is === 'code' && text.endsWith('/'));
  const isInto = /^(?:to|in|into|under)$/.test(
    wordsOf(tokens.slice(0, Math.max(0, place)))
      .replace(/ the$/, '')
      .split(' ')
      .at(-1)!,
  );
  if (place > 0 && isInto && isEvery(verbs, CREATES))
    return { files: [tokens[place]!.text], change: 'create' };
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
    : /^(?:any |the |existing |my )*files\b/.test(words)
      ? ['**']
      : namedFiles(words);

/** A folder or file as an import names it. */
export const importText = (file: string) => ({
  text: file.replace(/^\.?\/|\/(?:\*\*?)?$|\.\w{1,4}$/g, ''),
  where: 'import' as const,
});

/** "No new md files", "never add newsfragments for `providers/`", "no tailwind.config file". */
export const unwantedFiles: Shape = ({ segment, verbs, tokens, words, things, before }) => {
  // "Never wrap Markdown": a verb that is not known.
  if (
    (!isEvery(verbs, CREATES) && !isInstead(segment)) ||
    (verbs.length === 0 && /^(?:never|do|don['’]t|avoid)$/.test(segment.by))
  )
    return undefined;
  // "No new files in `a/`"
  const folders = things.scope.places.length > 0 ? things.scope.places : things.files;
  if (
    /^(?:any )?new \w+ (?:in|under|inside|to|into|below)\b/.test(words) &&
    folders.length > 0 &&
    !isInstead(segment)
  )
    return { files: [...folders], change: 'create' };
  // "Tests are `*.test.ts`, not `.spec.ts`": how files are called.
  const chosen =
    before.at(-1)?.tokens.filter(({ text, is }) => is === 'code' && /^[\w-]+\.[a-z]{2,5}$/.test(text)) ?? [];
  const isEnding = things.files.length > 0 && things.files.every((file) => /^\*(?:\.\w+){2}$/.test(file));
  // "… must use `a.json`, not `a.toml`"
  const isChosen = things.files.length > 0 && things.files.every((file) => /^[\w-]+\.[a-z]{2,5}$/.test(file));
  if (isInstead(segment) && (isEnding || (isChosen && chosen.length > 0 && tokens[0]?.is === 'code')))
    return { files: things.files, change: 'create' };
  const kinds = tokens.flatMap(({ text, is }, i) => {
    const next = tokens[i + 1]?.text.toLowerCase() ?? '';
    const isListed = /^(?:and|or|,)$/.test(next) && /\bfiles?\b/.test(words);
    const isKind = /^files?$/.test(next) || isListed || text.includes('/') || /^readmes?$/i.test(text);
    if (is !== 'word' || !isKind) return [];
    const isName = /^[\w-]+\.[\w.-]+$/.test(text) && next === 'file';
    return isName ? [text, `${text}.*`] : newFiles(text);
  });
  if (kinds.length > 0) return { files: kinds, change: 'create' };
  const [noun, preposition] = tokens;
  const isPart =
    noun?.is === 'word' &&
    /^(?!files$)[a-z][\w-]{3,}$/.test(noun.text) &&
    /^(?:for|in|to|under|inside)$/.test(preposition?.text ?? '');
  const parts = isPart && verbs.length > 0 ? things.files.filter((file) => file.endsWith('/')) : [];
  return parts.length > 0
    ? { files: parts.map((file) => `${file}**/${noun!.text}`), change: 'create' }
    : undefined;
};
