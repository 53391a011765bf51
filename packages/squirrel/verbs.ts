import { withImportance } from '@sqrl/base/model/importance.ts';
import type { Draft } from '@sqrl/base/model/memory.ts';
import { placeOfWhose, type Whose } from '@sqrl/base/model/whose.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { z } from 'zod';
import type { CallOptions, VerbClient } from './protocol/client.ts';
import type { DaemonStatus } from './protocol/live.ts';
import { type Input, type Output, type Parsed, type Verb, verbs } from './protocol/verbs.ts';
import { inProject } from './workspace/in-project.ts';
import type { Engine } from './workspace/workspace.ts';

type Handlers = {
  [V in Verb]: (engine: Engine, input: Parsed<V>, options: CallOptions) => Promise<unknown>;
};

/** What each verb answers: clients know it from here, as a type alone. */
export type Outputs = { [V in Verb]: Awaited<ReturnType<(typeof handlers)[V]>> };

type Loaded<F> = F extends (...given: infer G) => infer R ? (...given: G) => Promise<Awaited<R>> : never;

/** Verbs that a file's functions of these names answer. A command loads the file of its own verb and nothing else. */
const from = <M extends object, const N extends Record<string, keyof M>>(load: () => Promise<M>, names: N) =>
  Object.fromEntries(
    Object.entries(names).map(([verb, name]) => [
      verb,
      async (...given: unknown[]) => ((await load())[name] as (...given: unknown[]) => unknown)(...given),
    ]),
  ) as { [V in keyof N]: Loaded<M[N[V]]> };

/** Questions about the code, each answered from what the code is now. */
const fromFresh: typeof from = (load, names) => {
  const answered = Object.entries(from(load, names)) as [string, (...given: unknown[]) => unknown][];
  const fresh = answered.map(([verb, answer]) => [
    verb,
    async (engine: Engine, input: unknown, options: CallOptions) => {
      await (await loadGraphIndex()).freshen(engine, options);
      return answer(engine, input, options);
    },
  ]);
  return Object.fromEntries(fresh);
};

const loadGraphIndex = () => import('./codebase/graph-index.ts');
const loadQuestions = () => import('./codebase/graph-questions.ts');
const loadHubPeople = () => import('./exchange/hub/people.ts');

