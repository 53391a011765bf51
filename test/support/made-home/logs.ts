import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from './random.ts';
import type { Script, Turn } from './script.ts';

/** A session that is to be logged. */
interface Told {
  id: string;
  /** The project's folder. */
  cwd: string;
  startedAt: number;
  script: Script;
  random: Random;
  /** What each step of it costs. */
  tokens: number;
  /** `main`, unless told. */
  branch?: string;
}

/** Who logs it: each client in its own form, where it keeps its logs below a person's home. */
export const LOGGERS = { 'claude-code': logClaude, codex: logCodex, gemini: logGemini } as const;

const STEP = 7000;

function logClaude(
  home: string,
  { id, cwd, startedAt, script, random, tokens, branch = 'main' }: Told,
): void {
  let place = 0;
  let before: string | null = null;
  const line = (type: 'user' | 'assistant', content: unknown): string => {
    const uuid = `${random.hex(8)}-${id.slice(9)}`;
    const timestamp = new Date(startedAt + place++ * STEP).toISOString();
    const usage = {
      input_tokens: tokens,
      cache_read_input_tokens: tokens * 4,
      cache_creation_input_tokens: 0,
      output_tokens: random.int(80, 400),
    };
    const message =
      type === 'user'
        ? { role: 'user', content }
        : { id: `msg_${uuid}`, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content, usage };
    const record = { parentUuid: before, isSidechain: false, userType: 'external', cwd, sessionId: id };
    before = uuid;
    return JSON.stringify({
      ...record,
      version: '2.1.325',
      gitBranch: branch,
      type,
      message,
      uuid,
      timestamp,
    });
  };
  const tool = (name: string, input: unknown, content: string, fails = false): string[] => {
    const call = `toolu_${random.hex(20)}`;
    return [
      line('assistant', [{ type: 'tool_use', id: call, name, input }]),
      line('user', [{ type: 'tool_result', tool_use_id: call, content, is_error: fails }]),
    ];
  };
  const lines = script.turns.flatMap((turn): string[] => {
    if ('say' in turn) return [line('user', turn.say)];
    if ('reply' in turn) return [line('assistant', [{ type: 'text', text: turn.reply }])];
    if ('run' in turn)
      return tool(
        'Bash',
        { command: turn.run },
        turn.fails ? `Exit code 1\n${turn.output}` : turn.output,
        turn.fails,
      );
    if ('use' in turn) return tool(turn.use, {}, turn.output);
    if ('edit' in turn)
      return tool(
        'Edit',
        { file_path: join(cwd, turn.edit), old_string: 'found', new_string: 'seen' },
        `The file ${join(cwd, turn.edit)} has been updated successfully.`,
      );
    return tool('Read', { file_path: join(cwd, turn.read) }, '1\tconst found = 1;');
  });
  write(join(home, '.claude', 'projects', cwd.replaceAll(/[/.]/g, '-'), `${id}.jsonl`), lines);
}

