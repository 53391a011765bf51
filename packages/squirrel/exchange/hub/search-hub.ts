import { HUB_LIMITS } from '@sqrl/base/model/sync/hub-protocol.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { askHub, HubProblem } from './ask-hub.ts';
import { requiredLogin } from './session.ts';
import { openSpaces } from './sync-hub.ts';
import { spaceName } from './take-records.ts';

/**
 * Asks the hub for memories of this person's spaces that are not here: other projects' above all. The question leaves this
 * machine, without what looks like a secret. What comes back is shown, and stored nowhere.
 */
export async function searchHub(
  engine: Engine,
  { question, limit }: Parsed<'hubSearch'>,
  { signal }: { signal?: AbortSignal | undefined },
) {
  const login = requiredLogin(engine);
  const sent = redactSync(question).text.slice(0, HUB_LIMITS.question);
  const asked = { question: sent, without: openSpaces(engine).map(({ space }) => space.id), limit };
  const { found, spaces } = await askHub(login, 'search', asked, { signal }).catch((error) => {
    throw explained(error, login.url);
  });
  const named = new Map(spaces.map((space) => [space.id, spaceName(space)]));
  return {
    url: login.url,
    sent,
    // A hub that was taken over may name spaces that it does not list, and texts that no device would have shared.
    found: found
      .filter(({ space, text }) => named.has(space) && redactSync(text).found.length === 0)
      .slice(0, limit)
      .map(({ space, person, reviewedBy, ...memory }) => ({
        ...memory,
        ...{ space: named.get(space)!, person: person.name, reviewedBy: reviewedBy?.name ?? null },
        isOwn: person.id === login.person.id,
      })),
    searched: spaces.filter(({ sealed }) => !sealed).map(spaceName),
    sealed: spaces.filter(({ sealed }) => sealed).map(spaceName),
  };
}

/** A search has no changes that wait, as `askHub` says of a sync. */
function explained(error: unknown, url: string): unknown {
  if (!(error instanceof HubProblem)) return error;
  const { status, failure, message } = error;
  if (status === 0)
    return new HubProblem(message, 'Run `sqrl ask` without --hub: it searches what is on this machine.', {
      ...{ status, failure, code: 'provider' as const, cause: error },
    });
  if (status === 404)
    return new Problem(
      `The hub at ${url} cannot search.`,
      'Ask the person who runs it to update it.',
      'invalid',
    );
  return error;
}
