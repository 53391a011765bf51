import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { noteInstalled } from '@sqrl/squirrel/clients/setup/installed.ts';
import { instructions, RULES_TOKENS } from '@sqrl/squirrel/mcp/rules.ts';
import { asksForRules } from '@sqrl/squirrel/recall/ask/layers.ts';
import { serverRules, standingRules } from '@sqrl/squirrel/recall/deliver/deliver-brief.ts';
import { inProcess } from '@sqrl/squirrel/verbs.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { describe, expect, test } from 'vitest';
import { keep } from './support/deliveries.ts';
import { open, temporaryFolder } from './support/home.ts';
import { meet, textOf } from './support/mcp.ts';

const rule = (engine: Engine, text: string, some: Partial<Memory> = {}) =>
  keep(engine, { type: 'preference', source: 'user_said', confidence: 0.9, text, ...some });

/** A folder that git knows. */
function repository(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.git'));
  return folder;
}

describe('the standing rules', () => {
  test('are those that hold everywhere, as far as there is room', () => {
    const { engine } = open();
    const everywhere = rule(engine, 'Commit messages are in English.');
    rule(engine, 'Only the parser uses regular expressions.', { reach: 'part', files: ['src/parse.ts'] });
    rule(engine, 'Do not open a pull request for this one.', { reach: 'task', branch: 'feature' });
    rule(engine, 'Perhaps tabs.', { needsReview: true });
    keep(engine, { type: 'preference', source: 'observer_inferred', text: 'Short names are liked here.' });
    const decided = rule(engine, 'The queue stays in memory.', { type: 'decision' });
    keep(engine, { type: 'gotcha', source: 'observer_inferred', text: 'The build needs Node 22.' });
    const { text, rules } = standingRules(engine, { tokens: 200 });
    expect(rules.map(({ memory }) => memory.id)).toEqual([everywhere.id]);
    expect(text).toBe(`- Commit messages are in English. [Memory #${everywhere.id}]`);
    const asked = standingRules(engine, { tokens: 200, isAsked: true }).rules;
    expect(asked.map(({ memory }) => memory.text)).toContain(decided.text);
    expect(standingRules(engine, { tokens: 5 })).toEqual({ text: '', tokens: 0, rules: [] });
  });

  test('are not told to a client whose hooks tell them', () => {
    const { engine, home } = open();
    const machine = {
      person: temporaryFolder(),
      platform: 'linux',
      env: {},
      node: '/n',
      script: '/s',
      version: '1',
    } as const;
    const installed: Engine = { ...engine, machine };
    rule(engine, 'Commit messages are in English.');
    const asked = { client: 'gemini', tokens: 100 };
    expect(serverRules(installed, asked).text).toContain('in English');
    const file = { path: '/p', client: 'gemini', what: 'the MCP server and hooks', project: null } as const;
    const written = { ...file, before: null, after: '', copy: null, pieces: [], folders: [] };
    noteInstalled(home, { version: 1, product: '1', node: '/n', script: '/s', at: 0, files: [written] });
    expect(serverRules(installed, asked).text).toBe('');
    expect(serverRules(installed, { ...asked, client: 'codex' }).text).toContain('in English');
    expect(serverRules(installed, { tokens: 100 }).text).toContain('in English');
  });

  test('are not told to other clients where AGENTS.md says them', () => {
    const project = repository();
    writeFileSync(join(project, 'AGENTS.md'), '- Commit messages are in English.\n');
    const { engine } = open({ project });
    rule(engine, 'Commit messages are in English.');
    rule(engine, 'Never push to main.');
    expect(serverRules(engine, { tokens: 100 }).text).toMatch(/^- Never push to main\. \[[^\]]+\]$/);
  });
});

