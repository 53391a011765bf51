import { withImportance } from '@sqrl/base/model/importance.ts';
import type { Draft } from '@sqrl/base/model/memory.ts';
import { placeOfWhose, type Whose } from '@sqrl/base/model/whose.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { z } from 'zod';
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
import { inProject } from './workspace/in-project.ts';
import type { Engine } from './workspace/workspace.ts';

// A command loads the files of its own verb and nothing else.
const loadAnchoring = () => import('./codebase/anchoring.ts');
const loadEmbedCode = () => import('./codebase/embed-code.ts');
const loadGraph = () => import('./codebase/graph.ts');
const loadGraphIndex = () => import('./codebase/graph-index.ts');
const loadGraphLayers = () => import('./codebase/graph-layers.ts');
const loadGraphQuestions = () => import('./codebase/graph-questions.ts');
const loadGraphSearch = () => import('./codebase/graph-search.ts');
const loadBackup = () => import('./exchange/backup.ts');
const loadConflicts = () => import('./exchange/conflicts.ts');
const loadCheckShared = () => import('./exchange/git/check-shared.ts');
const loadGitVerbs = () => import('./exchange/git/verbs.ts');
const loadHubErase = () => import('./exchange/hub/erase.ts');
const loadHubLink = () => import('./exchange/hub/link.ts');
const loadHubLogIn = () => import('./exchange/hub/log-in.ts');
const loadHubPeople = () => import('./exchange/hub/people.ts');
const loadHubSearchHub = () => import('./exchange/hub/search-hub.ts');
const loadHubSession = () => import('./exchange/hub/session.ts');
const loadHubShare = () => import('./exchange/hub/share.ts');
const loadJoinProjects = () => import('./exchange/join-projects.ts');
const loadUnshare = () => import('./exchange/unshare.ts');
const loadExchangeVerbs = () => import('./exchange/verbs.ts');
const loadEpisodes = () => import('./ingest/work/episodes.ts');
const loadIngest = () => import('./ingest/work/ingest.ts');
const loadSessions = () => import('./ingest/work/sessions.ts');
const loadPolicy = () => import('./learn/lifecycle/policy.ts');
const loadHeld = () => import('./learn/rules/held.ts');
const loadStanding = () => import('./learn/rules/standing.ts');
const loadNoteShared = () => import('./learn/sharing/note-shared.ts');
const loadChange = () => import('./learn/verbs/change.ts');
const loadDrafts = () => import('./learn/verbs/drafts.ts');
const loadFlush = () => import('./learn/verbs/settle.ts');
const loadIndexNotes = () => import('./learn/verbs/index-notes.ts');
const loadIngestAndLearn = () => import('./learn/verbs/ingest-and-learn.ts');
const loadLearn = () => import('./learn/verbs/learn.ts');
const loadPeople = () => import('./learn/verbs/people.ts');
const loadPhaseWeights = () => import('./learn/verbs/phase-weights.ts');
const loadRemember = () => import('./learn/verbs/remember.ts');
const loadReview = () => import('./learn/verbs/review.ts');
const loadTeach = () => import('./learn/verbs/teach.ts');
const loadTrust = () => import('./learn/verbs/trust.ts');
const loadGet = () => import('./learn/verbs/get.ts');
const loadList = () => import('./learn/verbs/list.ts');
const loadLearnVerbs = () => import('./learn/verbs/verbs.ts');
const loadCalibration = () => import('./learn/work/calibration.ts');
const loadObserve = () => import('./learn/work/observe.ts');
const loadObserveProduct = () => import('./learn/work/observe-product.ts');
const loadProcessEvents = () => import('./learn/work/process-events.ts');
const loadPromote = () => import('./learn/work/promote.ts');
const loadQaReport = () => import('./learn/work/qa-report.ts');
const loadScratchpad = () => import('./learn/work/scratchpad.ts');
const loadActions = () => import('./panel/undo.ts');
const loadBrowse = () => import('./panel/browse.ts');
const loadBulk = () => import('./panel/bulk.ts');
const loadConnect = () => import('./panel/connect.ts');
const loadFeed = () => import('./panel/feed.ts');
const loadLogRecord = () => import('./panel/log-record.ts');
const loadMap = () => import('./panel/map.ts');
const loadOverview = () => import('./panel/overview.ts');
const loadPause = () => import('./panel/settings.ts');
const loadPortrait = () => import('./panel/portrait.ts');
const loadPrivacy = () => import('./panel/settings.ts');
const loadProjects = () => import('./panel/settings.ts');
const loadProof = () => import('./panel/proof.ts');
const loadReplay = () => import('./panel/timeline.ts');
const loadSettings = () => import('./panel/settings.ts');
const loadSetup = () => import('./panel/connect.ts');
const loadTeachCheck = () => import('./panel/teach-check.ts');
const loadTimeline = () => import('./panel/timeline.ts');
const loadTryDelivery = () => import('./panel/feed.ts');
const loadUndo = () => import('./panel/undo.ts');
const loadAsk = () => import('./recall/ask/ask.ts');
const loadStandingRules = () => import('./recall/deliver/standing-rules.ts');
const loadReplayOfRecall = () => import('./recall/replay/replay.ts');
const loadContextFor = () => import('./recall/context/context-for.ts');
const loadHistory = () => import('./recall/history/history.ts');
const loadLineOrigin = () => import('./recall/history/line-origin.ts');
const loadPackageUse = () => import('./recall/verbs/package-use.ts');
const loadPassage = () => import('./recall/passages/passage.ts');
const loadRecall = () => import('./recall/verbs/recall.ts');
const loadSearch = () => import('./recall/verbs/search.ts');
const loadSimilarTasks = () => import('./recall/history/past-work.ts');
const loadSpending = () => import('./recall/status.ts');
const loadStats = () => import('./recall/status.ts');
const loadStatus = () => import('./recall/status.ts');
const loadViews = () => import('./recall/views/views.ts');
const loadWhere = () => import('./recall/history/where.ts');
const loadWriteViews = () => import('./recall/views/write-views.ts');
const loadEmbedMissing = () => import('./workspace/embed-missing.ts');

