import { expect, test } from 'vitest';
import { NOON, testMemory, typed } from '../../testing/world.ts';

const login = { url: 'https://hub.example.com', org: 'Acme', person: 'Ann', device: 'd1' };
const status = {
  ...{ login, syncedAt: NOON - 120_000, failed: null, aheadMs: 0, personal: false, waiting: 1, conflicts: 1 },
  forged: [{ id: '9xforged', space: 'crew', person: 'Bob', at: NOON }],
  exchanged: [{ device: 'd7', person: 'Bob', at: NOON }],
  ...{ linked: 'shop', refused: [{ id: '7k3f9x2m', why: 'notYours', at: NOON, space: 'crew' }] },
  spaces: [
    {
      id: 's1',
      kind: 'team' as const,
      name: 'crew\u001b[31m',
      role: 'member' as const,
      standing: { mine: 1, reviewed: 2, proposed: 3 },
      ...{ waiting: 1, auto: false, isNew: true },
    },
  ],
};
const exchange = {
  ...{
    sent: 1,
    refused: 0,
    added: 2,
    changed: 0,
    removed: 0,
    proposed: 1,
    contested: 0,
    comments: 0,
    forged: 1,
    left: 0,
  },
  ...{ lost: [], rewound: false, live: '' },
};
const memory = testMemory();

test('an agent’s shell can neither log in, link, share, invite, dispute nor decide for a team', async () => {
  for (const argv of [
    ['login', 'hub.example.com', 'CODE'],
    ['logout'],
    ['link'],
    ['sync', '--personal'],
    ['share', '7k3f9x2m', '--to', 'crew', '--yes'],
    ['team', 'invite', 'crew'],
    ['team', 'add', 'crew', 'Bob'],
    ['join', 'K7QF2-M9XAB'],
    ['devices', 'revoke', 'd1'],
    ['dispute', '7k3f9x2m', 'wrong'],
    ['ask', '--hub', 'how do others deploy?'],
    ['review', '--proposals', '--confirm', '7k3f9x2m'],
    ['forget', '7k3f9x2m', '--everywhere', '--yes'],
    ['team', 'retention', 'crew', '30', '--yes'],
  ]) {
    const answers = { conflicts: () => ({ conflicts: [] }), hubProposals: () => ({ proposals: [] }) };
    expect(await typed(argv, { env: { CLAUDECODE: '1' }, answers })).toMatchObject({ exit: 1, calls: [] });
  }
});

test('logging in asks for the code, and says what comes next', async () => {
  const answers = { hubLogin: () => ({ ...login, spaces: [] }), hubBegin: () => ({ login: null }) };
  const asked = await typed(['login', 'hub.example.com', '--name', 'Ann', '--device', 'laptop'], {
    ...{ answers, terminal: true, stdin: 'K7QF2-9MXWA\n' },
  });
  expect(asked.calls).toEqual([
    { verb: 'hubBegin', input: { url: 'hub.example.com', device: 'laptop' } },
    {
      verb: 'hubLogin',
      input: { url: 'hub.example.com', code: 'K7QF2-9MXWA', person: 'Ann', device: 'laptop' },
    },
  ]);
  expect(asked.out).toContain('Logged in at https://hub.example.com (Acme) as Ann.');
  expect(await typed(['login', 'hub.example.com'], { answers })).toMatchObject({
    ...{ exit: 2, calls: [{ verb: 'hubBegin' }] },
  });
});

test('a person who is at the hub is added by name, and joins a team with a code', async () => {
  const members = [{ person: { id: 'p2', name: 'Bob' }, role: 'member' as const }];
  const answers = {
    teamRole: () => ({ space: 'crew', members, retentionDays: null }),
    teamJoin: () => ({
      space: { ...status.spaces[0]!, sealed: false, head: 0, generation: 0, name: 'crew' },
    }),
  };
  const added = await typed(['team', 'add', 'crew', 'Bob'], { answers });
  expect(added).toMatchObject({
    exit: 0,
    calls: [{ verb: 'teamRole', input: { of: 'crew', person: 'Bob', role: 'member' } }],
  });
  expect(added.out).toContain('member      Bob');
  expect(await typed(['team', 'add', 'crew'], { answers })).toMatchObject({ exit: 2, calls: [] });
  const joined = await typed(['join', 'K7QF2-M9XAB'], { answers });
  expect(joined.calls).toEqual([{ verb: 'teamJoin', input: { code: 'K7QF2-M9XAB' } }]);
  expect(joined.out).toContain('You are in team crew: member.');
});

