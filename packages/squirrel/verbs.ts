import type { Draft } from '@sqrl/base/model/memory.ts';
import { placeOfWhose, type Whose } from '@sqrl/base/model/whose.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import type { z } from 'zod';
import { readAnchored } from './codebase/anchoring.ts';
import { embedCode } from './codebase/embed-code.ts';
import { graphStatus } from './codebase/graph.ts';
import { freshen, graphIndex } from './codebase/graph-index.ts';
import { graphImportScip, graphModules, graphTogether } from './codebase/graph-layers.ts';
import {
  graphAffected,
  graphCalls,
  graphContents,
  graphDefine,
  graphDeps,
  graphImpact,
  graphTests,
} from './codebase/graph-questions.ts';
import { graphSearch } from './codebase/graph-search.ts';
import { backup, restore } from './exchange/backup.ts';
import { chooseWording, listConflicts } from './exchange/conflicts.ts';
import { checkShared } from './exchange/git/check-shared.ts';
import { share, sync } from './exchange/git/verbs.ts';
import { eraseEverywhere } from './exchange/hub/erase.ts';
import { linkProject } from './exchange/hub/link.ts';
import { awaitLogin, beginLogin, logIn } from './exchange/hub/log-in.ts';
import {
  createTeam,
  devices,
  dispute,
  invite,
  joinTeam,
  leave,
  members,
  proposals,
  reviewProposals,
  setRetention,
  setRole,
  teamBrief,
} from './exchange/hub/people.ts';
import { searchHub } from './exchange/hub/search-hub.ts';
import { hubStatus, logOut, recoveryCode, syncNow } from './exchange/hub/session.ts';
import { shareTo } from './exchange/hub/share.ts';
import { joinProjects } from './exchange/join-projects.ts';
import { unshare } from './exchange/unshare.ts';
import { exportAs, importFrom } from './exchange/verbs.ts';
import { listEpisodes } from './ingest/work/episodes.ts';
import { sources } from './ingest/work/ingest.ts';
import { listEvents, sessions } from './ingest/work/sessions.ts';
import { policy } from './learn/lifecycle/policy.ts';
import { ruleRecord } from './learn/rules/held.ts';
import { ruleStanding } from './learn/rules/standing.ts';
import { standingsOf } from './learn/sharing/note-shared.ts';
import { change } from './learn/verbs/change.ts';
import { drafts, why } from './learn/verbs/drafts.ts';
import { flush } from './learn/verbs/flush.ts';
import { indexNotes } from './learn/verbs/index-notes.ts';
import { ingestAndLearn } from './learn/verbs/ingest-and-learn.ts';
import { learnAgain } from './learn/verbs/learn.ts';
import { confirm, correct, reject, suggestForget } from './learn/verbs/people.ts';
import { phaseWeights } from './learn/verbs/phase-weights.ts';
import { remember } from './learn/verbs/remember.ts';
import { review } from './learn/verbs/review.ts';
import { teach } from './learn/verbs/teach.ts';
import { projectTrust, setTrust } from './learn/verbs/trust.ts';
import { forget, forgetAll, get, listMemories, pin } from './learn/verbs/verbs.ts';
import { calibration } from './learn/work/calibration.ts';
import { observe } from './learn/work/observe.ts';
import { observeProduct } from './learn/work/observe-product.ts';
import { processEvents } from './learn/work/process-events.ts';
import { promote } from './learn/work/promote.ts';
import { qaReport } from './learn/work/qa-report.ts';
import { scratchpad } from './learn/work/scratchpad.ts';
import { recentActions } from './panel/actions.ts';
import { browse } from './panel/browse.ts';
import { bulk } from './panel/bulk.ts';
import { connect } from './panel/connect.ts';
import { feed } from './panel/feed.ts';
import { logAround } from './panel/log-around.ts';
import { map } from './panel/map.ts';
import { overview } from './panel/overview.ts';
import { pause } from './panel/pause.ts';
import { portrait } from './panel/portrait.ts';
import { privacy } from './panel/privacy.ts';
import { projects } from './panel/projects.ts';
import { proof } from './panel/proof.ts';
import { replaySession } from './panel/replay.ts';
import { panelSettings } from './panel/settings.ts';
import { setup } from './panel/setup.ts';
import { teachCheck } from './panel/teach-check.ts';
import { timeline } from './panel/timeline.ts';
import { tryDelivery } from './panel/try-delivery.ts';
import { undo } from './panel/undo.ts';
import type { CallOptions, VerbClient } from './protocol/client.ts';
import type { DaemonStatus } from './protocol/status.ts';
import {
  type Input,
  type Output,
  type Parsed,
  type PublicOutput,
  type Verb,
  verbs,
} from './protocol/verbs.ts';
import { ask } from './recall/ask/ask.ts';
import { serverRules } from './recall/deliver/standing-rules.ts';
import { replayPast } from './recall/replay/replay.ts';
import { contextFor } from './recall/verbs/context-for.ts';
import {
  failure,
  failures,
  fileHistory,
  filesTogether,
  lastWorkOn,
  memoryHistory,
  tasks,
  toolUse,
} from './recall/verbs/history.ts';
import { commit, lineOrigin } from './recall/verbs/line-origin.ts';
import { graphPackages } from './recall/verbs/package-use.ts';
import { passage } from './recall/verbs/passage.ts';
import { recall } from './recall/verbs/recall.ts';
import { searchAll } from './recall/verbs/search.ts';
import { similarTasks } from './recall/verbs/similar-tasks.ts';
import { spending } from './recall/verbs/spending.ts';
import { stats } from './recall/verbs/stats.ts';
import { status } from './recall/verbs/status.ts';
import { showViews } from './recall/verbs/views.ts';
import { whereWasI } from './recall/verbs/where.ts';
import { removeViews } from './recall/verbs/write-views.ts';
import { VIEWS } from './recall/views/view.ts';
import { embedMissing } from './workspace/embed-missing.ts';
import { inProject } from './workspace/in-project.ts';
import type { Engine } from './workspace/workspace.ts';

