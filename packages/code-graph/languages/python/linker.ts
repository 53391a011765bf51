import { mentionLinker } from '../mention-linker.ts';
import type { PythonDetail, PythonMention } from './detail.ts';
import { resolvedIn } from './evaluate.ts';
import { filesImported } from './modules.ts';

/** Follows the names of Python through modules, classes and annotations to where they are defined. */
export const pythonLinker = mentionLinker<PythonMention, PythonDetail>({
  language: 'python',
  resolve: ({ expr }, path, world) => resolvedIn(path, world, expr),
  imports: ({ path, detail }, world) =>
    detail.imports.flatMap((each) => filesImported(path, each, world).map((to) => ({ to, line: each.line }))),
  fits: (kind, target) =>
    kind === 'inherits'
      ? target === 'class'
      : kind !== 'references' || target === 'class' || target === 'variable',
});
