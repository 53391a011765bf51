import {
  HUB_PROTOCOL,
  type HubRecord,
  type HubRequest,
  type PushedRecord,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { partOf, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { askHub, recordIn } from './ask-hub.ts';
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
  const { records, head, generation } = await wholeSpace(login, space);
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

/** How often the code of a space was changed. */
export const generationOf = async (login: HubLogin, space: string): Promise<number> =>
  (await pageOf(login, space, { after: 0, mark: '' })).generation;

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

async function recordsOf(
  login: HubLogin,
  space: string,
  push: readonly PushedRecord[] = [],
): Promise<HubRecord[]> {
  return (await pageOf(login, space, { after: 0, mark: '' }, push)).records;
}

interface SpacePage {
  records: HubRecord[];
  head: number;
  generation: number;
  next: { after: number; mark: string } | undefined;
}

async function pageOf(
  login: HubLogin,
  space: string,
  at: { after: number; mark: string },
  push: readonly PushedRecord[] = [],
): Promise<SpacePage> {
  const asked = { protocol: HUB_PROTOCOL, spaces: [{ id: space, ...at }], push: [...push] };
  const { spaces } = await askHub(login, 'sync', asked);
  const said = spaces.find(({ id }) => id === space);
  const records = (said?.records ?? []).map(recordIn).filter((record) => record !== undefined);
  return {
    ...{ records, head: said?.head ?? 0, generation: said?.generation ?? 0 },
    next: said?.more ? { after: said.cursor, mark: said.mark } : undefined,
  };
}

/** Every record of a space; the last page says where it stands. */
async function wholeSpace(login: HubLogin, space: string): Promise<SpacePage> {
  const byName = new Map<string, HubRecord>();
  let page = await pageOf(login, space, { after: 0, mark: '' });
  for (;;) {
    for (const record of page.records) byName.set(`${record[0]} ${record[1]}`, record);
    if (!page.next) return { ...page, records: [...byName.values()] };
    page = await pageOf(login, space, page.next);
  }
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
