import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { settleStoredSession } from '../../learn/verbs/settle.ts';
import { dueDrafts } from '../../store/drafts/drafts.ts';
import { openStore } from '../../store/open.ts';
import { countPassages, removePassageVectors } from '../../store/passages/passage-vectors.ts';
import { projectsSeenAt, seeProject } from '../../store/projects.ts';
import { addSaid } from '../../store/testing/said.ts';
import { homeOf } from '../../workspace/home.ts';
import { locateProject } from '../../workspace/locate.ts';
import { careWork } from './care-work.ts';
import type { CareNews, CareOrder } from './care-worker.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 14, 12);
const MESSAGES = 10;

/** A home with two projects, the second of which has the later session. */
function withConversations() {
  const root = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const home = join(root, 'home');
  const projects = ['older', 'newer'].map((name) => locateProject(join(root, name)));
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(homeOf(home).config, '');
  for (const [i, project] of projects.entries()) {
    const path = homeOf(home).project(project);
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    using user = openStore(homeOf(home).user, { now: () => NOW });
    seeProject(user, project, NOW - i);
    using store = openStore(path, { now: () => NOW });
    const messages = Array.from({ length: MESSAGES }, (_, n) => ({
      kind: 'prompt' as const,
      text: `Cut ${n}`,
    }));
    settleStoredSession(store, addSaid(store, messages, { at: NOW - (2 - i) * DAY }));
  }
  const vectors = () =>
    projects.map((project) => {
      using store = openStore(homeOf(home).project(project), { now: () => NOW });
      expect(countPassages(store)).toBe(MESSAGES);
      return store.sql(`select count(*) as n from vector where kind = 'passage'`).get()!.n;
    });
  const order: CareOrder = {
    surroundings: { home, env: {}, freeMemory: 1e9, timeZone: 'UTC' },
    ...{ projects: [], all: false, unlearnedOnly: true, embedAll: true },
  };
  return { home, projects, order, vectors };
}

/** Looks after a home, and tells which jobs there were; `otherWork` says when other work comes. */
async function care(order: CareOrder, otherWork: (news: CareNews) => boolean = () => false, now = NOW) {
  const jobs: CareNews[] = [];
  const waiting = new AbortController();
  const result = await careWork(order, {
    tell(news) {
      jobs.push(news);
      if (otherWork(news)) waiting.abort();
    },
    signal: new AbortController().signal,
    otherWork: waiting.signal,
    now: () => now,
  });
  return { ...result, jobs: jobs.filter(({ job }) => job === 'embed passages') };
}

test('passages are embedded when all projects were looked after, those of the latest session first', async () => {
  const { projects, order, vectors } = withConversations();
  const { jobs, leftPassages } = await care(order);
  expect(leftPassages).toBe(false);
  expect(jobs).toEqual(
    [projects[1]!, projects[0]!].map(({ id }) => ({
      ...{ job: 'embed passages', project: id, state: 'done', done: MESSAGES, total: MESSAGES, note: null },
    })),
  );
  expect(vectors()).toEqual([MESSAGES, MESSAGES]);
});

test('embedding passages makes room for other work, and the next run goes on with it', async () => {
  const { projects, order, vectors } = withConversations();
  const { leftPassages } = await care(
    order,
    ({ job, state }) => job === 'embed passages' && state === 'done',
  );
  expect({ leftPassages, vectors: vectors() }).toEqual({ leftPassages: true, vectors: [0, MESSAGES] });
  const { jobs } = await care(order);
  expect(jobs.map(({ project }) => project)).toEqual([projects[0]!.id]);
  expect(vectors()).toEqual([MESSAGES, MESSAGES]);
});