test('at a hub with accounts, logging in waits until the device is approved; a key needs neither', async () => {
  let polls = 0;
  const begun = { code: 'of the device', userCode: 'K7QF-2M9X', expiresAt: NOON + 1, everyMs: 1 };
  const answers = {
    hubBegin: () => ({ login: { ...begun, approveAt: 'https://hub.example.com/account/device' } }),
    hubAwait: () => ({ login: ++polls < 3 ? null : { ...login, spaces: [] } }),
    hubLogin: () => ({ ...login, spaces: [] }),
  };
  const asked = await typed(['login', 'hub.example.com', '--device', 'laptop'], { answers });
  expect(asked.err).toMatch(/Open https:\/\/hub\.example\.com\/account\/device\n.*K7QF-2M9X/);
  expect(asked.calls.map(({ verb }) => verb)).toEqual(['hubBegin', 'hubAwait', 'hubAwait', 'hubAwait']);
  expect(asked.out).toContain('Logged in at https://hub.example.com (Acme) as Ann.');
  const byKey = await typed(['login', 'hub.example.com'], { answers, env: { SQRL_HUB_KEY: 'sqrl_key' } });
  expect(byKey.calls).toMatchObject([{ verb: 'hubLogin', input: { key: 'sqrl_key' } }]);
});

test('sharing with a team shows the text, asks, and sends what waits; a hub that is down changes nothing', async () => {
  const planned = {
    space: { id: 's1', kind: 'team' as const, name: 'crew' },
    shared: [memory],
    known: 0,
    proposed: true,
  };
  const answers = { hubShare: () => planned, hubStatus: () => status, hubSync: () => exchange };
  const no = await typed(['share', '7k3f9x2m', '--to', 'crew'], { answers, terminal: true, stdin: 'n\n' });
  expect(no).toMatchObject({ exit: 1, calls: [{ input: { dryRun: true } }] });
  expect(no.err).toContain(memory.text.slice(0, 20));
  const yes = await typed(['share', '7k3f9x2m', '--to', 'crew', '--yes'], { answers });
  expect(yes.calls.map(({ verb }) => verb)).toEqual(['hubShare', 'hubShare', 'hubStatus', 'hubSync']);
  expect(yes.out).toContain('Shared 1 memory with team crew.');
  expect(yes.out).toContain('when a maintainer approves');
  for (const wrong of [
    ['share', '--to', 'crew', '--all'],
    ['share', '7k3f9x2m', '--git', '--to', 'crew'],
  ])
    expect(await typed(wrong, { answers })).toMatchObject({ exit: 2, calls: [] });
});

test('the status names what waits, what was refused and why, and conflicts', async () => {
  const { Problem } = await import('@sqrl/base/problem.ts');
  const answers = {
    sync: () => {
      throw new Problem('Not in a git repository.', '', 'usage');
    },
    hubStatus: () => status,
    hubSync: () => exchange,
  };
  const { out, exit } = await typed(['sync', '--status'], { answers });
  expect(exit).toBe(0);
  expect(out).toContain('Hub: https://hub.example.com (Acme) as Ann; last answer: 2 minutes ago.');
  expect(out).toContain('(member): 1 from you, 2 reviewed, 3 not reviewed');
  expect(out).toContain('is new to you: `sqrl team brief`');
  expect(out).toContain('Refused: 7k3f9x2m in crew: it is not yours, and you are not a maintainer');
  expect(out).toContain("Not used: 9xforged in crew. Its signature is not Bob's");
  expect(out).toContain('A device of Bob has another key than before. Ask Bob, then: sqrl devices trust d7');
  expect(out).toContain('1 conflict: `sqrl review --conflicts`.');
  expect(out).not.toContain('\u001b');
  expect((await typed(['sync'], { answers })).out).toContain('Hub: 1 sent, 2 new.');
  expect(await typed(['sync', '--now', '--rebuild'], { answers })).toMatchObject({ exit: 2 });
  // Without a hub the folder's own problem is told.
  const none = { ...answers, hubStatus: () => ({ ...status, login: null }) };
  expect(await typed(['sync', '--status'], { answers: none })).toMatchObject({ exit: 2 });
});

test('a memory of others is quoted under its author, team and reviewer wherever it is printed', async () => {
  const foreign = {
    ...memory,
    ...{ text: 'Deploys happen on “Tuesdays”', userId: 'Ann ~0badcafe', via: 'team crew, reviewed by Bob' },
    ...{ owner: 'team' as const, ownerId: '7f3a9c0012345678', ownerName: 'crew' },
  };
  const quoted = 'Ann (team crew, reviewed by Bob): “Deploys happen on "Tuesdays"”';
  const answers = {
    get: () => foreign,
    list: () => ({ memories: [foreign], total: 1 }),
    teamBrief: () => ({ space: 'crew', memories: [{ memory: foreign, importance: 1 }], total: 1 }),
  };
  const card = (await typed(['show', memory.id], { answers })).out;
  expect(card).toContain(quoted);
  expect(card).toMatch(/^owner +team crew$/m);
  expect(card).toMatch(/^from +Ann \(team crew, reviewed by Bob\)$/m);
  expect(card).not.toContain('7f3a9c00');
  for (const argv of [['list'], ['team', 'brief', 'crew']])
    expect((await typed(argv, { answers })).out).toContain(quoted);
});

