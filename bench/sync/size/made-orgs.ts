import type { HubSpace, PairReply, PushedRecord, SyncReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import type { SharedState } from '@sqrl/base/model/sync/registers.ts';
import { SEALED } from '@sqrl/base/model/sync/sealed-form.ts';
import { ask, paired, type TestHub } from '@sqrl/hub/testing/device.ts';

/** What made-up organizations are like: assumptions, not measurements. */
export const MADE = {
  /** Memories of a person after a year: sealed, in projects, and approved in teams. */
  personal: 120,
  project: 60,
  team: 8,
  devices: 1.6,
  /** People to a project, and to a team. */
  peoplePerProject: 3,
  peoplePerTeam: 8,
  projectsOfPerson: 3,
};

/** Share of the organizations, and the fewest and most people of one. */
export const SIZES: readonly [share: number, from: number, to: number][] = [
  [0.6, 1, 4],
  [0.28, 5, 19],
  [0.1, 20, 99],
  [0.02, 100, 400],
];

/** The people of each of `count` organizations: the sizes above, evenly spread and not drawn, so that two runs are alike. */
export function sizesOf(count: number): number[] {
  const sizes: number[] = [];
  let begun = 0;
  for (const [share, from, to] of SIZES) {
    begun += share;
    const wanted = Math.round(begun * count) - sizes.length;
    for (let i = 0; i < wanted; i++) sizes.push(Math.round(from + ((to - from) * (i + 0.5)) / wanted));
  }
  return sizes;
}

/** An organization as the measurements use it. */
export interface MadeOrg {
  people: PairReply[];
  /** A second device of the second person, who is in one team and one project or more. */
  second: PairReply;
  project: string;
}

const words = [
  'the service client needs before tests deploy cache retry stream queue index worker never always build',
  'config database migration schema timeout port payment ledger invoice customer branch merge',
  'release review script node python docker postgres redis kafka upload download parser lexer graph memory',
  'agent hook limit batch worker thread socket header router handler fixture snapshot mock',
]
  .join(' ')
  .split(' ');

/** A text of about 130 characters: common words, of which some are more frequent, a name of code and a path. */
function textOf(random: () => number): string {
  const common = () => words[Math.floor(random() ** 2 * words.length)]!;
  const name = [0, 1, 2].map(() => words[Math.floor(random() * words.length)]!);
  const camel = name.map((word, i) => (i === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('');
  return `${Array.from({ length: 15 }, common).join(' ')} ${camel}, see src/${common()}/${common()}.ts`;
}

const RANDOM_CHARS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A state as a device writes it when it shares a memory; sealed it is one text. */
function madeState(random: () => number, at: number, isSealed: boolean): SharedState {
  const device = `dev${Math.floor(random() * 1e9).toString(36)}`;
  const tag = Math.floor(random() * 2 ** 50).toString(36);
  const word = () => words[Math.floor(random() * words.length)];
  const plain: SharedState = {
    text: ['many', { [tag]: [textOf(random), at, device, 'Ann ~12345678'] }, []],
    type: ['last', 'module_insight', at, device],
    createdAt: ['last', at, at, device],
    tags: ['set', { [word()!]: [at, device, 1] }],
    files: ['set', { [`src/${word()}/index.ts`]: [at, device, 1] }],
  };
  if (!isSealed) return plain;
  // With 16 bytes of the seal, as base64.
  const length = Math.ceil((JSON.stringify(plain).length + 16) * 1.34);
  const sealed = Array.from({ length }, () => RANDOM_CHARS[Math.floor(random() * 64)]).join('');
  return { sealed: ['many', { [tag]: `${SEALED}${sealed}` }, []] };
}

/** Makes an organization through the hub's own requests: people, devices, spaces, memories, reviews. */
export async function makeOrg(
  hub: TestHub,
  { name, people: count, part, random }: { name: string; people: number; part: number; random: () => number },
): Promise<MadeOrg> {
  const owner = await paired(hub, { org: name, person: 'P0' });
  const post = async <T>({ key }: PairReply, call: string, body: unknown): Promise<T> =>
    (await ask<T>(hub, call, { key, body })).body;
  const people = [owner];
  const further = async (of: PairReply) => {
    const { code } = await post<{ code: string }>(of, 'invite', {});
    return paired(hub, { code, person: 'x', device: 'second' });
  };
  for (let i = 1; i < count; i++) {
    const { code } = await post<{ code: string }>(owner, 'invite', { space: owner.org.id });
    people.push(await paired(hub, { code, person: `P${i}` }));
  }
  const second = await further(people[1] ?? owner);
  for (let i = 2; i < Math.floor(count * (MADE.devices - 1)); i++) await further(people[i]!);

  const projects: string[] = [];
  for (let i = 0; i < Math.ceil(count / MADE.peoplePerProject); i++) {
    const remotes = [`git.example.com/${name}/project${i}`];
    const link = { remotes, roots: [], name: `project${i}` };
    const maker = people[(i * MADE.peoplePerProject) % count]!;
    const made = await post<{ space: HubSpace }>(maker, 'link', { ...link, create: true });
    projects.push(made.space.id);
    for (let j = 1; j < MADE.peoplePerProject * MADE.projectsOfPerson; j++) {
      const person = people[(i * MADE.peoplePerProject + j) % count]!;
      if (person !== maker) await post(person, 'link', link);
    }
  }
  const teams: string[] = [];
  for (let i = 0; i < Math.floor(count / MADE.peoplePerTeam); i++) {
    const made = await post<{ space: HubSpace }>(owner, 'spaces', { kind: 'team', name: `team${i}` });
    teams.push(made.space.id);
    for (const { person } of people.slice(i * MADE.peoplePerTeam, (i + 1) * MADE.peoplePerTeam))
      if (person.id !== owner.person.id)
        await post(owner, 'role', { space: made.space.id, person: person.id, role: 'member' });
  }
  const write = async (pair: PairReply, space: string, memories: number, isSealed: boolean) => {
    const push: PushedRecord[] = Array.from({ length: Math.round(memories * part) }, () => ({
      ...{
        space,
        kind: 'memory' as const,
        id: Math.floor(random() * 2 ** 50)
          .toString(36)
          .padStart(10, '0'),
      },
      state: madeState(random, hub.clock.now, isSealed),
    }));
    const reply = await post<SyncReply>(pair, 'sync', { protocol: 1, spaces: [], push });
    if (reply.refused.length > 0) throw new Error(`refused: ${JSON.stringify(reply.refused[0])}`);
  };
  for (const [i, pair] of people.entries()) {
    await write(pair, pair.person.id, MADE.personal, true);
    await write(pair, projects[Math.floor(i / MADE.peoplePerProject)]!, MADE.project, false);
  }
  // The owner is alone with the right to review, so that what they write is approved. A device adds 200 a day.
  for (const team of teams) {
    hub.clock.now += 86_400_000;
    await write(owner, team, MADE.team * MADE.peoplePerTeam, false);
  }
  return { people, second, project: projects[0]! };
}
