import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { McpTimeouts } from './patience.ts';
import { rootFolders } from './project.ts';

/** The folders that a client works in, as far as it tells. */
export interface Roots {
  /** Answers with the folders, or with the question that the client has to be asked first. */
  of(ctx: ServerContext): Promise<{ folders: readonly string[] } | { ask: InputRequiredResult }>;
  /** The folders where no request asks: right after the beginning. */
  now(): Promise<readonly string[]>;
}

/**
 * Asks a client for its roots once, and again when they have changed. Until the revision of 2026 a server asks by itself;
 * since then it answers a call with the question, and the call comes again with the roots.
 */
export function rootsOf({ server }: McpServer, { roots: patience }: McpTimeouts): Roots {
  let known: Promise<readonly string[]> | undefined;
  let askedInAnswer = false;
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    known = undefined;
  });
  const now = () => (known ??= asked(server, patience));
  return {
    now,
    async of(ctx) {
      const { envelope, inputResponses } = ctx.mcpReq;
      if (envelope === undefined) return { folders: await now() };
      const told = inputResponse(inputResponses, ROOTS);
      if (told.kind === 'roots') known = Promise.resolve(rootFolders(told.roots));
      const { roots } = (envelope as Envelope)[CLIENT_CAPABILITIES_META_KEY] ?? {};
      if (known || !roots || askedInAnswer) return { folders: (await known) ?? [] };
      askedInAnswer = true;
      return { ask: inputRequired({ inputRequests: { [ROOTS]: inputRequired.listRoots() } }) };
    },
  };
}

const ROOTS = 'roots';

/** What a request says of its client, as far as it is looked at here. */
type Envelope = { [CLIENT_CAPABILITIES_META_KEY]?: { roots?: object } };

async function asked(server: McpServer['server'], timeout: number): Promise<readonly string[]> {
  if (!server.getClientCapabilities()?.roots) return [];
  try {
    return rootFolders((await server.listRoots(undefined, { timeout })).roots);
  } catch {
    // A client that says it has roots and does not tell them: where it was started will do.
    return [];
  }
}