/** What each verb does. */
const handlers = {
  remember: async (engine, { replaces, because, whose, importance, ...said }) => {
    const draft =
      importance === undefined ? said : { ...said, tags: withImportance(said.tags ?? [], importance) };
    const given = whose ? forWhose(draft, whose) : draft;
    const { remember } = await import('./learn/verbs/remember.ts');
    const { memory, row: _, ...told } = await remember(engine, given, { replaces, because });
    const { ruleStanding } = await import('./learn/rules/standing.ts');
    const stops = told.review ? undefined : ruleStanding(engine, memory)?.stops;
    return { id: memory.id, memory, ...told, ...(stops && { stops }) };
  },
  ...from(() => import('./learn/verbs/get.ts'), { get: 'get' }),
  change: async (engine, { id, to, trigger }) => {
    const record =
      trigger === undefined ? {} : { record: (await import('./learn/rules/held.ts')).ruleRecord(trigger) };
    return (await import('./learn/verbs/change.ts')).change(engine, id, { ...to, ...record });
  },
  forget: async (engine, { ids, ...options }) => {
    const shared = (await import('./learn/sharing/note-shared.ts')).standingsOf(engine, ids);
    return { forgotten: (await import('./learn/verbs/verbs.ts')).forget(engine, ids, options), ...shared };
  },
  ...from(() => import('./learn/verbs/verbs.ts'), { pin: 'pin', forgetAll: 'forgetAll' }),
  ...from(() => import('./learn/verbs/people.ts'), {
    confirm: 'confirm',
    correct: 'correct',
    reject: 'reject',
    suggestForget: 'suggestForget',
  }),
  ...from(() => import('./learn/verbs/review.ts'), { review: 'review' }),
  ...from(() => import('./learn/verbs/teach.ts'), { teach: 'teach' }),
  ...from(() => import('./learn/verbs/drafts.ts'), { drafts: 'drafts', why: 'why' }),
  ...from(() => import('./learn/verbs/settle.ts'), { flush: 'flush' }),
  ...from(() => import('./learn/verbs/phase-weights.ts'), { phaseWeights: 'phaseWeights' }),
  ...from(() => import('./learn/lifecycle/policy.ts'), { policy: 'policy' }),
  ...from(() => import('./learn/verbs/trust.ts'), { trust: 'trust' }),
  ...from(() => import('./learn/verbs/learn.ts'), { learn: 'learnAgain' }),
  ...from(() => import('./learn/verbs/index-notes.ts'), { index: 'indexNotes' }),
  ingest: async (engine, wanted, options) => {
    const joined = await (await import('./exchange/join-projects.ts')).joinProjects(engine);
    const { ingestAndLearn } = await import('./learn/verbs/ingest-and-learn.ts');
    const report = await ingestAndLearn(engine, { ...wanted, ...options });
    return { ...report, notices: [...joined, ...report.notices] };
  },
  ...from(() => import('./ingest/work/ingest.ts'), { sources: 'sources' }),
  ...from(() => import('./ingest/work/sessions.ts'), { episodes: 'listEpisodes' }),
  ...from(() => import('./recall/verbs/search.ts'), { find: 'searchAll' }),
  ...from(() => import('./recall/verbs/recall.ts'), { recall: 'recall' }),
  ...from(() => import('./recall/ask/ask.ts'), { ask: 'ask' }),
  ...from(() => import('./recall/context/context-for.ts'), { context: 'contextFor' }),
  ...from(() => import('./recall/history/past-work.ts'), { similarTasks: 'similarTasks' }),
  ...from(() => import('./recall/passages/passage.ts'), { passage: 'passage' }),
  ...from(() => import('./recall/history/line-origin.ts'), { commit: 'commit', lineOrigin: 'lineOrigin' }),
  ...from(() => import('./recall/history/where.ts'), { where: 'whereWasI' }),
  ...from(() => import('./recall/views/views.ts'), { views: 'showViews' }),
  removeViews: async (engine, { names }) =>
    (await import('./recall/views/write-views.ts')).removeViews(engine, names),
  ...from(() => import('./recall/deliver/deliver-brief.ts'), { serverRules: 'serverRules' }),
  ...from(() => import('./recall/history/history.ts'), {
    tasks: 'tasks',
    fileHistory: 'fileHistory',
    filesTogether: 'filesTogether',
    lastWorkOn: 'lastWorkOn',
    failures: 'failures',
    failure: 'failure',
    memoryHistory: 'memoryHistory',
  }),
  toolUse: async (engine, { since }) => (await import('./recall/history/history.ts')).toolUse(engine, since),
  ...from(() => import('./recall/status.ts'), { stats: 'stats', spending: 'spending' }),
  replay: async (engine, wanted, options) =>
    (await import('./recall/replay/replay.ts')).replayPast(engine, { ...wanted, ...options }),
  // The daemon adds itself.
  status: async (engine) => ({
    ...(await import('./recall/status.ts')).status(engine),
    daemon: null as DaemonStatus | null,
  }),
  reembed: async (engine, _, options) =>
    (await import('./workspace/reembed.ts')).embedMissing(engine, options),
  ...from(() => import('./learn/work/observe.ts'), { observe: 'observe' }),
  ...from(() => import('./learn/work/process-events.ts'), { processEvents: 'processEvents' }),
  ...from(() => import('./learn/work/scratchpad.ts'), { scratchpad: 'scratchpad' }),
  ...from(() => import('./learn/work/promote.ts'), { promote: 'promote' }),
  ...from(() => import('./learn/work/calibration.ts'), { calibration: 'calibration' }),
  ...from(() => import('./learn/work/observe-product.ts'), { observeProduct: 'observeProduct' }),
  ...from(() => import('./learn/work/qa-report.ts'), { qaReport: 'qaReport' }),
  ...from(() => import('./exchange/verbs.ts'), { export: 'exportAs', import: 'importFrom' }),
  ...from(() => import('./exchange/backup.ts'), { backup: 'backup', restore: 'restore' }),
  ...from(() => import('./exchange/git/verbs.ts'), { share: 'share', sync: 'sync' }),
  ...from(() => import('./exchange/unshare.ts'), { unshare: 'unshare' }),
  checkShared: async (_, { text }) => (await import('./exchange/git/shared-file.ts')).checkShared(text),
  conflicts: async (engine) => ({
    conflicts: (await import('./exchange/conflicts.ts')).listConflicts(engine),
  }),
  ...from(() => import('./exchange/conflicts.ts'), { chooseWording: 'chooseWording' }),
  ...from(() => import('./exchange/hub/log-in.ts'), {
    hubLogin: 'logIn',
    hubBegin: 'beginLogin',
    hubAwait: 'awaitLogin',
  }),
  ...from(() => import('./exchange/hub/session.ts'), {
    hubLogout: 'logOut',
    hubStatus: 'hubStatus',
    hubCode: 'recoveryCode',
    hubSync: 'syncNow',
  }),
  ...from(() => import('./exchange/hub/search-hub.ts'), { hubSearch: 'searchHub' }),
  ...from(() => import('./exchange/hub/link.ts'), { hubLink: 'linkProject' }),
  ...from(() => import('./exchange/hub/share.ts'), { hubShare: 'shareTo' }),
  ...from(() => import('./exchange/hub/erase.ts'), { hubErase: 'eraseEverywhere' }),
  hubProposals: async (engine) => ({ proposals: (await loadHubPeople()).proposals(engine) }),
  ...from(loadHubPeople, {
    hubDevices: 'devices',
    hubReview: 'reviewProposals',
    dispute: 'dispute',
    teamCreate: 'createTeam',
    teamJoin: 'joinTeam',
    teamMembers: 'members',
    teamInvite: 'invite',
    teamRole: 'setRole',
    teamRetention: 'setRetention',
    teamLeave: 'leave',
    teamBrief: 'teamBrief',
  }),
  graphIndex: async (engine, { watch }, options) =>
    (await loadGraphIndex()).graphIndex(engine, { watch, ...options }),
  ...from(() => import('./codebase/graph.ts'), { graphStatus: 'graphStatus' }),
  ...fromFresh(loadQuestions, {
    graphContents: 'graphContents',
    graphDefine: 'graphDefine',
    graphCalls: 'graphCalls',
    graphDeps: 'graphDeps',
    graphImpact: 'graphImpact',
    graphAffected: 'graphAffected',
    graphTests: 'graphTests',
  }),
  ...fromFresh(() => import('./codebase/graph-search.ts'), { graphSearch: 'graphSearch' }),
  graphEmbed: async (engine, _, options) => {
    await (await loadGraphIndex()).freshen(engine, options);
    return (await import('./codebase/embed-code.ts')).embedCode(engine, options);
  },
  ...fromFresh(() => import('./codebase/graph-layers.ts'), {
    graphModules: 'graphModules',
    graphTogether: 'graphTogether',
    graphImportScip: 'graphImportScip',
  }),
  ...fromFresh(() => import('./recall/verbs/package-use.ts'), { graphPackages: 'graphPackages' }),
  ...from(() => import('./panel/overview.ts'), { overview: 'overview' }),
  ...from(() => import('./panel/feed.ts'), { feed: 'feed', deliver: 'deliverWithTexts' }),
  ...from(() => import('./panel/list.ts'), { list: 'listMemories' }),
  ...from(() => import('./panel/portrait.ts'), { portrait: 'portrait' }),
  ...from(() => import('./panel/log-record.ts'), { logRecord: 'logRecord' }),
  ...from(() => import('./panel/teach-check.ts'), { teachCheck: 'teachCheck' }),
  ...from(() => import('./panel/map.ts'), { map: 'map' }),
  ...from(() => import('./panel/bulk.ts'), { bulk: 'bulk' }),
  ...from(() => import('./panel/sessions.ts'), { sessions: 'sessions', events: 'events' }),
  ...from(() => import('./panel/undo.ts'), { actions: 'recentActions', undo: 'undo' }),
  ...from(() => import('./panel/connect.ts'), { setup: 'setup', connect: 'connect' }),
  ...from(() => import('./panel/settings.ts'), {
    settings: 'panelSettings',
    projects: 'projects',
    pause: 'pause',
    privacy: 'privacy',
  }),
  ...from(() => import('./panel/proof.ts'), { proof: 'proof' }),
} satisfies Handlers;

