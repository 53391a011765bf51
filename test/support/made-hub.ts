import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type {
  HubKind,
  HubPerson,
  HubRole,
  PushedRecord,
  RecordFacts,
  SpaceKind,
  SyncReply,
  SyncRequest,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { HUB_LIMITS } from '@sqrl/base/model/sync/hub-protocol.ts';
import { latestIn } from '@sqrl/base/model/sync/memory-state.ts';
import { canonical, joinStates, partOf, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { onTestFinished } from 'vitest';

interface Space {
  id: string;
  kind: SpaceKind;
  name: string;
  members: Map<string, HubRole>;
  records: Map<string, { kind: HubKind; id: string; state: SharedState; facts: RecordFacts }>;
  head: number;
  remotes: string[];
  generation: number;
}

/** A hub in memory that speaks the protocol; it has neither accounts nor a disk. */
export interface MadeHub {
  url: string;
  requests: string[];
  /** What it does instead of answering, for hubs that are down, slow or hostile. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  now(): number;
  invite(person: string): string;
  space(kind: SpaceKind, name: string, members: Record<string, HubRole>): Space;
  find(name: string): Space;
  keep(): () => void;
}

const sha = (value: string) => createHash('sha256').update(value).digest('hex');

/** Starts one, which ends with the test. Pages are short, so that a few records need several. */
export async function madeHub({
  page = 3,
  now = Date.now,
}: {
  page?: number;
  now?: () => number;
} = {}): Promise<MadeHub> {
  let spaces = new Map<string, Space>();
  const devices = new Map<
    string,
    { id: string; name: string; person: HubPerson; revokedAt: number | null; key?: string | undefined }
  >();
  const codes = new Map<string, string>();
  const waiting = new Set<() => void>();
  let moves = 0;
  let era = 0;

  const personOf = (name: string): HubPerson => ({ id: `p-${name}`, name });
  const roleIn = (space: Space, person: HubPerson) => space.members.get(person.id);
  const told = (space: Space, person: HubPerson) => ({
    ...{ id: space.id, kind: space.kind, name: space.name, sealed: false, head: space.head },
    generation: space.generation,
    role: roleIn(space, person)!,
  });
  const mine = (person: HubPerson) => [...spaces.values()].filter((space) => roleIn(space, person));

  function push(person: HubPerson, pushed: PushedRecord): { code: string; facts: object } | undefined {
    const space = spaces.get(pushed.space);
    const role = space && roleIn(space, person);
    if (!space || !role) return { code: 'space', facts: {} };
    const key = `${pushed.kind} ${pushed.id}`;
    const old = space.records.get(key);
    const author = old?.facts.author ?? pushed.facts?.author ?? person;
    const isMaintainer = role === 'owner' || role === 'maintainer';
    const isSame = old && canonical(joinStates(old.state, pushed.state)) === canonical(old.state);
    if (isSame) return undefined;
    if (role === 'viewer' && pushed.kind !== 'comment') return { code: 'role', facts: { role } };
    if (author.id !== person.id && !isMaintainer && old)
      return { code: 'notYours', facts: { author: author.name } };
    if (Math.max(pushed.latest ?? 0, latestIn(pushed.state)) > now() + HUB_LIMITS.aheadMs)
      return { code: 'clock', facts: { aheadMs: 1 } };
    if ((pushed.generation ?? 0) !== space.generation) return { code: 'sealed', facts: {} };
    const state = joinStates(old?.state ?? {}, pushed.state);
    const tags = Object.keys(partOf(state.text, 'many')?.[1] ?? {});
    const by = Object.fromEntries(
      tags.map((tag) => [tag, old?.facts.by[tag] ?? pushed.facts?.by[tag] ?? person]),
    );
    const hash = sha(canonical(state));
    const review = pushed.facts?.hash === hash ? pushed.facts.reviewedBy : null;
    const isReviewed = space.kind === 'team' || space.kind === 'org';
    const facts: RecordFacts = {
      ...{ seq: ++space.head, author, by, hash, proof: 'made', dismissed: false },
      ...{ reviewedBy: review, proposed: isReviewed && pushed.kind === 'memory' && review === null },
    };
    space.records.set(key, { kind: pushed.kind, id: pushed.id, state, facts });
    return undefined;
  }

  const keys = () =>
    [...devices.values()].flatMap(({ id, person, key }) => (key ? [{ device: id, person, key }] : []));

  function sync(person: HubPerson, device: string, body: SyncRequest): SyncReply {
    for (const one of devices.values()) if (one.id === device && body.publicKey) one.key = body.publicKey;
    const refused: SyncReply['refused'] = [];
    const before = [...spaces.values()].reduce((sum, { head }) => sum + head, 0);
    for (const pushed of body.push) {
      const why = push(person, pushed);
      if (why) refused.push({ space: pushed.space, kind: pushed.kind, id: pushed.id, why: why as never });
    }
    if ([...spaces.values()].reduce((sum, { head }) => sum + head, 0) > before) moved();
    return {
      ...{ now: now(), protocol: [1, 1], device, person, refused, live: String(moves), limits: HUB_LIMITS },
      keys: keys(),
      spaces: mine(person).map((space) => {
        const asked = body.spaces.find(({ id }) => id === space.id);
        const rewound = asked !== undefined && asked.after > 0 && asked.mark !== `${era}:${asked.after}`;
        const after = rewound ? 0 : (asked?.after ?? 0);
        const all = [...space.records.values()]
          .filter(({ facts }) => facts.seq > after)
          .sort((a, b) => a.facts.seq - b.facts.seq);
        const records = asked ? all.slice(0, page) : [];
        const cursor = records.at(-1)?.facts.seq ?? after;
        return {
          ...told(space, person),
          ...{ cursor, mark: `${era}:${cursor}`, more: asked !== undefined && all.length > page, rewound },
          records: records.map(({ kind, id, state, facts }) => [kind, id, state, facts]),
        };
      }),
    };
  }

  function moved(): void {
    moves++;
    for (const tell of waiting) tell();
  }

  const fail = (status: number, code: string, message: string) => ({
    status,
    body: { code, message, hint: '' },
  });

  async function reply(request: IncomingMessage): Promise<{ status?: number; body: object }> {
    const { pathname, searchParams } = new URL(request.url!, 'http://hub');
    const said = request.method === 'POST' ? JSON.parse(await text(request)) : {};
    if (pathname === '/v1/pair') {
      const name = codes.get(said.code);
      if (name === undefined) return fail(403, 'code', 'The code is not known.');
      codes.delete(said.code);
      const key = randomBytes(16).toString('hex');
      const person = personOf(name);
      if (!mine(person).some(({ kind }) => kind === 'personal')) add('personal', name, { [name]: 'owner' });
      const id = `d${devices.size + 1}`;
      devices.set(key, { id, name: said.device, person, revokedAt: null });
      return {
        body: {
          key,
          org: { id: 'org', name: 'Acme' },
          device: id,
          person,
          spaces: mine(person).map((space) => told(space, person)),
        },
      };
    }
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const device = devices.get(key);
    if (!device || device.revokedAt !== null) return fail(401, 'key', 'The key is not known.');
    const { person } = device;
    const space = spaces.get(said.space ?? searchParams.get('space') ?? '');
    const isOwner = space !== undefined && roleIn(space, person) === 'owner';
    const list = () => ({
      devices: [...devices.values()]
        .filter((one) => one.person.id === person.id)
        .map(({ key, ...one }) => ({ ...one, seenAt: null })),
    });
    const members = () => ({
      members: [...space!.members].map(([id, role]) => ({ person: { id, name: id.slice(2) }, role })),
      retentionDays: null,
    });
    switch (pathname) {
      case '/v1/sync':
        return { body: sync(person, device.id, said) };
      case '/v1/live':
        if (searchParams.get('after') !== String(moves))
          return { body: { moved: true, live: String(moves) } };
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          request.socket.once('close', () => resolve());
        });
        return { body: { moved: true, live: String(moves) } };
      case '/v1/spaces':
        return { body: { space: told(add(said.kind, said.name, { [person.name]: 'owner' }), person) } };
      case '/v1/link': {
        const known = [...spaces.values()].find(({ remotes }) =>
          remotes.some((one) => said.remotes.includes(one)),
        );
        if (known) {
          if (!roleIn(known, person)) known.members.set(person.id, 'member');
          return { body: { status: 'linked', space: told(known, person), created: false } };
        }
        if (!said.create) return { body: { status: 'ask', candidates: [] } };
        const made = add('project', said.name, { [person.name]: 'owner' });
        made.remotes = said.remotes;
        return { body: { status: 'linked', space: told(made, person), created: true } };
      }
      case '/v1/devices':
        return { body: list() };
      case '/v1/revoke':
        for (const one of devices.values()) if (one.id === said.device) one.revokedAt = now();
        return { body: list() };
      case '/v1/members':
        return space ? { body: members() } : fail(404, 'notFound', 'Not found.');
      case '/v1/role':
        if (!isOwner) return fail(403, 'role', 'Only an owner gives roles.');
        if (said.role === null) space.members.delete(said.person);
        else space.members.set(said.person, said.role);
        return { body: members() };
      case '/v1/reseal':
        if (!space || space.head !== said.head || space.generation !== said.generation)
          return fail(409, 'changed', 'The space was changed meanwhile.');
        for (const [kind, id, state] of said.records) {
          const record = space.records.get(`${kind} ${id}`)!;
          record.state = state;
          record.facts = { ...record.facts, seq: ++space.head };
        }
        space.generation++;
        return { body: { generation: space.generation } };
      case '/v1/leave':
        space?.members.delete(person.id);
        return { body: {} };
      case '/v1/invite':
        return { body: { code: invite(person.name), expiresAt: now() + 1 } };
      case '/v1/review': {
        const record = space?.records.get(`${said.kind} ${said.id}`);
        const role = space && roleIn(space, person);
        if (!record || !space) return fail(404, 'notFound', 'Not found.');
        if (role !== 'owner' && role !== 'maintainer') return fail(403, 'role', 'A maintainer reviews.');
        if (record.facts.hash !== said.hash) return fail(409, 'changed', 'It was changed since you saw it.');
        if (record.facts.author.id === person.id)
          return fail(409, 'own', 'Your own words are for another to review.');
        const isApproved = said.verdict === 'approve';
        record.facts = {
          ...record.facts,
          ...{ seq: ++space.head, reviewedBy: person, proposed: !isApproved, dismissed: !isApproved },
        };
        moved();
        return { body: { facts: record.facts } };
      }
      default:
        return fail(404, 'notFound', 'Not found.');
    }
  }

  function add(kind: SpaceKind, name: string, members: Record<string, HubRole>): Space {
    const id = `s-${spaces.size + 1}`;
    const made: Space = {
      ...{ id, kind, name, records: new Map(), head: 0, remotes: [], generation: 0 },
      members: new Map(Object.entries(members).map(([person, role]) => [`p-${person}`, role])),
    };
    spaces.set(id, made);
    return made;
  }

  function invite(person: string): string {
    const code = randomBytes(4).toString('hex');
    codes.set(code, person);
    return code;
  }

  const hub: MadeHub = {
    ...{ url: '', requests: [], instead: undefined, now, invite, space: add },
    find: (name) => [...spaces.values()].find((space) => space.name === name)!,
    keep() {
      const kept = structuredClone(spaces);
      return () => {
        spaces = kept;
        era++;
        moved();
      };
    },
  };
  const server = createServer((request, response) => {
    hub.requests.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`);
    if (hub.instead?.(request, response)) return;
    void reply(request).then(({ status = 200, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  hub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return hub;
}
