import { Problem } from '../../base/problem.ts';
import { HUB_PROTOCOL, type HubRecord, type PushedRecord } from '../../model/sync/hub-protocol.ts';
import { askHub } from './ask-hub.ts';
import type { HubLogin } from './login.ts';
import { readReply, recordIn } from './reply.ts';
import { newRecoveryCode, openState, recordName, type SealKey, sealKeyOf, sealState } from './seal.ts';

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
    if (!fits(key, await recordsOf(login, space, [checkOf(key, space, login.device)]))) throw isSealed();
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

const isSealed = () =>
  new Problem(
    'Your global memories at this hub are sealed with a code.',
    'Run `sqrl sync --show-code` on the device that began, then `sqrl sync --personal --code CODE` here.',
    'usage',
  );

async function recordsOf(
  login: HubLogin,
  space: string,
  push: readonly PushedRecord[] = [],
): Promise<HubRecord[]> {
  const body = { protocol: HUB_PROTOCOL, spaces: [{ id: space, after: 0, mark: '' }], push };
  const { spaces } = readReply('sync', await askHub(login, '/v1/sync', { body }));
  const said = spaces.find(({ id }) => id === space)?.records ?? [];
  return said.map(recordIn).filter((record) => record !== undefined);
}

const fits = (key: SealKey, records: readonly HubRecord[]): boolean =>
  records.every(([kind, id, state]) => openState(key, recordName({ kind, id }), state).failed === 0);

function checkOf(key: SealKey, space: string, device: string): PushedRecord {
  const record = { kind: 'link', id: 'sealcheck' } as const;
  const state = sealState(key, recordName(record), { check: ['last', 'begun', 1, device] });
  return { space, ...record, state };
}