/** A draft that is kept for a user, an agent or a run of a program. */
function forWhose(draft: Draft, whose: Whose): Draft {
  const { tags, ...place } = placeOfWhose(whose);
  return tags.length === 0
    ? draft
    : { halfLifeDays: null, ...draft, ...place, tags: [...(draft.tags ?? []), ...tags] };
}

type Handler<V extends Verb> = (engine: Engine, input: Parsed<V>, options: CallOptions) => Promise<Output<V>>;

/** The engine as a client, without a process boundary in between. */
export function inProcess(engine: Engine): VerbClient {
  return {
    notices: engine.notices,
    async call<V extends Verb>(verb: V, input: Input<V>, options: CallOptions = {}): Promise<Output<V>> {
      const parsed = verbs[verb].safeParse(input);
      if (!parsed.success)
        throw new Problem(sentence(parsed.error), `See \`sqrl help\` for what it takes.`, 'invalid');
      const handle = handlers[verb] as unknown as Handler<V>;
      return handle(engine, await localised(parsed.data as Parsed<V>, engine), options);
    },
    close: () => engine.close(),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}

/** Names files from the project's root wherever a door gave their whole path. */
async function localised<T extends object>(input: T, engine: Engine): Promise<T> {
  const { path, files, scopeOf, filter, to } = input as Places;
  const named = path ?? scopeOf ?? filter?.file ?? to;
  if (named === undefined && !files?.length) return input;
  const { redactSync } = await import('@sqrl/base/redact/redact.ts');
  // What holds a secret stays as it was written until it is redacted: tidied, https://user:pass@host is not recognized.
  const at = (file: string) => (redactSync(file).found.length > 0 ? file : inProject(engine.project, file));
  return {
    ...input,
    ...(path !== undefined && { path: at(path) }),
    ...(files && { files: files.map(at) }),
    ...(scopeOf && { scopeOf: at(scopeOf) }),
    ...(filter?.file !== undefined && { filter: { ...filter, file: at(filter.file) } }),
    ...(to && { to: await localised(to, engine) }),
  };
}

/** Where files stand in what goes in. */
interface Places {
  path?: string;
  files?: string[];
  scopeOf?: string | null;
  filter?: { file?: string };
  to?: Places;
}

/** The first thing that is wrong, in words. */
function sentence(error: z.ZodError): string {
  const { path, message } = error.issues[0]!;
  const where = path.filter((part) => typeof part === 'string').join('.');
  // Messages of our own are whole sentences and name the field themselves.
  return where && /^(Invalid|Too|Expected|Unrecognized)/.test(message)
    ? `${where}: ${message}.`
    : `${message}.`;
}
