import type { Phase } from '@sqrl/base/model/episode.ts';
import { type MemoryType, TYPES } from '@sqrl/base/model/memory.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import { episodicOver } from './episodic.ts';
import { type Loop, openLoop, type SdkShared, workOf } from './loop.ts';
import { native } from './methodologies.ts';
import { prefetched, prefetchLists } from './prefetch.ts';
import { tellerOf } from './tell.ts';
import { ends, outcomeOf, resultText, toolUse } from './tool-use.ts';
import type {
  FirstMessage,
  Injection,
  MemorySession,
  Note,
  PromotionReport,
  RelayItem,
  Role,
  SessionOptions,
  ToolCall,
  ToolResult,
} from './types.ts';

const FIRST_MESSAGE_TOKENS = 32_000;
/** With more subtasks than this, notes do not wait for the end. */
const MANY_SUBTASKS = 5;
const MAX_FACTOR = 2;
/** No loop takes more steps, however long such work took before. */
const MAX_STEPS = 1000;
/** More of what a tool said tells no more of how it went. */
const MAX_RESULT_CHARS = 200_000;
const MAX_NAME_CHARS = 500;
const MAX_TASK_CHARS = 100_000;
/** What was read and searched since the last step; of more the latest. */
const MAX_SEEN = 64;
/** In the first steps an agent is still busy with what it was told first. */
const FIRST_STEPS = 5;

type Moment = Input<'deliver'>['moment'];

/** Loops of sessions, for their subagents. */
const loops = new WeakMap<MemorySession, Loop>();

