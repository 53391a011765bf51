// squirrel-memory: the plugin through which opencode tells the memory what happens, and is told what it needs.
// `sqrl init` copies it into opencode's folder and writes what it calls with absolute paths into the next line.
const PROGRAM = { before: ['sqrl', 'hook'], behind: [] };

import { spawn } from 'node:child_process';

/** The tools that are worth a call, before and after they run. */
const BEFORE = /^(?:bash|edit|multiedit|write|patch|apply_patch|grep)$/;
const AFTER = /^(?:bash|read)$/;

/** The program ends by itself long before; this is for the day it cannot. */
const PATIENCE_MS = 3000;

export const SquirrelPlugin = async ({ directory, client }) => {
  const sessions = new Set();
  /** What is known of a search before it is made, which opencode has no place for: it is said with its answer. */
  const waiting = new Map();

  const answerTo = async (event, input, output) => {
    const answer = await call(event, { directory, input, output }, directory);
    if (answer.message) show(client, answer.message);
    return { context: textOf(answer.context), stop: textOf(answer.stop) };
  };
  const ask = async (event, input, output) => (await answerTo(event, input, output)).context;

  /** What was typed behind `/remember`, until the message comes that the command has become. */
  const remember = new Map();

  return {
    'command.execute.before': async (input) => {
      if (input.command === 'remember') remember.set(input.sessionID, input.arguments);
    },
    'chat.message': async (input, output) => {
      const isBriefed = !sessions.has(input.sessionID) && (await hasOurs(client, input.sessionID));
      sessions.add(input.sessionID);
      const wish = remember.get(input.sessionID);
      remember.delete(input.sessionID);
      const text = await ask('chat.message', { ...input, remember: wish, isBriefed }, output);
      if (text !== '') output.parts.push(partOf(text, output.message));
    },
    'tool.execute.before': async (input, output) => {
      if (!BEFORE.test(input.tool)) return;
      const { context, stop } = await answerTo('tool.execute.before', input, output);
      // The call is not made, and the agent is told why; made again, it is let through.
      if (stop !== '') throw new Error(stop);
      if (context !== '') waiting.set(input.callID, context);
    },
    'tool.execute.after': async (input, output) => {
      const texts = [waiting.get(input.callID) ?? ''];
      waiting.delete(input.callID);
      // Of a command that went well there is nothing to say.
      const isOver = input.tool === 'bash' && output.metadata?.exit === 0;
      if (AFTER.test(input.tool) && !isOver) texts.push(await ask('tool.execute.after', input, output));
      const text = texts.filter((one) => one !== '').join('\n');
      if (text !== '' && typeof output.output === 'string') output.output += `\n\n${text}`;
    },
    // A title is asked for with the same message, and is not to be made of our words: only requests that pass here see them.
    'experimental.chat.messages.transform': async (_input, output) => {
      for (const { parts } of output.messages ?? [])
        for (const part of parts ?? []) if (part.metadata?.[OURS]) part.ignored = false;
    },
    'experimental.session.compacting': async (input, output) => {
      const text = await ask('experimental.session.compacting', input, {});
      if (text !== '') output.context.push(text);
    },
    event: async ({ event }) => {
      const sessionID = event.properties?.sessionID;
      if (event.type === 'session.idle' && sessionID) await ask('session.idle', { sessionID }, {});
    },
    dispose: async () => {
      await Promise.all([...sessions].map((sessionID) => ask('dispose', { sessionID }, {})));
    },
  };
};

/** Calls the program; whatever goes wrong, opencode goes on as if nothing had been asked. */
function call(event, said, directory) {
  return new Promise((resolve) => {
    let answer = '';
    const done = () => {
      clearTimeout(limit);
      resolve(objectOf(answer));
    };
    const [program, ...words] = [...PROGRAM.before, 'opencode', event, ...PROGRAM.behind];
    const child = spawn(program, words, {
      cwd: directory,
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const limit = setTimeout(() => {
      answer = '';
      child.kill('SIGKILL');
      done();
    }, PATIENCE_MS);
    child.on('error', done);
    child.on('close', done);
    child.stdout.on('data', (text) => {
      answer += text;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(said));
  });
}

function objectOf(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const textOf = (text) => (typeof text === 'string' ? text : '');

/** Marks parts of ours. */
const OURS = 'squirrel';

/** Whether words of ours stand in a session already: it is taken up again, or a copy of another one, which opencode does not say. */
async function hasOurs(client, id) {
  try {
    const { data } = await client.session.messages({ path: { id } });
    return data.some(({ parts }) => parts.some((part) => part.metadata?.[OURS]));
  } catch {
    return false;
  }
}

/** A part that opencode knows to be nobody's words; it comes behind what the person typed. */
const partOf = (text, message) => ({
  id: `prt_${'z'.repeat(20)}${Math.random().toString(36).slice(2, 8).padEnd(6, 'z')}`,
  sessionID: message.sessionID,
  messageID: message.id,
  type: 'text',
  text,
  synthetic: true,
  ignored: true,
  metadata: { [OURS]: true },
});

/** For the person, where there is a screen to show it on. */
function show(client, message) {
  Promise.resolve(client?.tui?.showToast?.({ body: { message, variant: 'info' } })).catch(() => {});
}
