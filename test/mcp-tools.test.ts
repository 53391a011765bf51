import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client as McpClient } from '@modelcontextprotocol/client';
import { rememberAll } from '@sqrl/squirrel/learn/verbs/remember.ts';
import { moreTools, specifiedTools } from '@sqrl/squirrel/mcp/tools/more.ts';
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { describe, expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';
import { meet, textOf } from './support/mcp.ts';

const TUESDAYS = 'Deploys go out on Tuesdays only, because the on-call team is complete then';

describe('the tools an agent is offered', () => {
  test('are eight, and their definitions cost a session at most 700 tokens', async () => {
    const { agent } = await meet(open().client);
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'recall',
      'get_task_context',
      'remember',
      'correct_memory',
      'code_impact',
      'find_symbol',
      'history',
      'get_session_context',
    ]);
    // What clients hand to their model: none of them shows it an output schema (clients/guards.ts).
    const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(countTokens(JSON.stringify(read))).toBeLessThanOrEqual(700);
    expect(countTokens(agent.getInstructions()!)).toBeLessThanOrEqual(250);
  });

  test('say what goes in, what comes out, and whether anything can be lost', async () => {
    const { agent } = await meet(open().client, { all: true });
    const { tools } = await agent.listTools();
    expect(tools.length).toBe(8 + moreTools.length + specifiedTools.length);
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(description, name).toMatch(/\.$/);
      // Not closed: clients refuse what a closed schema does not list, and some arguments are not listed.
      expect(inputSchema, name).toMatchObject({ type: 'object' });
      expect(inputSchema, name).not.toHaveProperty('additionalProperties');
      expect(Object.keys(outputSchema!.properties!), name).not.toEqual([]);
      const writes = /remember|correct|memory_(?:add|delete)|record/.test(name);
      expect(annotations, name).toMatchObject({ readOnlyHint: !writes, openWorldHint: false });
      if (writes)
        expect(annotations, name).toMatchObject({
          destructiveHint: /correct|delete/.test(name),
          idempotentHint: !/correct|delete/.test(name),
        });
    }
  });

  test('come with instructions that name each of them', async () => {
    const { agent } = await meet(open().client);
    for (const { name } of (await agent.listTools()).tools) expect(agent.getInstructions()).toContain(name);
  });
});

