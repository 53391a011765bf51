import { digitsOfSaid, SAID_PREFIX } from '@sqrl/base/model/said.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { type CitedMessage, messagesByDigits } from '../store/passages/passages.ts';
import type { Engine } from './workspace.ts';

/** Where the message with an id lies. The first digits will do while only one message begins so. */
export function findMessage(engine: Engine, id: string): { store: Store; message: CitedMessage } {
  const digits = digitsOfSaid(id);
  const found = engine.indexedStores.flatMap(({ store }) =>
    messagesByDigits(store, digits, MAX_CANDIDATES + 1).map((message) => ({ store, message })),
  );
  if (found.length === 0)
    throw new Problem(
      `No message has the id ${SAID_PREFIX}${digits}.`,
      'It may belong to another project, or its session was erased; `sqrl history sessions` lists the sessions of this one.',
      'not_found',
    );
  if (found.length > 1)
    throw new Problem(
      `Several messages have ids that start with ${SAID_PREFIX}${digits}.`,
      `Type more digits of the id: ${found
        .slice(0, MAX_CANDIDATES)
        .map(({ message }) => candidate(message))
        .join(', ')}${found.length > MAX_CANDIDATES ? ', …' : '.'}`,
    );
  return found[0]!;
}

const MAX_CANDIDATES = 5;

const candidate = ({ event, speaker, at }: CitedMessage): string =>
  `${SAID_PREFIX}${event} (${speaker}, ${new Date(at).toISOString().slice(0, 10)})`;
