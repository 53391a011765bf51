import { commandLine, type ReadCall, readCall } from '../reading/call.ts';
import { parseJson } from '../reading/json.ts';
import { pathIn } from '../reading/paths.ts';
import { commandText } from '../reading/pending.ts';
import { type ForeignRecord, isRecord, record, textOrEmpty, textOrNull } from '../reading/record.ts';

type ModelCall = ReadCall & { id: string | null; text: string };

/** Reads a call out of a response item of any of the types that calls have; undefined for other items. */
export function readModelCall(item: ForeignRecord, cwd: string | null): ModelCall | undefined {
  const id = textOrNull(item.call_id) ?? textOrNull(item.id);
  const asked = (name: string, args: ForeignRecord) => {
    const folder = textOrNull(args.workdir);
    return { id, ...readCall('codex', name, args, folder === null ? cwd : pathIn(cwd, folder)) };
  };
  switch (item.type) {
    case 'function_call': {
      const text = textOrEmpty(item.arguments);
      return { ...asked(fullName(item), argumentsOf(text)), text };
    }
    case 'custom_tool_call': {
      const text = textOrEmpty(item.input);
      return { ...asked(fullName(item), { input: text }), text };
    }
    case 'local_shell_call': {
      const action = record(item.action);
      const made = asked('local_shell', { ...action, workdir: action.working_directory });
      return { ...made, text: made.command ?? '' };
    }
    case 'tool_search_call': {
      const input = record(item.arguments);
      return { ...asked('tool_search', input), text: JSON.stringify(input) };
    }
    default:
      return undefined;
  }
}

/** What a command line says, without the shell that was started for it. */
export function commandOf(command: unknown): string | null {
  const line = typeof command === 'string' ? command : commandLine(command);
  return line === '' ? null : commandText(line);
}

// The names of an MCP server and its tool came in one name once, and come apart today. Codex has spaces of its own too.
const fullName = (item: ForeignRecord): string =>
  textOrEmpty(item.namespace).startsWith('mcp__')
    ? `${item.namespace}__${textOrEmpty(item.name)}`
    : textOrEmpty(item.name);

function argumentsOf(input: string): ForeignRecord {
  const told = input.startsWith('{') ? parseJson(Buffer.from(input)) : undefined;
  return isRecord(told) ? told : { input };
}
