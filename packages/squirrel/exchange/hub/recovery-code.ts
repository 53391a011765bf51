import type { HubRecord, HubRequest, PushedRecord } from '@sqrl/base/model/sync/hub-protocol.ts';
import { partOf, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { recordIn } from './ask-hub.ts';
import type { HubLogin } from './login.ts';
import {
  newRecoveryCode,
  openState,
  openValue,
  recordName,
  type SealKey,
  sealKeyOf,
  sealState,
  sealValue,
} from './seal.ts';
import { pageOf, wholeSpace } from './whole-space.ts';

/**
 * The code for a personal space: a new one where no device has begun, else the one that was typed. A record in the space,
 * sealed with the code, tells later devices that there is one, and whether theirs is right.
 */
export async function codeFor(login: HubLogin, space: string, typed: string | undefined): Promise<string> {
  const records = await recordsOf(login, space);
  if (typed === undefined) {
    if (records.length > 0) throw isSealed();
    const code = newRecoveryCode();
    const key = sealKeyOf(code)!;
    // Another device may have begun in this moment.
    if (!fits(key, await recordsOf(login, space, [{ space, ...CHECK, state: checkOf(key) }])))
      throw isSealed();
    return code;
  }
  const key = sealKeyOf(typed);
  if (!key || !fits(key, records))
    throw new Problem(
      key
        ? 'That code does not open your memories at this hub.'
        : 'That is not a code: it has 26 letters and digits.',
      'Run `sqrl sync --show-code` on the device that began.',
      'usage',
    );
  return typed;
}

/** The records of a personal space under a new code, and where the space stood. */
export async function resealed(login: HubLogin, space: string, code: string): Promise<HubRequest<'reseal'>> {
  const [old, key] = [sealKeyOf(login.recoveryCode!)!, sealKeyOf(code)!];
  const { records: said, head, generation } = await wholeSpace(login, space);
  const records = known(said);
  if (generation !== (login.generation ?? 0) || !fits(old, records)) throw wasChanged();
  return {
    ...{ space, head, generation },
    records: records.map(([kind, id, state]) => {
      const name = recordName({ kind, id });
      const sealed = id === CHECK.id ? checkOf(key) : sealState(key, name, openState(old, name, state).state);
      return [kind, id, sealed];
    }),
  };
}

export const generationOf = async (login: HubLogin, space: string): Promise<number> =>
  (await pageOf(login, space)).generation;

const wasChanged = () =>
  new Problem(
    'The code of your global memories was changed on another device.',
    'Run `sqrl sync --show-code` there, then `sqrl sync --personal --code CODE` here.',
    'usage',
  );

const isSealed = () =>
  new Problem(
    'Your global memories at this hub are sealed with a code.',
    'Run `sqrl sync --show-code` on the device that began, then `sqrl sync --personal --code CODE` here.',
    'usage',
  );

const known = (said: readonly unknown[]): HubRecord[] =>
  said.map(recordIn).filter((record) => record !== undefined);

async function recordsOf(
  login: HubLogin,
  space: string,
  push: readonly PushedRecord[] = [],
): Promise<HubRecord[]> {
  return known((await pageOf(login, space, { push })).records);
}

const fits = (key: SealKey, records: readonly HubRecord[]): boolean =>
  records.every(([kind, id, state]) =>
    id === CHECK.id
      ? openValue(key, recordName(CHECK), partOf(state.check, 'last')?.[1]) !== undefined
      : openState(key, recordName({ kind, id }), state).failed === 0,
  );

const CHECK = { kind: 'link', id: 'sealcheck' } as const;

/** Of two devices that begin at once, the hub keeps one. */
const checkOf = (key: SealKey): SharedState => ({
  check: ['last', sealValue(key, recordName(CHECK), 'begun'), 1, ''],
});