test('learning tells how far it has come, and what was stopped is finished when the daemon starts again', async () => {
  const { home, projects, order } = withConversations();
  const path = homeOf(home).project(projects[0]!);
  const asked = [
    'Please check the tickets of hall',
    'Can you check all tickets in hall',
    'Check tickets for hall',
  ];
  {
    using store = openStore(path, { now: () => NOW });
    for (const [n, words] of [...asked, ...asked].entries()) {
      const messages = [1, 2, 3].map((hall) => ({ kind: 'prompt' as const, text: `${words} ${n}${hall}` }));
      settleStoredSession(store, addSaid(store, messages, { session: `hall ${n}`, at: NOW - DAY + n * 1e6 }));
    }
  }
  const run = async (isEnough: (news: CareNews) => boolean) => {
    const [jobs, stop] = [[] as CareNews[], new AbortController()];
    await careWork(
      { ...order, all: true },
      {
        tell(news) {
          jobs.push(news);
          if (isEnough(news)) stop.abort();
        },
        ...{ signal: stop.signal, otherWork: AbortSignal.abort(), now: () => NOW },
      },
    );
    using store = openStore(path, { now: () => NOW });
    const learned = jobs.filter(({ job, project }) => job === 'learn' && project === projects[0]!.id);
    return { learned, due: dueDrafts(store).length };
  };
  const stopped = await run(({ note, total = 0 }) => note === 'comparing with what is known' && total > 0);
  expect(stopped.learned).toContainEqual(
    expect.objectContaining({ note: 'learning from what was said', done: 3, total: 7 }),
  );
  expect(stopped.learned.at(-1)).toMatchObject({ state: 'waiting' });
  expect(stopped.due).toBeGreaterThan(0);
  const again = await run(() => false);
  expect(again.learned.at(-1)).toMatchObject({ state: 'done' });
  expect(again.due).toBe(0);
  expect((await run(() => false)).learned).toEqual([]);
});

test('a project that is only embedded was not seen again', async () => {
  const { home, projects, order } = withConversations();
  const seen = () => {
    using user = openStore(homeOf(home).user, { now: () => NOW });
    return projectsSeenAt(user).map(({ name, seenAt }) => [name, seenAt]);
  };
  await care(order);
  const before = seen();
  {
    using store = openStore(homeOf(home).project(projects[0]!), { now: () => NOW });
    removePassageVectors(store);
  }
  const { jobs } = await care(order, undefined, NOW + DAY / 2);
  expect(jobs).toMatchObject([{ project: projects[0]!.id, done: MESSAGES }]);
  expect(seen()).toEqual(before);
});

test('notes in the home are read without being asked for; one that an agent may have written waits for a person', async () => {
  const { home, projects, order } = withConversations();
  const { notes, project, user } = homeOf(home);
  mkdirSync(notes, { recursive: true });
  const [mine, agents] = [join(notes, 'mine.md'), join(notes, 'agents.md')];
  writeFileSync(mine, '# Deploys\n\nDeploys go out on Tuesdays, after the standup.\n');
  writeFileSync(agents, '# Builds\n\nBuilds start with the script of the wiki.\n');
  {
    using store = openStore(project(projects[0]!), { now: () => NOW });
    const files = [{ path: agents, outside: true, way: 'write' as const, lines: null }];
    const written = {
      kind: 'result' as const,
      tool: 'write' as const,
      outcome: 'ok' as const,
      text: '',
      files,
    };
    settleStoredSession(store, addSaid(store, [written], { session: 's2', at: NOW - DAY }));
  }
  const read = async () => {
    await care({ ...order, unlearnedOnly: false, embedAll: false });
    using store = openStore(user, { now: () => NOW });
    return store.sql('select text, source, scope, needs_review as waits from memory order by text').all();
  };
  const expected = [
    { text: expect.stringContaining('script of the wiki'), source: 'file_index', scope: 'global', waits: 1 },
    { text: expect.stringContaining('Tuesdays'), source: 'file_index', scope: 'global', waits: 0 },
  ];
  expect(await read()).toEqual(expected);
  expect(await read()).toEqual(expected);
  rmSync(mine);
  expect(await read()).toEqual(expected.slice(0, 1));
});
