import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { plainJsonText } from '@sqrl/base/plain.ts';
import type { McpForm, McpProgram, SetupFiles } from './client.ts';
import { CLIENT_SETUPS } from './clients.ts';
import { registrationOf, SERVER_NAME, serverEntry, serverTarget } from './ours.ts';
import type { SetupContext } from './surroundings.ts';
import { tableText } from './toml-edit.ts';

interface McpClientRow extends McpForm {
  title: string;
  /** Below a project's folder; null where it has no settings of one project. */
  projectFile: string | null;
  /** What the person has to do as well, with the entry as JSON. */
  next?: (entry: string) => string;
}

/** Clients that get the tools alone. One row is all that a new one takes; docs/CLIENTS.md says how each was tried. */
const ROWS: Readonly<Record<string, McpClientRow>> = {
  qwen: { title: 'Qwen Code', file: '~/.qwen/settings.json', projectFile: '.qwen/settings.json' },
  cline: {
    title: 'Cline',
    file: '~/.cline/data/settings/cline_mcp_settings.json',
    projectFile: null,
  },
  continue: {
    title: 'Continue',
    file: '~/.continue/mcpServers/squirrel.json',
    projectFile: '.continue/mcpServers/squirrel.json',
    next: (entry) =>
      `Its command line \`cn\` reads ~/.continue/config.yaml only; add there: mcpServers: [${entry}]`,
  },
  kilo: {
    title: 'Kilo Code',
    file: '~/.config/kilo/kilo.jsonc',
    projectFile: '.kilo/kilo.jsonc',
    key: 'mcp',
    fields: { type: 'local' },
    asList: true,
  },
  amp: {
    title: 'Amp',
    file: '~/.config/amp/settings.json',
    projectFile: '.amp/settings.json',
    key: 'amp.mcpServers',
  },
};

/** Any other client: the form that most of them share. */
const OTHER: McpForm = { file: 'its MCP settings' };

/** The clients that can be given the tools alone. */
export const MCP_SETUPS: readonly SetupFiles[] = Object.entries(ROWS).map(([client, row]) => ({
  client,
  title: row.title,
  targets: (here) => {
    const path = pathOf(row, here);
    return path === undefined ? [] : [serverTarget(path, row, here)];
  },
  next: (here) => {
    const { value } = serverEntry(row, here);
    return row.next ? [row.next(JSON.stringify({ name: SERVER_NAME, ...(value as object) }))] : [];
  },
}));

/** Names for which an entry can be printed; `json` stands for any other client. */
export const CONFIG_NAMES = [...CLIENT_SETUPS, ...MCP_SETUPS].map(({ client }) => client).concat('json');

/** What to add to which file of a client; with a command, where it has one for that. */
export function mcpConfigOf(
  name: string,
  program: McpProgram,
): { file: string; text: string; command?: string } {
  const form = CLIENT_SETUPS.find(({ client }) => client === name)?.server ?? ROWS[name] ?? OTHER;
  const { at, server } = registrationOf(form, program);
  const json = () =>
    plainJsonText(
      at.reduceRight<object>((value, key) => ({ [key]: value }), server),
      2,
    );
  const text = form.file.endsWith('.toml') ? tableText({ at, value: server }, '\n').trimEnd() : json();
  return { file: form.file, text, ...(form.command && { command: form.command(program) }) };
}

/** A file with comments is one without them where that is what the person has. */
function pathOf({ file, projectFile }: McpClientRow, { person, project }: SetupContext): string | undefined {
  const path =
    project === undefined ? join(person, file.slice('~/'.length)) : projectFile && join(project, projectFile);
  if (!path) return undefined;
  const plain = path.replace(/\.jsonc$/, '.json');
  return !existsSync(path) && existsSync(plain) ? plain : path;
}
