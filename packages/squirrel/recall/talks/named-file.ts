import { changedIn } from '../../store/events/file-sessions.ts';
import { pathMentions } from '../files/mentions.ts';
import { pathsOf } from '../files/paths.ts';
import { isOnTask, isSettled } from './grade.ts';
import { isSameMatter, type SettledTalk } from './settled-talks.ts';

/**
 * Of the talks that a prompt may be about, the one that settled something and changed a file that the prompt names, or what a named
 * test is of. Undefined where talks on several matters did: then the file says little.
 */
export function talkOnNamedFile(prompt: string, talks: readonly SettledTalk[]): SettledTalk | undefined {
  const named = pathMentions(prompt).flatMap(({ path, stress }) => (stress < NAMED ? [] : [path]));
  if (named.length === 0) return undefined;
  const [first, ...others] = talks.filter((talk) => changes(talk, named));
  if (first === undefined || !isSettled(first) || !isOnTask(first.hit)) return undefined;
  const isRival = (talk: SettledTalk) =>
    talk.hit.sessionRow !== first.hit.sessionRow && !isSameMatter(first, talk);
  return others.some(isRival) ? undefined : first;
}

/** A path that is named as an example or as unchanged has less (`pathMentions`). */
const NAMED = 1;

function changes({ hit, messages }: SettledTalk, named: readonly string[]): boolean {
  const time = { from: messages[0]!.at, to: hit.at };
  const changed = changedIn(hit.indexedStore.store, hit.sessionRow, time);
  const isMeant = (name: string) =>
    pathsOf(changed).ending(name).length > 0 || pathsOf([...changed, name]).kin(name).length > 0;
  return changed.length > 0 && named.some(isMeant);
}