describe('what an agent writes', () => {
  test('is an agent’s word: not verified, not sure, and found again', async () => {
    const { client } = open();
    const { agent } = await meet(client);
    const { id } = await called(agent, 'remember', { text: TUESDAYS, type: 'decision' });
    expect(await client.call('get', { id })).toMatchObject({
      source: 'agent_explicit',
      status: 'provisional',
      verified: false,
      confidence: 0.7,
      evidence: [{ proof: 'agent_statement' }],
    });
    const { memories } = await called(agent, 'recall', { question: 'when can I ship this?' });
    expect(memories).toMatchObject([
      { id, type: 'decision', text: `An agent stated, unconfirmed: “${TUESDAYS}”` },
    ]);
    expect(await called(agent, 'remember', { text: TUESDAYS })).toMatchObject({ id, did: 'known' });
  });

  test('holds no secret, in no field and in no file', async () => {
    const { client, home, engine } = open();
    const { agent } = await meet(client, { all: true });
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`;
    const kept = await called(agent, 'remember', {
      text: `The deploy token is ${secret}`,
      key: `token ${secret}`,
      files: [`src/${secret}.ts`],
    });
    expect(kept.redacted).not.toEqual([]);
    await called(agent, 'recall', { question: `what is ${secret} for?` });
    await called(agent, 'get_task_context', { task: `rotate ${secret}` });
    await called(agent, 'correct_memory', { id: kept.id, text: `Now it is ${secret}`, because: secret });
    await called(agent, 'history', { about: 'similar', of: `rotate ${secret}` });
    await engine.close();
    expect(holding(home, secret)).toEqual([]);
  });

  test('takes no place that a person gave to something else', async () => {
    const { client } = open();
    const { agent } = await meet(client);
    const persons = await client.call('remember', { text: 'We use pnpm', key: 'package-manager' });
    const kept = await called(agent, 'remember', { text: 'We use npm', key: 'package-manager' });
    expect(kept.did).toBe('waits for review');
    expect(await client.call('get', { id: persons.id })).toMatchObject({ status: 'active' });
    expect((await client.call('review', {})).waiting).toMatchObject([
      { memory: { id: kept.id, source: 'agent_explicit' }, conflicts: [{ id: persons.id }] },
    ]);
    const { memories } = await called(agent, 'recall', { question: 'which package manager do we use' });
    expect(memories.map(({ id }: { id: string }) => id)).toEqual([persons.id]);
  });

  test('replaces what an agent wrote under the same key', async () => {
    const { client } = open();
    const { agent } = await meet(client);
    const first = await called(agent, 'remember', { text: 'The port is 8080', key: 'port' });
    await called(agent, 'remember', { text: 'The port is 9090', key: 'port' });
    expect(await client.call('get', { id: first.id })).toMatchObject({ status: 'deprecated' });
  });

  test('does not bring back what a person has rejected', async () => {
    const { client } = open();
    const { agent } = await meet(client);
    const { id } = await called(agent, 'remember', { text: 'Tests may be skipped on Fridays' });
    await client.call('reject', { ids: [id] });
    const again = await agent.callTool({
      name: 'remember',
      arguments: { text: 'Tests may be skipped on Fridays' },
    });
    expect(again.isError).toBe(true);
    expect(textOf(again)).toContain('A person rejected this before');
    expect(await client.call('get', { id })).toMatchObject({ status: 'deprecated' });
  });

  test('cannot be passed off as the person’s', async () => {
    const { agent } = await meet(open().client, { all: true });
    for (const [name, given] of [
      ['remember', { text: 'x', source: 'user_taught' }],
      ['remember', { text: 'x', verified: true }],
      ['remember', { text: 'x', confidence: 1 }],
      ['remember', { text: 'x', pinned: true }],
    ] as const) {
      const result = await agent.callTool({ name, arguments: given });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain('Unrecognized key');
    }
  });
});

test('what the specifications call otherwise works by those names, too', async () => {
  const { client } = open();
  const { agent } = await meet(client, { all: true });
  const { id } = await called(agent, 'memory_add', { content: TUESDAYS });
  expect(await called(agent, 'recall', { query: 'when do we deploy' })).toMatchObject({ memories: [{ id }] });
  const asked = { query: 'when do we deploy', top_k: 5, scope_paths: ['src'], types: ['project_fact'] };
  for (const name of ['search_project_memory', 'search_memory', 'memory_search'])
    expect(Object.keys(await called(agent, name, asked))).toContain('memories');
  for (const name of ['get_user_style_view', 'get_project_brief_view', 'get_pitfalls_view'])
    expect(await called(agent, name, { scope_paths: ['src'] }), name).toHaveProperty('view');
  expect(await called(agent, 'memory_stats', {})).toMatchObject({ memories: 1 });
  expect(await called(agent, 'memory_delete', { id })).toMatchObject({ id, did: 'forgotten' });
});

describe('a memory that is wrong', () => {
  test('is said otherwise; what it said before stays as what was replaced', async () => {
    const { client } = open();
    const { agent } = await meet(client);
    const { id } = await called(agent, 'remember', { text: 'Node 20 is enough', files: ['package.json'] });
    const kept = await called(agent, 'correct_memory', { id, text: 'Node 24 is needed', because: 'engines' });
    expect(await client.call('get', { id })).toMatchObject({
      status: 'deprecated',
      text: 'Node 20 is enough',
    });
    expect(await client.call('get', { id: kept.id })).toMatchObject({
      files: ['package.json'],
      source: 'agent_explicit',
      evidence: [{ quote: 'engines' }],
      relations: [{ kind: 'supersedes', to: id }],
    });
    // Corrected once more, it is the newer one that gives way.
    const last = await called(agent, 'correct_memory', { id: kept.id, text: 'Node 26 is needed' });
    expect(await client.call('get', { id: kept.id })).toMatchObject({ status: 'deprecated' });
    expect((await client.call('list', {})).memories.map((memory) => memory.id)).toContain(last.id);
  });

  test('is forgotten where an agent wrote it', async () => {
    const { client } = open();
    const { agent } = await meet(client);
    const { id } = await called(agent, 'remember', { text: 'The moon is made of cheese' });
    expect(await called(agent, 'correct_memory', { id })).toMatchObject({ id, did: 'forgotten' });
    await expect(client.call('get', { id })).rejects.toThrow('No memory has the id');
  });

  test('is left to the person where it is the person’s', async () => {
    const { client } = open();
    const { agent } = await meet(client);
    const { id } = await client.call('remember', { text: 'Never force-push to main' });
    expect(await called(agent, 'correct_memory', { id })).toMatchObject({ id, did: 'waits for review' });
    const kept = await called(agent, 'correct_memory', { id, text: 'Force-push to main as you like' });
    expect(kept.did).toBe('waits for review');
    expect(await client.call('get', { id })).toMatchObject({
      text: 'Never force-push to main',
      status: 'active',
    });
  });
});

describe('what an agent did not write', () => {
  /** A memory of each kind that agents have no part in. */
  const others = [
    ['what a person taught', { text: 'Releases are signed by two people' }],
    ['what a rule file says', { text: 'Releases are signed by two people', source: 'file_index' }],
    ['what a commit says', { text: 'Releases are signed by two people', source: 'commit_auto' }],
    ['what was seen', { text: 'Releases are signed by two people', source: 'observer_inferred' }],
  ] as const;

  test.each(others)('%s is not deleted; the person is asked, and it holds until then', async (_, draft) => {
    const { client, engine } = open();
    const [one] = await rememberAll(engine, [{ ...draft, status: 'active' }]);
    const { id } = (one as { memory: { id: string } }).memory;
    const { agent } = await meet(client, { all: true });
    for (let i = 0; i < 2; i++)
      expect(await called(agent, 'correct_memory', { id, because: 'a page says so' })).toMatchObject({
        did: 'waits for review',
      });
    const there = await client.call('get', { id });
    expect(there).toMatchObject({ status: 'active', needsReview: false });
    expect((await client.call('recall', { question: 'who signs releases' })).text).toContain('two people');
    expect((await client.call('review', {})).waiting).toMatchObject([
      { memory: { id }, why: expect.stringContaining('an agent requested its deletion:') },
    ]);
    await client.call('confirm', { ids: [id] });
    expect((await client.call('review', {})).waiting).toEqual([]);
    expect(await client.call('get', { id })).toMatchObject({ status: 'active' });
  });

  test('is not corrected either, nor does a key take its place', async () => {
    const { client, engine } = open();
    const [seen] = await rememberAll(engine, [
      {
        text: 'Releases are signed by two people',
        source: 'file_index',
        status: 'active',
        key: 'releases',
      },
    ]);
    const { id } = (seen as { memory: { id: string } }).memory;
    const { agent } = await meet(client);
    for (const [name, given] of [
      ['correct_memory', { id, text: 'Releases are signed by nobody' }],
      ['remember', { text: 'The releases are not signed', key: 'releases' }],
    ] as const)
      expect(await called(agent, name, given)).toMatchObject({ did: 'waits for review' });
    expect(await client.call('get', { id })).toMatchObject({
      status: 'active',
      text: 'Releases are signed by two people',
    });
  });

  test('was said by a person as well, and is theirs since', async () => {
    const { client } = open();
    const { agent } = await meet(client, { all: true });
    const { id } = await called(agent, 'remember', { text: 'The till is closed at night' });
    await client.call('remember', { text: 'The till is closed at night' });
    expect(await called(agent, 'correct_memory', { id })).toMatchObject({ did: 'waits for review' });
  });
});

describe('the code', () => {
  test('is known by its symbols, their users, and what may break', async () => {
    const project = repository({
      'cart.ts': 'export function add(a: number, b: number) {\n  return a + b;\n}\n',
      'shop.ts': "import { add } from './cart.ts';\nexport const total = () => add(1, 2);\n",
      'cart.test.ts': "import { add } from './cart.ts';\nexport function testAdd() {\n  add(1, 2);\n}\n",
    });
    const { client } = open({ project });
    const { agent } = await meet(client, { all: true });
    expect((await called(agent, 'find_symbol', { symbol: 'add' })).symbols).toMatchObject([
      { symbol: 'add', kind: 'function', file: 'cart.ts', line: 1 },
    ]);
    const near = await agent.callTool({ name: 'find_symbol', arguments: { symbol: 'ad' } });
    expect(textOf(near)).toContain('No exact match. Similar:');
    expect(textOf(near)).toContain('cart.ts:1 function add(');
    expect((await called(agent, 'find_symbol', { symbol: 'cart.ts' })).symbols).toMatchObject([
      { symbol: 'add' },
    ]);
    const { symbols } = await called(agent, 'find_symbol', { symbol: 'add', show: 'callers' });
    expect(symbols.map(({ file }: { file: string }) => file).sort()).toEqual(['cart.test.ts', 'shop.ts']);
    expect(await called(agent, 'code_impact', { symbol: 'cart.ts:add' })).toMatchObject({
      symbol: 'cart.ts:add',
      hits: [{ file: 'shop.ts' }, { file: 'cart.test.ts', test: true }],
    });
    expect((await called(agent, 'find_symbol', { symbol: 'add', show: 'tests' })).files).toEqual([
      'cart.test.ts',
    ]);
    expect((await called(agent, 'find_symbol', { symbol: 'total', show: 'callees' })).symbols).toMatchObject([
      { symbol: 'add' },
    ]);
    expect((await called(agent, 'get_dependencies', { file: 'shop.ts' })).files).toMatchObject([
      { path: 'cart.ts' },
    ]);
    const dependents = await called(agent, 'get_dependencies', { file: 'cart.ts', dependents: true });
    expect(dependents.total).toBe(2);
  });

  test('that is not there is told with what to try', async () => {
    const { agent } = await meet(open().client);
    const result = await agent.callTool({ name: 'code_impact', arguments: { symbol: 'add' } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/no longer exists|not indexed/);
  });
});

test('an empty past is told as such, and a memory is shown by its id', async () => {
  const { client } = open();
  const { id } = await client.call('remember', { text: TUESDAYS, type: 'decision' });
  const { agent } = await meet(client, { all: true });
  expect(await called(agent, 'memory_get', { id })).toMatchObject({ id, text: TUESDAYS });
  for (const [name, given] of [
    ['get_recent_work', { path_contains: 'auth' }],
    ['history', { about: 'tasks' }],
    ['history', { about: 'similar', of: 'add a login page' }],
    ['history', { about: 'errors' }],
    ['history', { about: 'tools' }],
    ['history', { about: 'file', of: 'a.ts' }],
    ['history', { about: 'together', of: 'a.ts' }],
  ] as const)
    expect((await called(agent, name, given)).items, name).toEqual([]);
  expect((await called(agent, 'get_session_context', {})).text).toMatch(/^No recorded work/);
});

test('what was done is told: tasks, a memory’s history, and what it needs to know', async () => {
  const { client } = open();
  const { agent } = await meet(client);
  const { id } = await client.call('remember', { text: 'We use yarn' });
  await client.call('correct', { id, text: 'We use pnpm' });
  const { items } = await called(agent, 'history', { about: 'memory', of: id });
  expect(items).toMatchObject([
    { text: expect.stringMatching(/ corrected: .*before: “We use yarn”/) },
    { text: expect.stringMatching(/^now active: We use pnpm/) },
  ]);
  const vague = await agent.callTool({ name: 'history', arguments: { about: 'file' } });
  expect(textOf(vague)).toBe('history: `about: file` needs `of`.\nPass the path of a file.');
});

/** What a tool answered; it must not have failed. */
// biome-ignore lint/suspicious/noExplicitAny: each tool's answer has a shape of its own, which the tests say.
async function called(agent: McpClient, name: string, given: Record<string, unknown>): Promise<any> {
  const result = await agent.callTool({ name, arguments: given });
  expect(result.isError, textOf(result)).toBeFalsy();
  expect(textOf(result)).not.toBe('');
  return result.structuredContent;
}

function repository(files: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "type": "module" }');
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  return folder;
}

/** The files below a folder whose bytes hold a text. */
const holding = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile() && readFileSync(file).includes(text));