test('erasing for everybody names the devices that do not know yet; a retention is asked for', async () => {
  const person = { id: 'p1', name: 'Bob' };
  const unseen = [{ id: 'd2', name: 'old phone', person, seenAt: NOON - 120_000, revokedAt: null }];
  const answers = {
    hubErase: () => ({ erased: [{ id: memory.id, space: 'crew', unseen }] }),
    teamRetention: () => ({ space: 'crew', days: 30, erased: 2 }),
  };
  const no = await typed(['forget', memory.id, '--everywhere'], { answers, terminal: true, stdin: 'n\n' });
  expect(no).toMatchObject({ exit: 1, calls: [] });
  const { out } = await typed(['forget', memory.id, '--everywhere', '--yes'], { answers });
  expect(out).toContain('Not told yet: old phone of Bob, last seen 2 minutes ago');
  expect(await typed(['team', 'retention', 'crew', 'soon'], { answers })).toMatchObject({
    exit: 2,
    calls: [],
  });
  const kept = await typed(['team', 'retention', 'crew', '30', '--yes'], { answers });
  expect(kept.calls).toEqual([{ verb: 'teamRetention', input: { of: 'crew', days: 30 } }]);
  expect(kept.out).toContain('crew keeps records for 30 days after their last change.');
  expect(kept.out).toContain('Erased 2 records.');
});

test('rival wordings stand side by side, and one of them is taken', async () => {
  const wordings = [
    {
      tag: 't1',
      text: 'Deploys happen on Wednesdays only, after the release notes',
      at: NOON,
      person: 'Bob',
      isUsed: true,
    },
    { tag: 't2', text: 'Deploys happen on Tuesdays', at: NOON - 1, person: 'Ann', isUsed: false },
  ];
  const answers = {
    conflicts: () => ({ conflicts: [{ memory, space: null, wordings }] }),
    chooseWording: () => ({ memory }),
  };
  const shown = await typed(['review', '--conflicts'], {
    answers,
    columns: 80,
    terminal: true,
    stdin: 's\n',
  });
  expect(shown.out).toMatch(/^1 {2}Bob, just now \(used meanwhile\) +│ 2 {2}Ann, just now$/m);
  expect(shown.out).toMatch(/Wednesdays.*│ +Deploys happen on Tuesdays/);
  const taken = await typed(['review', '--conflicts'], { answers, terminal: true, stdin: '2\n' });
  expect(taken.calls.at(-1)).toEqual({ verb: 'chooseWording', input: { id: memory.id, tag: 't2' } });
  const named = await typed(['review', '--conflicts', '--take', '1', memory.id], { answers });
  expect(named.calls.at(-1)).toEqual({ verb: 'chooseWording', input: { id: memory.id, tag: 't1' } });
  expect(await typed(['review', '--conflicts', '--take', '3', memory.id], { answers })).toMatchObject({
    exit: 3,
  });
  expect(await typed(['review', '--take', '1', memory.id], { answers })).toMatchObject({
    exit: 2,
    calls: [],
  });
  const none = await typed(['review', '--conflicts'], { answers: { conflicts: () => ({ conflicts: [] }) } });
  expect(none).toMatchObject({ exit: 3, out: '' });
});

test('asking the hub quotes others with name and space, says that the question was sent, and what was not searched', async () => {
  const found = {
    ...{ id: 'abcd1234', type: 'gotcha', text: 'Tests need \u001b[31ma queue', at: NOON - 3 * 86_400_000 },
    ...{ contested: false, space: 'team crew', person: 'Eve', reviewedBy: 'Bob', isOwn: false },
  };
  const output = {
    ...{ url: login.url, sent: 'queue', searched: ['team crew'], sealed: ['personal Ann'] },
    found: [found, { ...found, reviewedBy: null, contested: true, isOwn: true, space: 'project other' }],
  };
  const asked = await typed(['ask', '--hub', 'queue', '--limit', '3'], {
    answers: { hubSearch: () => output },
  });
  expect(asked).toMatchObject({
    exit: 0,
    calls: [{ verb: 'hubSearch', input: { question: 'queue', limit: 3 } }],
  });
  expect(asked.out).toMatch(
    /^ 1 {2}Eve \(team crew, reviewed by Bob, 3 days ago\):\n {4}“Tests need .*a queue”\n/,
  );
  expect(asked.out).toContain('You (project other, not reviewed, contested, 3 days ago):');
  expect(asked.out).not.toContain('\u001b');
  expect(asked.err).toContain('sent to https://hub.example.com');
  expect(asked.err).toContain('Sealed, so not searched: personal Ann.');
  const nothing = await typed(['ask', '--hub', 'queue'], {
    answers: { hubSearch: () => ({ ...output, found: [] }) },
  });
  expect(nothing).toMatchObject({ exit: 3, out: '' });
  expect(nothing.err).toContain('No matching memories in team crew.');
  const none = await typed(['ask', '--hub', 'queue'], {
    answers: { hubSearch: () => ({ ...output, found: [], searched: [] }) },
  });
  expect(none.err).toContain('nothing to search');
  const shown = await typed(['ask', '--hub', '--json', 'queue'], { answers: { hubSearch: () => output } });
  expect(JSON.parse(shown.out)).toEqual(output);
  for (const more of ['--hits', '--briefing', '--compose'])
    expect(await typed(['ask', '--hub', more, 'queue'], {})).toMatchObject({ exit: 2, calls: [] });
});