type Handlers = {
  [V in Verb]: (engine: Engine, input: Parsed<V>, options: CallOptions) => Promise<PublicOutput<V>>;
};

/** What each verb answers: clients know it from here, as a type alone. */
export type Outputs = { [V in Verb]: Awaited<ReturnType<(typeof handlers)[V]>> };

/** What each verb does. */
const handlers = {
  remember: async (engine, { replaces, because, whose, ...draft }) => {
    const given = whose ? forWhose(draft, whose) : draft;
    const { memory, row: _, ...told } = await remember(engine, given, { replaces, because });
    const stops = told.review ? undefined : ruleStanding(engine, memory)?.stops;
    return { id: memory.id, memory, ...told, ...(stops && { stops }) };
  },
  find: (engine, asked) => searchAll(engine, asked),
  recall: (engine, asked) => recall(engine, asked),
  context: (engine, asked) => contextFor(engine, asked),
  similarTasks: (engine, asked) => similarTasks(engine, asked),
  passage: async (engine, asked) => passage(engine, asked),
  commit: (engine, asked) => commit(engine, asked),
  where: async (engine, asked) => whereWasI(engine, asked),
  views: (engine, asked) => showViews(engine, asked),
  serverRules: async (engine, asked) => serverRules(engine, asked),
  removeViews: async (engine, { names = VIEWS }) => removeViews(engine, names),
  deliver: (engine, asked) => tryDelivery(engine, { ...asked, at: asked.at ?? engine.now() }),
  observe: async (engine, given) => observe(engine, given),
  processEvents: (engine, given, options) => processEvents(engine, { ...given, ...options }),
  scratchpad: async (engine, given) => scratchpad(engine, given),
  promote: (engine, given) => promote(engine, given),
  calibration: async (engine, { methodology }) => calibration(engine, methodology),
  observeProduct: (engine, given) => observeProduct(engine, given),
  qaReport: (engine, given) => qaReport(engine, given),
  trust: async (engine, { level }) => (level === undefined ? projectTrust(engine) : setTrust(engine, level)),
  get: async (engine, { id }) => {
    await readAnchored(engine, id);
    return get(engine, id);
  },
  change: (engine, { id, to, trigger }) =>
    change(engine, id, { ...to, ...(trigger !== undefined && { record: ruleRecord(trigger) }) }),
  pin: async (engine, { id, pinned }) => pin(engine, id, pinned),
  forget: async (engine, { ids, ...options }) => {
    const shared = standingsOf(engine, ids);
    return { forgotten: forget(engine, ids, options), ...shared };
  },
  suggestForget: async (engine, wanted) => suggestForget(engine, wanted),
  forgetAll: async (engine, { of }, options) => ({ forgotten: await forgetAll(engine, of, options) }),
  list: async (engine, page) => listMemories(engine, page),
  stats: async (engine) => stats(engine),
  export: (engine, wanted, options) => exportAs(engine, { ...wanted, ...options }),
  import: (engine, given, { onProgress, signal }) => importFrom(engine, { ...given, onProgress, signal }),
  share: (engine, wanted) => share(engine, wanted),
  unshare: async (engine, wanted) => unshare(engine, wanted),
  checkShared: async (_, { text }) => checkShared(text),
  sync: (engine, wanted) => sync(engine, wanted),
  conflicts: async (engine) => ({ conflicts: listConflicts(engine) }),
  chooseWording: (engine, wanted) => chooseWording(engine, wanted),
  hubLogin: (engine, wanted) => logIn(engine, wanted),
  hubBegin: (engine, wanted) => beginLogin(engine, wanted),
  hubAwait: (engine, wanted) => awaitLogin(engine, wanted),
  hubLogout: (engine, wanted) => logOut(engine, wanted),
  hubStatus: async (engine) => hubStatus(engine),
  hubSync: (engine, wanted, { signal }) => syncNow(engine, { ...wanted, signal }),
  hubCode: async (engine) => recoveryCode(engine),
  hubLink: (engine, wanted) => linkProject(engine, wanted),
  hubShare: (engine, wanted) => shareTo(engine, wanted),
  hubDevices: (engine, wanted) => devices(engine, wanted),
  hubErase: (engine, wanted) => eraseEverywhere(engine, wanted),
  hubSearch: (engine, asked, { signal }) => searchHub(engine, { ...asked, signal }),
  hubProposals: async (engine) => ({ proposals: proposals(engine) }),
  hubReview: (engine, wanted) => reviewProposals(engine, wanted),
  dispute: async (engine, wanted) => dispute(engine, wanted),
  teamCreate: (engine, { name }) => createTeam(engine, name),
  teamInvite: (engine, wanted) => invite(engine, wanted),
  teamJoin: (engine, { code }) => joinTeam(engine, code),
  teamMembers: (engine, { of }) => members(engine, of),
  teamRole: (engine, wanted) => setRole(engine, wanted),
  teamRetention: (engine, wanted) => setRetention(engine, wanted),
  teamLeave: (engine, wanted) => leave(engine, wanted),
  teamBrief: async (engine, wanted) => teamBrief(engine, wanted),
  backup: async (engine, { file, overwrite }, { onProgress }) =>
    backup(engine, file, { overwrite, onProgress }),
  restore: (engine, { file }, options) => restore(engine, file, options),
  index: (engine, { folder, watch }, options) => indexNotes(engine, { folder, watch, ...options }),
  async ingest(engine, wanted, options) {
    const joined = await joinProjects(engine);
    const report = await ingestAndLearn(engine, { ...wanted, ...options });
    return { ...report, notices: [...joined, ...report.notices] };
  },
  sources: (engine) => sources(engine),
  sessions: async (engine, wanted) => sessions(engine, wanted),
  events: async (engine, wanted) => listEvents(engine, wanted),
  episodes: async (engine, wanted) => listEpisodes(engine, wanted),
  flush: async (engine) => flush(engine),
  tasks: async (engine, wanted) => tasks(engine, wanted),
  fileHistory: async (engine, wanted) => fileHistory(engine, wanted),
  filesTogether: async (engine, wanted) => filesTogether(engine, wanted),
  lastWorkOn: async (engine, wanted) => lastWorkOn(engine, wanted),
  toolUse: async (engine, { since }) => toolUse(engine, since),
  failures: async (engine, wanted) => failures(engine, wanted),
  failure: async (engine, wanted) => failure(engine, wanted),
  lineOrigin: async (engine, asked) => lineOrigin(engine, asked),
  memoryHistory: async (engine, wanted) => memoryHistory(engine, wanted),
  confirm: (engine, { ids, same }) => confirm(engine, ids, { ...(same && { same }) }),
  correct: (engine, wanted) => correct(engine, wanted),
  reject: async (engine, wanted) => reject(engine, wanted),
  review: async (engine, wanted) => review(engine, wanted),
  policy: async (engine, wanted) => policy(engine, wanted),
  graphIndex: (engine, { watch }, options) => graphIndex(engine, { watch, ...options }),
  graphStatus: async (engine) => graphStatus(engine),
  graphContents: fresh(graphContents),
  graphDefine: fresh(graphDefine),
  graphCallers: fresh((engine, asked) => graphCalls(engine, { ...asked, way: 'into' })),
  graphCallees: fresh((engine, asked) => graphCalls(engine, { ...asked, way: 'out' })),
  graphDeps: fresh((engine, asked) => graphDeps(engine, { ...asked, way: 'out' })),
  graphDependents: fresh((engine, asked) => graphDeps(engine, { ...asked, way: 'into' })),
  graphImpact: fresh(graphImpact),
  graphTests: fresh(graphTests),
  graphAffected: fresh(graphAffected),
  graphSearch: fresh(graphSearch),
  graphEmbed: fresh((engine, _, options) => embedCode(engine, options)),
  graphModules: fresh(graphModules),
  graphPackages: fresh(graphPackages),
  graphTogether: fresh(graphTogether),
  graphImportScip: fresh(graphImportScip),
  learn: (engine, wanted, options) => learnAgain(engine, { ...wanted, ...options }),
  teach: (engine, wanted) => teach(engine, wanted),
  drafts: async (engine, wanted) => drafts(engine, wanted),
  why: async (engine, { id }) => why(engine, id),
  projects: async (engine) => projects(engine),
  overview: async (engine, wanted) => overview(engine, wanted),
  feed: async (engine, wanted) => feed(engine, wanted),
  ask: (engine, asked) => ask(engine, asked),
  browse: (engine, wanted) => browse(engine, wanted),
  portrait: async (engine, wanted) => portrait(engine, wanted),
  logAround: async (engine, wanted) => logAround(engine, wanted),
  teachCheck: (engine, given) => teachCheck(engine, given),
  map: async (engine, wanted) => map(engine, wanted),
  timeline: async (engine, wanted) => timeline(engine, wanted),
  replaySession: async (engine, wanted) => replaySession(engine, wanted),
  bulk: (engine, wanted) => bulk(engine, wanted),
  actions: async (engine, wanted) => recentActions(engine, wanted),
  undo: (engine, wanted) => undo(engine, wanted),
  settings: async (engine, wanted) => panelSettings(engine, wanted),
  setup: async (engine) => setup(engine),
  connect: async (engine, asked) => connect(engine, asked),
  pause: async (engine, asked) => pause(engine, asked),
  privacy: async (engine) => privacy(engine),
  phaseWeights: async (engine, wanted) => phaseWeights(engine, wanted),
  proof: (engine, wanted) => proof(engine, wanted),
  replay: (engine, wanted, options) => replayPast(engine, { ...wanted, ...options }),
  spending: async (engine) => spending(engine),
  // The daemon adds itself.
  status: async (engine) => ({ ...status(engine), daemon: null as DaemonStatus | null }),
  reembed: (engine, _, options) => embedMissing(engine, options),
} satisfies Handlers;