type Handlers = {
  [V in Verb]: (engine: Engine, input: Parsed<V>, options: CallOptions) => Promise<PublicOutput<V>>;
};

/** What each verb answers: clients know it from here, as a type alone. */
export type Outputs = { [V in Verb]: Awaited<ReturnType<(typeof handlers)[V]>> };

/** What each verb does. */
const handlers = {
  remember: async (engine, { replaces, because, whose, importance, ...said }) => {
    const draft =
      importance === undefined ? said : { ...said, tags: withImportance(said.tags ?? [], importance) };
    const given = whose ? forWhose(draft, whose) : draft;
    const {
      memory,
      row: _,
      ...told
    } = await (await loadRemember()).remember(engine, given, { replaces, because });
    const stops = told.review ? undefined : (await loadStanding()).ruleStanding(engine, memory)?.stops;
    return { id: memory.id, memory, ...told, ...(stops && { stops }) };
  },
  find: async (engine, asked) => (await loadSearch()).searchAll(engine, asked),
  recall: async (engine, asked) => (await loadRecall()).recall(engine, asked),
  context: async (engine, asked) => (await loadContextFor()).contextFor(engine, asked),
  similarTasks: async (engine, asked) => (await loadSimilarTasks()).similarTasks(engine, asked),
  passage: async (engine, asked) => (await loadPassage()).passage(engine, asked),
  commit: async (engine, asked) => (await loadLineOrigin()).commit(engine, asked),
  where: async (engine, asked) => (await loadWhere()).whereWasI(engine, asked),
  views: async (engine, asked) => (await loadViews()).showViews(engine, asked),
  serverRules: async (engine, asked) => (await loadStandingRules()).serverRules(engine, asked),
  removeViews: async (engine, { names }) => (await loadWriteViews()).removeViews(engine, names),
  deliver: async (engine, asked) =>
    (await loadTryDelivery()).tryDelivery(engine, { ...asked, at: asked.at ?? engine.now() }),
  observe: async (engine, given) => (await loadObserve()).observe(engine, given),
  processEvents: async (engine, given, options) =>
    (await loadProcessEvents()).processEvents(engine, { ...given, ...options }),
  scratchpad: async (engine, given) => (await loadScratchpad()).scratchpad(engine, given),
  promote: async (engine, given) => (await loadPromote()).promote(engine, given),
  calibration: async (engine, { methodology }) => (await loadCalibration()).calibration(engine, methodology),
  observeProduct: async (engine, given) => (await loadObserveProduct()).observeProduct(engine, given),
  qaReport: async (engine, given) => (await loadQaReport()).qaReport(engine, given),
  trust: async (engine, { level }) =>
    level === undefined
      ? (await loadTrust()).projectTrust(engine)
      : (await loadTrust()).setTrust(engine, level),
  get: async (engine, { id }) => {
    await (await loadAnchoring()).readAnchored(engine, id);
    return (await loadGet()).get(engine, id);
  },
  change: async (engine, { id, to, trigger }) =>
    (await loadChange()).change(engine, id, {
      ...to,
      ...(trigger !== undefined && { record: (await loadHeld()).ruleRecord(trigger) }),
    }),
  pin: async (engine, { id, pinned }) => (await loadLearnVerbs()).pin(engine, id, pinned),
  forget: async (engine, { ids, ...options }) => {
    const shared = (await loadNoteShared()).standingsOf(engine, ids);
    return { forgotten: (await loadLearnVerbs()).forget(engine, ids, options), ...shared };
  },
  suggestForget: async (engine, wanted) => (await loadPeople()).suggestForget(engine, wanted),
  forgetAll: async (engine, { of }, options) => ({
    forgotten: await (await loadLearnVerbs()).forgetAll(engine, of, options),
  }),
  list: async (engine, page) => (await loadList()).listMemories(engine, page),
  stats: async (engine) => (await loadStats()).stats(engine),
  export: async (engine, wanted, options) =>
    (await loadExchangeVerbs()).exportAs(engine, { ...wanted, ...options }),
  import: async (engine, given, { onProgress, signal }) =>
    (await loadExchangeVerbs()).importFrom(engine, { ...given, onProgress, signal }),
  share: async (engine, wanted) => (await loadGitVerbs()).share(engine, wanted),
  unshare: async (engine, wanted) => (await loadUnshare()).unshare(engine, wanted),
  checkShared: async (_, { text }) => (await loadCheckShared()).checkShared(text),
  sync: async (engine, wanted) => (await loadGitVerbs()).sync(engine, wanted),
  conflicts: async (engine) => ({ conflicts: (await loadConflicts()).listConflicts(engine) }),
  chooseWording: async (engine, wanted) => (await loadConflicts()).chooseWording(engine, wanted),
  hubLogin: async (engine, wanted) => (await loadHubLogIn()).logIn(engine, wanted),
  hubBegin: async (engine, wanted) => (await loadHubLogIn()).beginLogin(engine, wanted),
  hubAwait: async (engine, wanted) => (await loadHubLogIn()).awaitLogin(engine, wanted),
  hubLogout: async (engine, wanted) => (await loadHubSession()).logOut(engine, wanted),
  hubStatus: async (engine) => (await loadHubSession()).hubStatus(engine),
  hubSync: async (engine, wanted, { signal }) =>
    (await loadHubSession()).syncNow(engine, { ...wanted, signal }),
  hubCode: async (engine) => (await loadHubSession()).recoveryCode(engine),
  hubLink: async (engine, wanted) => (await loadHubLink()).linkProject(engine, wanted),
  hubShare: async (engine, wanted) => (await loadHubShare()).shareTo(engine, wanted),
  hubDevices: async (engine, wanted) => (await loadHubPeople()).devices(engine, wanted),
  hubErase: async (engine, wanted) => (await loadHubErase()).eraseEverywhere(engine, wanted),
  hubSearch: async (engine, asked, { signal }) =>
    (await loadHubSearchHub()).searchHub(engine, { ...asked, signal }),
  hubProposals: async (engine) => ({ proposals: (await loadHubPeople()).proposals(engine) }),
  hubReview: async (engine, wanted) => (await loadHubPeople()).reviewProposals(engine, wanted),
  dispute: async (engine, wanted) => (await loadHubPeople()).dispute(engine, wanted),
  teamCreate: async (engine, { name }) => (await loadHubPeople()).createTeam(engine, name),
  teamInvite: async (engine, wanted) => (await loadHubPeople()).invite(engine, wanted),
  teamJoin: async (engine, { code }) => (await loadHubPeople()).joinTeam(engine, code),
  teamMembers: async (engine, { of }) => (await loadHubPeople()).members(engine, of),
  teamRole: async (engine, wanted) => (await loadHubPeople()).setRole(engine, wanted),
  teamRetention: async (engine, wanted) => (await loadHubPeople()).setRetention(engine, wanted),
  teamLeave: async (engine, wanted) => (await loadHubPeople()).leave(engine, wanted),
  teamBrief: async (engine, wanted) => (await loadHubPeople()).teamBrief(engine, wanted),
  backup: async (engine, { file, overwrite }, { onProgress }) =>
    (await loadBackup()).backup(engine, file, { overwrite, onProgress }),
  restore: async (engine, { file }, options) => (await loadBackup()).restore(engine, file, options),
  index: async (engine, { folder, watch }, options) =>
    (await loadIndexNotes()).indexNotes(engine, { folder, watch, ...options }),
  async ingest(engine, wanted, options) {
    const joined = await (await loadJoinProjects()).joinProjects(engine);
    const report = await (await loadIngestAndLearn()).ingestAndLearn(engine, { ...wanted, ...options });
    return { ...report, notices: [...joined, ...report.notices] };
  },
  sources: async (engine) => (await loadIngest()).sources(engine),
  sessions: async (engine, wanted) => (await loadSessions()).sessions(engine, wanted),
  events: async (engine, wanted) => (await loadSessions()).listEvents(engine, wanted),
  episodes: async (engine, wanted) => (await loadEpisodes()).listEpisodes(engine, wanted),
  flush: async (engine) => (await loadFlush()).flush(engine),
  tasks: async (engine, wanted) => (await loadHistory()).tasks(engine, wanted),
  fileHistory: async (engine, wanted) => (await loadHistory()).fileHistory(engine, wanted),
  filesTogether: async (engine, wanted) => (await loadHistory()).filesTogether(engine, wanted),
  lastWorkOn: async (engine, wanted) => (await loadHistory()).lastWorkOn(engine, wanted),
  toolUse: async (engine, { since }) => (await loadHistory()).toolUse(engine, since),
  failures: async (engine, wanted) => (await loadHistory()).failures(engine, wanted),
  failure: async (engine, wanted) => (await loadHistory()).failure(engine, wanted),
  lineOrigin: async (engine, asked) => (await loadLineOrigin()).lineOrigin(engine, asked),
  memoryHistory: async (engine, wanted) => (await loadHistory()).memoryHistory(engine, wanted),
  confirm: async (engine, { ids, same }) =>
    (await loadPeople()).confirm(engine, ids, { ...(same && { same }) }),
  correct: async (engine, wanted) => (await loadPeople()).correct(engine, wanted),
  reject: async (engine, wanted) => (await loadPeople()).reject(engine, wanted),
  review: async (engine, wanted) => (await loadReview()).review(engine, wanted),
  policy: async (engine, wanted) => (await loadPolicy()).policy(engine, wanted),
  graphIndex: async (engine, { watch }, options) =>
    (await loadGraphIndex()).graphIndex(engine, { watch, ...options }),
  graphStatus: async (engine) => (await loadGraph()).graphStatus(engine),
  graphContents: fresh(async (engine, asked) => (await loadGraphQuestions()).graphContents(engine, asked)),
  graphDefine: fresh(async (engine, asked) => (await loadGraphQuestions()).graphDefine(engine, asked)),
  graphCallers: fresh(async (engine, asked) =>
    (await loadGraphQuestions()).graphCalls(engine, { ...asked, way: 'into' }),
  ),
  graphCallees: fresh(async (engine, asked) =>
    (await loadGraphQuestions()).graphCalls(engine, { ...asked, way: 'out' }),
  ),
  graphDeps: fresh(async (engine, asked) =>
    (await loadGraphQuestions()).graphDeps(engine, { ...asked, way: 'out' }),
  ),
  graphDependents: fresh(async (engine, asked) =>
    (await loadGraphQuestions()).graphDeps(engine, { ...asked, way: 'into' }),
  ),
  graphImpact: fresh(async (engine, asked) => (await loadGraphQuestions()).graphImpact(engine, asked)),
  graphAffected: fresh(async (engine, asked, options) =>
    (await loadGraphQuestions()).graphAffected(engine, asked, options),
  ),
  graphTests: fresh(async (engine, asked) => (await loadGraphQuestions()).graphTests(engine, asked)),
  graphSearch: fresh(async (engine, asked) => (await loadGraphSearch()).graphSearch(engine, asked)),
  graphEmbed: fresh(async (engine, _, options) => (await loadEmbedCode()).embedCode(engine, options)),
  graphModules: fresh(async (engine, asked) => (await loadGraphLayers()).graphModules(engine, asked)),
  graphPackages: fresh(async (engine, asked) => (await loadPackageUse()).graphPackages(engine, asked)),
  graphTogether: fresh(async (engine, asked, options) =>
    (await loadGraphLayers()).graphTogether(engine, asked, options),
  ),
  graphImportScip: fresh(async (engine, asked, options) =>
    (await loadGraphLayers()).graphImportScip(engine, asked, options),
  ),
  learn: async (engine, wanted, options) => (await loadLearn()).learnAgain(engine, { ...wanted, ...options }),
  teach: async (engine, wanted) => (await loadTeach()).teach(engine, wanted),
  drafts: async (engine, wanted) => (await loadDrafts()).drafts(engine, wanted),
  why: async (engine, { id }) => (await loadDrafts()).why(engine, id),
  projects: async (engine) => (await loadProjects()).projects(engine),
  overview: async (engine, wanted) => (await loadOverview()).overview(engine, wanted),
  feed: async (engine, wanted) => (await loadFeed()).feed(engine, wanted),
  ask: async (engine, asked) => (await loadAsk()).ask(engine, asked),
  browse: async (engine, wanted) => (await loadBrowse()).browse(engine, wanted),
  portrait: async (engine, wanted) => (await loadPortrait()).portrait(engine, wanted),
  logRecord: async (engine, wanted) => (await loadLogRecord()).logRecord(engine, wanted),
  teachCheck: async (engine, given) => (await loadTeachCheck()).teachCheck(engine, given),
  map: async (engine, wanted) => (await loadMap()).map(engine, wanted),
  timeline: async (engine, wanted) => (await loadTimeline()).timeline(engine, wanted),
  replaySession: async (engine, wanted) => (await loadReplay()).replaySession(engine, wanted),
  bulk: async (engine, wanted) => (await loadBulk()).bulk(engine, wanted),
  actions: async (engine, wanted) => (await loadActions()).recentActions(engine, wanted),
  undo: async (engine, wanted) => (await loadUndo()).undo(engine, wanted),
  settings: async (engine, wanted) => (await loadSettings()).panelSettings(engine, wanted),
  setup: async (engine) => (await loadSetup()).setup(engine),
  connect: async (engine, asked) => (await loadConnect()).connect(engine, asked),
  pause: async (engine, asked) => (await loadPause()).pause(engine, asked),
  privacy: async (engine) => (await loadPrivacy()).privacy(engine),
  phaseWeights: async (engine, wanted) => (await loadPhaseWeights()).phaseWeights(engine, wanted),
  proof: async (engine, wanted) => (await loadProof()).proof(engine, wanted),
  replay: async (engine, wanted, options) =>
    (await loadReplayOfRecall()).replayPast(engine, { ...wanted, ...options }),
  spending: async (engine) => (await loadSpending()).spending(engine),
  // The daemon adds itself.
  status: async (engine) => ({
    ...(await loadStatus()).status(engine),
    daemon: null as DaemonStatus | null,
  }),
  reembed: async (engine, _, options) => (await loadEmbedMissing()).embedMissing(engine, options),
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
    await (await loadGraphIndex()).freshen(engine, options);
    return answer(engine, input, options);
  };
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