/** Begins a session over a memory, or goes on with one. */
export function sessionIn(shared: SdkShared, options: SessionOptions, known?: Loop): MemorySession {
  const { world, asker, tools, limits } = shared;
  const parent = options.parent && loops.get(options.parent);
  const loop = parent ?? known ?? openLoop(shared, options);
  const agent = parent ? `a${++parent.agents}` : null;
  const { task, role = 'coder', methodology = native, taskBy = 'program' } = options;
  const phase = methodology.mapPhase(role);
  const unit = methodology.resolveWorkUnit(options.workUnit ?? {});
  // A subagent has a context of its own: what its parent was told it was not.
  const teller = tellerOf(shared, agent === null ? loop.id : `${loop.id}/${agent}`);
  const episodic = episodicOver(shared, loop, agent);
  const findings: RelayItem[] = [];
  const isResumed = known !== undefined;
  let steps = isResumed ? loop.steps : 0;
  let isPrompted = isResumed;
  let isFinished = false;
  let seenFiles: string[] = [];
  let searches: string[] = [];
  let unreflected: string[] = [];

  const observe = (step: Omit<Parameters<Loop['observe']>[0], 'agent'>): number => {
    if (!isPrompted) observeFirst(task);
    return loop.observe({ agent, ...step });
  };
  const own = () => loop.notes.filter((note) => note.agent === agent);

  function observeCall(call: ToolCall, result: ToolResult) {
    const use = toolUse(call, tools);
    const text = resultText(result.output);
    const ended = outcomeOf(result);
    const step = {
      tool: use.tool,
      toolName: call.name.slice(0, MAX_NAME_CHARS),
      call: call.id.slice(0, MAX_NAME_CHARS),
      command: use.command,
      files: [...use.files],
    };
    observe({ ...step, kind: 'call' });
    observe({ ...step, ...ended, kind: 'result', text, durationMs: result.durationMs ?? null });
    if (use.tool === 'read' || use.tool === 'edit') seenFiles.push(...use.files);
    if ((use.tool === 'search' || use.tool === 'list') && use.command !== null) searches.push(use.command);
    if ((use.tool === 'other' || use.tool.startsWith('mcp:')) && text !== '' && !world.isPaused())
      void asker.start('observeProduct', {
        session: loop.id,
        tool: call.name.slice(-MAX_NAME_CHARS),
        result: ends(text, MAX_RESULT_CHARS),
        isError: ended.outcome === 'failed',
      });
    return { use, text, ended };
  }

  function observeFirst(message: string): void {
    if (isPrompted) return;
    isPrompted = true;
    observe({ kind: 'prompt', text: message, by: agent === null ? taskBy : 'program' });
  }

  async function promote(
    notes: Loop['notes'],
    outcome: Input<'promote'>['outcome'],
    isEnd: boolean,
  ): Promise<PromotionReport> {
    const report = await asker.start('promote', {
      ...{ session: loop.id, outcome, notes },
      ...(isEnd && { work: workOf(loop) }),
    });
    if (!report) return { ...NOTHING_PROMOTED, isComplete: false };
    loop.notes = loop.notes.filter((note) => !notes.includes(note));
    const dropped = report.dropped.map(({ text, because }) => ({ text, because: because }));
    return { promoted: report.promoted, dropped, learned: [], isComplete: true };
  }

  async function checkpoint(): Promise<boolean> {
    if (world.isPaused()) return false;
    const { agents, subtasks, notes, about } = loop;
    const state = { task: about.task, role: about.role, agents, subtasks, notes };
    const put = { ...workOf(loop), state };
    const [sent, kept] = await Promise.all([
      loop.flush(),
      asker.ask('scratchpad', { session: loop.id, put }),
    ]);
    return sent && kept !== undefined;
  }

  const session: MemorySession = {
    ...{ id: loop.id, agent, role, phase, workUnit: unit },
    get steps() {
      return steps;
    },
    get receipts() {
      return teller.receipts;
    },
    get notes() {
      return own().map(({ draft: { text, type, files, tags, record } }) => ({
        text,
        ...(type && { type }),
        ...(files && { files }),
        ...(tags && { tags }),
        ...(record && { record }),
      }));
    },

    systemPrompt() {
      // The agent of a session that goes on after a crash has nothing before it of what it was told.
      const because = isResumed && teller.receipts.length === 0 ? 'clear' : 'startup';
      return teller.deliver('system prompt', { point: 'session start', because }, limits.systemPrompt);
    },

    async beforeFirstMessage(message = task): Promise<FirstMessage> {
      observeFirst(message);
      const relay = options.relay?.text ?? '';
      const whom = roleFor(role, phase);
      const budget = Math.max(0, FIRST_MESSAGE_TOKENS - estimateTokens(relay));
      const told = await teller.context(
        {
          ...{ task: message.slice(0, MAX_TASK_CHARS), for: whom, phase },
          ...(whom === 'coder' && { contents: true, budget }),
          ...(options.files && { files: [...options.files] }),
        },
        limits.firstMessage,
      );
      const text = [relay, told.text].filter((part) => part !== '').join('\n\n');
      return { ...told, text, tokens: text === '' ? 0 : estimateTokens(text) };
    },

    async beforeToolCall(call) {
      const { tool, command, files } = toolUse(call, tools);
      // What answers a search is told with its result; nothing else is told before a call but why it is stopped.
      if (tool === 'search' || tool === 'list') return { ...NOTHING_TOLD, stop: false };
      const moment: Moment = { point: 'before', tool, command, files: [...files] };
      const told = await teller.deliver('before tool call', moment, limits.toolResult);
      return { ...told, stop: told.memories.length > 0 };
    },

    async afterToolCall(call, result) {
      const { use, text, ended } = observeCall(call, result);
      const { tool, command, files } = use;
      const said = ends(text, MAX_RESULT_CHARS);
      const moment: Moment = { point: 'after', tool, command, files: [...files], text: said, ...ended };
      return teller.deliver('tool result', moment, limits.toolResult);
    },

    async betweenSteps(): Promise<Injection> {
      const files = [...new Set(seenFiles)].slice(-MAX_SEEN);
      const moment: Moment = { point: 'between', step: steps, files, searches: searches.slice(-MAX_SEEN) };
      const isAsked = steps >= FIRST_STEPS && seenFiles.length + searches.length > 0;
      if (steps >= FIRST_STEPS) [seenFiles, searches] = [[], []];
      const told = isAsked
        ? await teller.deliver('between steps', moment, limits.betweenSteps)
        : teller.silence();
      const fresh = unreflected;
      unreflected = [];
      if (fresh.length === 0) return told;
      const noted = ['On your scratchpad now:', ...fresh.map((text) => `- ${text}`)].join('\n');
      const text = told.text === '' ? noted : `${told.text}\n${noted}`;
      return { ...told, text, tokens: estimateTokens(text) };
    },

    observeStep({ reasoning, text, tokens, calls = [] }) {
      steps++;
      loop.steps++;
      if (reasoning) observe({ kind: 'reasoning', text: reasoning });
      for (const { call, result } of calls) observeCall(call, result);
      if (text || tokens) observe({ kind: 'reply', text: text ?? '', tokens: tokens ?? null });
    },

    observePrompt(text) {
      isPrompted = true;
      observe({ kind: 'prompt', text, by: agent === null ? 'person' : 'program' });
    },

    note(note) {
      if (note.text.trim() === '' || world.isPaused()) return;
      const draft = draftOf(note, methodology.customMemoryTypes ?? {});
      // As a thought of the agent: what foreign text came before it in its turn taints it too.
      const place = observe({ kind: 'reasoning', text: note.text });
      loop.notes.push({ agent, run: loop.run, place, subtask: null, draft });
      unreflected.push(note.text);
      findings.push({ type: draft.type ?? 'module_insight', text: draft.text, files: draft.files ?? [] });
    },

    async stopAfter(baseSteps, { most = MAX_STEPS } = {}) {
      const answer = await asker.ask('calibration', { methodology: methodology.id });
      const all = answer?.calibrations ?? [];
      const { module } = workOf(loop);
      const near = all.filter((each) => each.module === module);
      const known = near.length > 0 || options.module !== undefined ? near : all;
      const sum = (of: (each: (typeof known)[number]) => number) =>
        known.reduce((total, each) => total + of(each) * each.samples, 0);
      const samples = known.reduce((total, each) => total + each.samples, 0);
      const ratio =
        samples === 0 ? 1 : sum(({ actualSteps }) => actualSteps) / sum(({ plannedSteps }) => plannedSteps);
      const factor = Math.min(ratio, MAX_FACTOR);
      return { steps: Math.max(1, Math.min(Math.ceil(baseSteps * factor), most)), factor, samples };
    },

    episodic: () => episodic,

    async context(asked = role) {
      const whom = roleFor(asked, methodology.mapPhase(asked));
      const files = options.files && { files: [...options.files] };
      if (world.isPaused()) return undefined;
      const about = task.slice(0, MAX_TASK_CHARS);
      const found = await asker.ask('context', {
        task: about,
        for: whom,
        contents: whom === 'coder',
        ...files,
      });
      if (!found) return undefined;
      const { text, tokens, records, scope } = found;
      const needed = prefetched(found.files, found.contents);
      return {
        text,
        tokens,
        phase: found.phase,
        scope,
        records,
        files: needed,
        prefetch: prefetchLists(needed),
      };
    },

    async endSubtask({ id, validated }) {
      const ended = own().filter(({ subtask = null }) => subtask === null);
      for (const note of ended) note.subtask = id;
      loop.subtasks.push({ id, validated });
      const isMany = Math.max(options.subtasks ?? 0, loop.subtasks.length) > MANY_SUBTASKS;
      const isKept = await checkpoint();
      if (!isMany || !validated || world.isPaused()) return { ...NOTHING_PROMOTED, isComplete: isKept };
      await loop.flush(true);
      const report = await promote(ended, 'success', false);
      if (report.isComplete) await checkpoint();
      return report;
    },

    checkpoint,

    async qaReport({ failures }) {
      if (world.isPaused()) return [];
      for (const { what, expected, files = [] } of failures) {
        findings.push({ type: 'error_pattern', text: what, files });
        if (expected !== undefined) findings.push({ type: 'requirement', text: expected, files });
      }
      const given = failures.map(({ files, ...failure }) => ({
        ...failure,
        ...(files && { files: [...files] }),
      }));
      observeFirst(task);
      // Whether foreign text came before it is known when all that came before is settled.
      await loop.flush(true);
      const report = await asker.ask('qaReport', { session: loop.id, failures: given });
      return report?.promoted.map(({ id }) => id) ?? [];
    },

    async relayTo(to: Role) {
      const transition = methodology.relayTransitions.find((each) => each.from === role && each.to === to);
      if (!transition) return undefined;
      const { types } = transition;
      const items = findings.filter(({ type }) => types === undefined || types.includes(type));
      return { from: role, to, items, text: methodology.formatRelayContext(items, to) };
    },

    async finish({ outcome }) {
      if (isFinished) return NOTHING_PROMOTED;
      isFinished = true;
      if (parent) {
        // What a subagent fetched reaches the agent that gets its result.
        loop.observe({
          agent: null,
          kind: 'result',
          tool: 'task',
          toolName: 'task',
          call: agent,
          outcome: 'ok',
        });
        return { ...NOTHING_PROMOTED, isComplete: await loop.flush() };
      }
      if (world.isPaused()) return { ...NOTHING_PROMOTED, isComplete: false };
      const isSettled = await loop.flush(true);
      const report = await promote(loop.notes, outcome, true);
      const early = await loop.learnedEarly();
      const told = await asker.start('learn', {});
      const learned = [...new Set([...early, ...(told?.learned ?? [])])];
      const isComplete = report.isComplete && isSettled;
      return { ...report, learned: learned.filter((id) => !told?.withdrawn.includes(id)), isComplete };
    },
  };
  loops.set(session, loop);
  return session;
}

const NOTHING_TOLD: Injection = { text: '', tokens: 0, memories: [] };
const NOTHING_PROMOTED: PromotionReport = { promoted: [], dropped: [], learned: [], isComplete: true };

/** The context that a stage gets: by its name, or else by its phase. */
function roleFor(role: Role, phase: Phase): 'planner' | 'coder' | 'qa' {
  const named = (['planner', 'coder', 'qa'] as const).find((each) => each === role);
  return named ?? (phase === 'define' ? 'planner' : phase === 'validate' ? 'qa' : 'coder');
}

function draftOf(
  { text, type, files, tags, record }: Note,
  custom: Readonly<Record<string, MemoryType>>,
): Loop['notes'][number]['draft'] {
  const kept = type === undefined ? undefined : isMemoryType(type) ? type : custom[type];
  // A name of the methodology's own stays as a tag.
  const named = [...(tags ?? []), ...(type !== undefined && kept !== type ? [type] : [])];
  return {
    text,
    ...(kept && { type: kept }),
    ...(files && { files: [...files] }),
    ...(named.length > 0 && { tags: named }),
    ...(record && { record }),
  };
}

const isMemoryType = (type: string): type is MemoryType => Object.hasOwn(TYPES, type);