/** A draft that is kept for a user, an agent or a run of a program. */
function forWhose(draft: Draft, whose: Whose): Draft {
  const { tags, ...place } = placeOfWhose(whose);
  return tags.length === 0
    ? draft
    : { halfLifeDays: null, ...draft, ...place, tags: [...(draft.tags ?? []), ...tags] };
}

/** Has a question about the code be answered from what it is now. */
function fresh<I, O>(answer: (engine: Engine, input: I, options: CallOptions) => O | Promise<O>) {
  return async (engine: Engine, input: I, options: CallOptions): Promise<O> => {
    await freshen(engine, options);
    return answer(engine, input, options);
  };
}

type Handler<V extends Verb> = (engine: Engine, input: Parsed<V>, options: CallOptions) => Promise<Output<V>>;

/** The engine as a client, without a process boundary in between. */
export function inProcess(engine: Engine): VerbClient {
  return {
    notices: engine.notices,
    async call<V extends Verb>(verb: V, input: Input<V>, options: CallOptions = {}): Promise<Output<V>> {
      const parsed = verbs[verb].input.safeParse(input);
      if (!parsed.success)
        throw new Problem(sentence(parsed.error), `See \`sqrl help\` for what it takes.`, 'invalid');
      const handle = handlers[verb] as unknown as Handler<V>;
      return handle(engine, localised(parsed.data as Parsed<V>, engine), options);
    },
    close: () => engine.close(),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}

/** Names files from the project's root wherever a door gave their whole path. */
function localised<T extends object>(input: T, engine: Engine): T {
  const { path, files, scopeOf, filter, to } = input as Places;
  // What holds a secret stays as it was written until it is redacted: tidied, https://user:pass@host is not recognized.
  const at = (file: string) => (redactSync(file).found.length > 0 ? file : inProject(engine.project, file));
  return {
    ...input,
    ...(path !== undefined && { path: at(path) }),
    ...(files && { files: files.map(at) }),
    ...(scopeOf && { scopeOf: at(scopeOf) }),
    ...(filter?.file !== undefined && { filter: { ...filter, file: at(filter.file) } }),
    ...(to && { to: localised(to, engine) }),
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
