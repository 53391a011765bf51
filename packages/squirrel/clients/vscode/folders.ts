import { join } from 'node:path';
import { configOf, type Person } from '../setup/surroundings.ts';

/** The builds of VS Code that keep their chats in the same way. */
const BUILDS = ['Code', 'Code - Insiders', 'VSCodium'];

/** The folders in which the editor keeps its state; VSCODE_USER_DIR names another, as its `--user-data-dir` does. */
export function vscodeFolders(here: Person): string[] {
  const { VSCODE_USER_DIR } = here.env;
  return VSCODE_USER_DIR ? [VSCODE_USER_DIR] : BUILDS.map((build) => join(configOf(here), build, 'User'));
}

/** Whether a file anywhere is a chat of VS Code: where it lies, or how it begins. */
export const isVscodeChat = (path: string, head: () => string): boolean =>
  /[\\/](?:chatSessions|emptyWindowChatSessions)[\\/][^\\/]+\.jsonl?$/i.test(path) ||
  (/\.jsonl$/i.test(path) && head().startsWith('{"kind":0,"v":{')) ||
  (/\.json$/i.test(path) && /"requests"\s*:\s*\[/.test(head()) && head().includes('"responderUsername"'));
