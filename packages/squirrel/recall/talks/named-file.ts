import { printedCode } from '@sqrl/base/model/printed.ts';
import { changesOf } from '../../store/events/file-sessions.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { pathMentions } from '../files/mentions.ts';
import { pathsOf } from '../files/paths.ts';
import { isOnTask, isSettled } from './grade.ts';
import { isSameMatter, type SettledTalk, withLater } from './settled-talks.ts';
import { talkText } from './talk-text.ts';

/**
 * Of the talks that a prompt may be about, the one that settled something and changed a file that the prompt names, or what a named
 * test is of, with the one that took it up later. Undefined where talks on several matters did: then the file says little.
 */
export async function talkOnNamedFile(
  engine: Engine,
  prompt: string,
  { found, before }: { found: readonly SettledTalk[]; before?: number | undefined },
): Promise<SettledTalk | undefined> {
  const named = namedIn(prompt);
  const [first, ...others] = found.filter(({ changed }) => meantBy(named, changed).length > 0);
  if (first === undefined || !isSettled(first) || !isOnTask(first.hit)) return undefined;
  const rivals = others.filter(({ hit }) => hit.sessionRow !== first.hit.sessionRow);
  if (rivals.length !== 1)
    return rivals.every((rival) => isSameMatter(first, rival))
      ? withLater(engine, first, { before, found })
      : undefined;
  const [older, newer] = [first, rivals[0]!].sort((a, b) => a.hit.at - b.hit.at) as [
    SettledTalk,
    SettledTalk,
  ];
  if (isSameMatter(older, newer)) return { ...older, later: newer };
  const told = await withLater(engine, older, { before, found });
  return told.later?.hit.sessionRow === newer.hit.sessionRow ? told : undefined;
}

/** The whole text of a talk, with what else there is to know of a file that the prompt names: nothing, where that is sure. */
export const talkTextFor = (prompt: string, talk: SettledTalk): string =>
  [talkText(talk), completeNote(prompt, talk) ?? []].flat().join('\n');

/** Says that there is no more to look up where no other session changed a file that the prompt names. */
export function completeNote(prompt: string, talk: SettledTalk): string | undefined {
  const told = [talk, talk.later ?? []].flat();
  const isTold = ({ session, at }: { session: number; at: number }) =>
    told.some(({ hit, messages }) => hit.sessionRow === session && at >= messages[0]!.at && at <= hit.at);
  const path = meantBy(namedIn(prompt), talk.changed).find((each) =>
    changesOf(talk.hit.indexedStore.store, each).every(isTold),
  );
  return (
    path && `  - Complete: all that was settled where ${printedCode(path)} was changed; no need to look it up`
  );
}

const namedIn = (prompt: string): string[] =>
  pathMentions(prompt).flatMap(({ path, stress }) => (stress < NAMED ? [] : [path]));

/** A path that is named as an example or as unchanged has less (`pathMentions`). */
const NAMED = 1;

/** The files that are meant by names, or that a named test is of. */
const meantBy = (names: readonly string[], files: readonly string[]): string[] =>
  files.length === 0
    ? []
    : names.flatMap((name) => {
        const meant = pathsOf(files).ending(name);
        return meant.length > 0 ? meant : pathsOf([...files, name]).kin(name);
      });