function logCodex(home: string, { id, cwd, startedAt, script, random, tokens }: Told): void {
  let at = startedAt;
  let spent = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, total_tokens: 0 };
  const line = (type: string, payload: object): string => {
    at += STEP / 2;
    return JSON.stringify({ timestamp: new Date(at).toISOString(), type, payload });
  };
  const cost = (): string => {
    const last = {
      input_tokens: tokens * 5,
      cached_input_tokens: tokens * 4,
      output_tokens: random.int(80, 400),
    };
    const total_tokens = last.input_tokens + last.output_tokens;
    spent = {
      input_tokens: spent.input_tokens + last.input_tokens,
      cached_input_tokens: spent.cached_input_tokens + last.cached_input_tokens,
      output_tokens: spent.output_tokens + last.output_tokens,
      total_tokens: spent.total_tokens + total_tokens,
    };
    const info = { total_token_usage: spent, last_token_usage: { ...last, total_tokens } };
    return line('event_msg', { type: 'token_count', info });
  };
  const message = (role: 'user' | 'assistant', text: string): string =>
    line('response_item', {
      type: 'message',
      id: `msg_${random.hex(24)}`,
      role,
      content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
    });
  const call = (command: string, output: string, exit: number): string[] => {
    const call_id = `call_${random.hex(24)}_0`;
    return [
      line('response_item', {
        type: 'function_call',
        id: `fc_${random.hex(24)}`,
        name: 'exec_command',
        arguments: JSON.stringify({ cmd: command }),
        call_id,
      }),
      line('response_item', {
        type: 'function_call_output',
        call_id,
        output: `Chunk ID: ${random.hex(6)}\nWall time: 0.4000 seconds\nProcess exited with code ${exit}\nOutput:\n${output}\n`,
      }),
      cost(),
    ];
  };
  const patch = (path: string): string[] => {
    const call_id = `call_${random.hex(24)}_0`;
    const input = `*** Begin Patch\n*** Update File: ${path}\n@@\n-  found\n+  seen\n*** End Patch`;
    const output = `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM ${path}\n`;
    return [
      line('response_item', {
        type: 'custom_tool_call',
        id: `ctc_${random.hex(24)}`,
        call_id,
        name: 'apply_patch',
        input,
      }),
      line('response_item', { type: 'custom_tool_call_output', call_id, output }),
      cost(),
    ];
  };
  const lines = [
    line('session_meta', {
      id,
      timestamp: new Date(startedAt).toISOString(),
      cwd,
      originator: 'codex_cli_rs',
      cli_version: '0.166.0',
      source: 'cli',
      model_provider: 'openai',
    }),
    line('turn_context', { cwd, model: 'gpt-5.5', approval_policy: 'never' }),
    ...script.turns.flatMap((turn: Turn): string[] => {
      if ('say' in turn)
        return [message('user', turn.say), line('event_msg', { type: 'user_message', message: turn.say })];
      if ('reply' in turn)
        return [
          line('event_msg', { type: 'agent_message', message: turn.reply }),
          message('assistant', turn.reply),
          cost(),
        ];
      if ('run' in turn) return call(turn.run, turn.output, turn.fails ? 1 : 0);
      if ('use' in turn) return call(turn.use, turn.output, 0);
      if ('edit' in turn) return patch(turn.edit);
      return call(`cat ${turn.read}`, 'const found = 1;', 0);
    }),
  ];
  const day = new Date(startedAt).toISOString();
  const name = `rollout-${day.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`;
  write(join(home, '.codex', 'sessions', ...day.slice(0, 10).split('-'), name), lines);
}

function logGemini(home: string, { id, cwd, startedAt, script, random, tokens }: Told): void {
  let at = startedAt;
  const slug = cwd.slice(cwd.lastIndexOf('/') + 1);
  const folder = join(home, '.gemini', 'tmp', slug);
  const uuid = () =>
    `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`;
  const now = () => {
    at += STEP;
    return new Date(at).toISOString();
  };
  const line = (content: object): string => JSON.stringify(content);
  const agent = (content: string, more: () => object = () => ({})): string =>
    line({
      id: uuid(),
      timestamp: now(),
      type: 'gemini',
      content,
      thoughts: [],
      tokens: { input: tokens * 5, output: random.int(80, 400), cached: tokens * 4, thoughts: 0, tool: 0 },
      model: 'gemini-2.5-pro',
      ...more(),
    });
  const tool = (name: string, args: object, output: string): string => {
    const call = `${name}__call_${random.hex(24)}`;
    const result = [{ functionResponse: { id: call, name, response: { output } } }];
    // As the client does: the call was said before it was carried out.
    return agent('', () => ({
      toolCalls: [{ id: call, name, args, result, status: 'success', timestamp: now() }],
    }));
  };
  const start = new Date(startedAt).toISOString();
  const lines = [
    line({ sessionId: id, projectHash: random.hex(64), startTime: start, lastUpdated: start, kind: 'main' }),
    ...script.turns.flatMap((turn): string[] => {
      if ('say' in turn)
        return [line({ id: uuid(), timestamp: now(), type: 'user', content: [{ text: turn.say }] })];
      if ('reply' in turn) return [agent(turn.reply)];
      if ('run' in turn)
        return [
          tool(
            'run_shell_command',
            { command: turn.run, description: 'Run a command' },
            `<untrusted_context>\nOutput: ${turn.output}\n${turn.fails ? 'Exit Code: 1\n' : ''}Process Group PGID: 11486\n</untrusted_context>`,
          ),
        ];
      if ('use' in turn) return [tool(turn.use, {}, turn.output)];
      const file_path = join(cwd, 'edit' in turn ? turn.edit : turn.read);
      return 'edit' in turn
        ? [
            tool(
              'replace',
              { file_path, old_string: 'found', new_string: 'seen', instruction: 'Rename it.' },
              `Successfully modified file: ${file_path} (1 replacements).`,
            ),
          ]
        : [tool('read_file', { file_path }, 'const found = 1;')];
    }),
  ];
  write(
    join(folder, 'chats', `session-${start.slice(0, 16).replaceAll(':', '-')}-${id.slice(0, 8)}.jsonl`),
    lines,
  );
  writeFileSync(join(folder, '.project_root'), cwd);
}

function write(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
}
