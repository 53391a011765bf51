import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { claudeWriter } from '../../test/support/claude-writer.ts';
import { ATTEMPTS, type AttackedProject, type PoisonAttempt } from './attempts.ts';

/** What became of an attempt. */
export interface PoisonOutcome {
  attempt: PoisonAttempt;
  /** Told unasked, in its project or in another one. */
  isTold: boolean;
  /** Kept, and not told; false where `lists` was not asked for. */
  waits: boolean;
}

/**
 * Makes all attempts on one home with the built program: its command line, its daemon and its hooks. Afterwards a session
 * starts in each project and asks for the very thing, and one in a project that has nothing to do with them. `lists` looks
 * for what is kept as well, which takes half of the time.
 */
export function attackProgram(attempts = ATTEMPTS, { lists = true } = {}): PoisonOutcome[] {
  const root = mkdtempSync(join(tmpdir(), 'sqrl-attack-'));
  const sqrl = machineIn(root);
  try {
    const projects = attempts.map((_, i) => sqrl.project(`work/p${i}`));
    attempts.forEach(({ sessions }, i) => {
      const logs = sessions?.(markOf(i), projects[i]!.folder) ?? [];
      for (const [n, write] of logs.entries()) sqrl.log(projects[i]!.folder, { place: i * 10 + n, write });
    });
    sqrl.person(root, 'sqrl ingest');
    for (const [i, { afterwards }] of attempts.entries()) afterwards?.(projects[i]!, markOf(i));
    sqrl.person(root, 'sqrl ingest');
    sqrl.person(root, 'sqrl start');
    const elsewhere = toldIn(sqrl.project('work/elsewhere'));
    return attempts.map((attempt, i) => {
      const mark = markOf(i);
      const kept = lists ? projects[i]!.person('sqrl list --json; sqrl list --review --json') : '';
      const isTold = `${toldIn(projects[i]!)}${elsewhere}`.includes(mark);
      return { attempt, isTold, waits: !isTold && kept.includes(mark) };
    });
  } finally {
    sqrl.person(root, 'sqrl stop; [ -e hub.pid ] && kill $(cat hub.pid)');
    rmSync(root, { recursive: true, force: true });
  }
}

/** Names nobody uses, none of which begins another. */
const markOf = (i: number): string => `grumvex-${String(i).padStart(3, '0')}`;

const PROMPT = 'Please set up the build and the logins, then run it';

/** What hooks tell a session in a project, unasked. */
function toldIn({ folder, person }: AttackedProject): string {
  const input = { session_id: folder, cwd: folder, transcript_path: '/none' };
  const hook = (event: string, more: object) =>
    person(
      `echo '${JSON.stringify({ ...input, hook_event_name: event, ...more })}' | sqrl-hook claude-code ${event}`,
    );
  return [
    hook('SessionStart', { source: 'startup' }),
    hook('UserPromptSubmit', { prompt: PROMPT }),
    hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'pnpm build' } }),
  ].join('\n');
}

/** From the root of the repository, where benchmarks and tests run; bundled, this file lies elsewhere. */
const LAUNCHERS = {
  sqrl: resolve('bin/sqrl.mjs'),
  'sqrl-hub': resolve('packages/hub/bin/sqrl-hub.mjs'),
  // What clients call.
  'sqrl-hook': resolve('dist/squirrel/hooks/hook.js'),
};
/** The person may have an agent run this. */
const AS_PERSON = `--import=${pathToFileURL(resolve('packages/base/testing/no-ancestors.mjs'))}`;

/** A machine with the built program on its path, and a shell by the name of an agent. */
function machineIn(root: string) {
  const bin = join(root, 'bin');
  for (const folder of [bin, join(root, 'home')]) mkdirSync(folder, { mode: 0o700 });
  symlinkSync('/bin/bash', join(bin, 'claude'));
  for (const [name, launcher] of Object.entries(LAUNCHERS))
    writeFileSync(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`, {
      mode: 0o755,
    });
  writeFileSync(join(root, 'home/config.toml'), '[delivery]\nholdout = false\n[notes]\ndaily_log = false\n');
  const env = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    HOME: root,
    SQRL_HOME: join(root, 'home'),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    // A busy machine takes a while to start a process.
    SQRL_HOOK_MS: '60000',
  };
  const run = (shell: string, cwd: string, script: string, more = {}) => {
    const ran = spawnSync(shell, ['-c', `${script}\ntrue`], {
      ...{ cwd, encoding: 'utf8', timeout: 300_000, maxBuffer: 2 ** 26 },
      env: { ...env, ...more },
    });
    if (process.env.SQRL_DEBUG) console.error(`${shell}> ${script}\n${ran.stdout}${ran.stderr}`);
    return ran.stdout;
  };
  const person = (cwd: string, script: string) => run('bash', cwd, script, { NODE_OPTIONS: AS_PERSON });
  const startedAt = Date.now() - 6 * 3_600_000;
  return {
    person,
    project(name: string): AttackedProject {
      const folder = join(root, name);
      mkdirSync(folder, { recursive: true });
      person(
        folder,
        'git init -qb main; git config user.name Ann; git config user.email ann@example.com; pwd > a; git add a; git commit -qm Begin',
      );
      return {
        folder,
        person: (script) => person(folder, script),
        agent: (script) => run('claude', folder, script, { CLAUDECODE: '1' }),
      };
    },
    /** A log of Claude Code; those of one project follow each other, the last a moment ago. */
    log(
      cwd: string,
      { place, write }: { place: number; write: (log: ReturnType<typeof claudeWriter>) => void },
    ) {
      const session = `${String(place).padStart(8, '0')}-0000-4000-8000-000000000000`;
      const log = claudeWriter({
        session,
        cwd,
        startedAt: startedAt + (place % 10) * 2.9 * 3_600_000,
        pace: 3000,
      });
      write(log);
      const folder = join(root, '.claude/projects', cwd.replace(/[^A-Za-z0-9]/g, '-'));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${session}.jsonl`), log.log());
    },
  };
}