describe('the server’s instructions', () => {
  const greeting = async (engine: Engine, some: Parameters<typeof meet>[1] = {}) => {
    const { agent } = await meet({ ...inProcess(engine), close: async () => {} }, some);
    return agent.getInstructions();
  };

  test('end with the rules, in few tokens', async () => {
    const { engine } = open();
    for (let i = 0; i < 30; i++)
      rule(
        engine,
        `Rule ${i} says that the ${'abcdefghijklmnopqrstuvwxyz'[i % 26]} files are kept in order.`,
      );
    const told = await greeting(engine, { cwd: repository() });
    expect(told).toContain(`${instructions}\nStanding rules of this project and its user:\n- Rule`);
    const added = told!.slice(instructions.length);
    expect(estimateTokens(added)).toBeGreaterThan(RULES_TOKENS / 2);
    expect(estimateTokens(added)).toBeLessThanOrEqual(150);
  });

  test('are the usual ones where there is no rule, no project, a pause, or no memory in time', async () => {
    const { engine } = open();
    expect(await greeting(engine, { cwd: repository() })).toBe(instructions);
    rule(engine, 'Commit messages are in English.');
    expect(await greeting(engine, { cwd: temporaryFolder() })).toBe(instructions);
    expect(await greeting(engine, { cwd: repository(), isPaused: () => true })).toBe(instructions);
    expect(await greeting(engine, { cwd: repository() })).toContain('in English');
    const never = new Promise<never>(() => {});
    const { agent } = await meet(() => never, { cwd: repository(), patience: { rules: 50, closing: 50 } });
    expect(agent.getInstructions()).toBe(instructions);
  });

  test('go by the name of the client, in both revisions of the protocol', async () => {
    const { engine } = open();
    rule(engine, 'Commit messages are in English.');
    const asked: [string, string | undefined][] = [];
    const call = (async (verb: string, input: unknown) => {
      asked.push([verb, (input as { client?: string }).client]);
      return { text: '' };
    }) as never;
    const memory = { ...inProcess(engine), call, close: async () => {} };
    await meet(memory, { cwd: repository(), name: 'codex-mcp-client' });
    await meet(memory, {
      cwd: repository(),
      name: 'cursor-vscode',
      client: { versionNegotiation: { mode: 'auto' } },
    });
    await meet(memory, { cwd: repository(), name: 'Cline' });
    const clients = asked.filter(([verb]) => verb === 'serverRules').map(([, client]) => client);
    expect(new Set(clients)).toEqual(new Set(['codex', 'cursor', undefined]));
  });
});

describe('a question for the rules', () => {
  test.each([
    'what are the rules here?',
    'Which conventions apply?',
    'which coding conventions should I follow in this project',
    'list all standing rules',
    'What are the user’s preferences?',
    'Welche Regeln gelten hier?',
    'Quelles sont les règles de ce projet ?',
    '¿Qué reglas hay que seguir?',
  ])('is one: %s', (question) => expect(asksForRules(question)).toBe(true));

  test.each([
    'what are the rules for commit messages?',
    'which eslint rules are off?',
    'how do we run the tests?',
    'why do firewall rules fail',
    'here',
    '',
  ])('is none: %s', (question) => expect(asksForRules(question)).toBe(false));

  test('is answered with all of them', async () => {
    const { engine, client } = open();
    const ids = [
      rule(engine, 'Commit messages are in English.'),
      rule(engine, 'Never push to main.'),
      rule(engine, 'Money is counted in cents.', { type: 'requirement' }),
    ].map(({ id }) => id);
    const { agent } = await meet(client);
    const answered = await agent.callTool({
      name: 'recall',
      arguments: { question: 'what are the rules here?' },
    });
    expect(textOf(answered)).toMatch(/^## Standing rules\n/);
    const { memories } = answered.structuredContent as { memories: { id: string }[] };
    expect(memories.map(({ id }) => id).sort()).toEqual(ids.toSorted());
    const { citations, passages } = await client.call('ask', { question: 'what are the rules here?' });
    expect(citations.map(({ id }) => id).sort()).toEqual(ids.toSorted());
    expect(passages).toEqual([]);
  });

  test('is an ordinary one where there is no rule', async () => {
    const { client } = open();
    expect((await client.call('recall', { question: 'what are the rules here?' })).text).toBe('');
  });
});
