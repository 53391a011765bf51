// Makes the log fixtures by running the real clients against a fake model, offline:
//   node test/clients/make-fixtures.ts [client…] [--scenario fix,mcp] [--into DIR] [--requests FILE]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { claudeCode } from './claude-code.ts';
import { cacheFolder, installedVersion, pins } from './client-cache.ts';
import { codex } from './codex.ts';
import { type Conversation, conversations } from './conversations.ts';
import { copilot } from './copilot.ts';
import type { Driver } from './driver.ts';
import { type FakeLlm, startFakeLlm } from './fake-llm.ts';
import { gemini } from './gemini.ts';
import { harvest } from './harvest.ts';
import { type Fixture, order, tellTruth } from './manifest.ts';
import { goOffline } from './offline.ts';
import { opencode } from './opencode.ts';
import { makePlace, type Place } from './place.ts';
import { installed, runClient } from './run-client.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { openTerminal } from './terminal.ts';

const drivers: readonly Driver[] = [claudeCode, codex, gemini, opencode, copilot];

const { values, positionals } = parseArgs({
  options: { scenario: { type: 'string' }, into: { type: 'string' }, requests: { type: 'string' } },
  allowPositionals: true,
});
goOffline();
const folder = values.into ?? fileURLToPath(new URL('../fixtures/logs', import.meta.url));
const wanted = values.scenario?.split(',');
for (const driver of drivers.filter(({ client }) => positionals.length === 0 || positionals.includes(client)))
  for (const scenario of [...scenarios, ...conversations].filter(
    ({ name }) => !wanted || wanted.includes(name),
  ))
    await make(driver, scenario);

/** Makes one fixture and puts it down in the manifest, or says why there is none. */
async function make(driver: Driver, scenario: Scenario | Conversation): Promise<void> {
  const label = `${driver.client}/${scenario.name}`;
  const pin = pins.find(({ client }) => client === driver.client)!;
  const version = installedVersion(cacheFolder(process.env), pin);
  if (!version) return console.log(`${label}: not installed; see npm run clients`);
  using place = makePlace(cacheFolder(process.env));
  const hands = driver.hands(place);
  if (!scenario.plays(hands, '')) return console.log(`${label}: the client has no such tool`);
  await using llm = await startFakeLlm((url) => scenario.plays(hands, url)!);
  try {
    if (!(await act(driver, scenario, place, llm)))
      return console.log(`${label}: the client knows no such way`);
    if (values.requests) writeFileSync(values.requests, JSON.stringify(llm.requests, null, 2));
    const files = harvest(driver, place, join(folder, driver.client, scenario.name));
    const fixture = {
      client: driver.client,
      version,
      ...tellTruth(scenario, llm, 'perform' in scenario ? driver.logged : {}),
      files,
    };
    keep(fixture);
    console.log(`${label}: ${files.map(({ path, bytes }) => `${path} (${bytes})`).join(', ')}`);
  } catch (error) {
    console.log(`${label}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

/** Lets it happen: at a terminal where a person is needed, from prompt to prompt where none is. */
async function act(
  driver: Driver,
  scenario: Scenario | Conversation,
  place: Place,
  llm: FakeLlm,
): Promise<boolean> {
  const at = { place, url: llm.url };
  if ('perform' in scenario) {
    const command = driver.terminal?.({ ...at, free: scenario.free });
    if (!command) return false;
    const where = { cwd: place.project, env: { ...place.env, ...command.env } };
    await using terminal = await openTerminal([installed(driver), ...command.args], where);
    try {
      await scenario.perform(terminal, llm);
    } catch (error) {
      throw new Error(`${error}\n${terminal.shown().replace(/\s+/g, ' ').slice(-600)}`);
    }
    return true;
  }
  for (const { say, how = {} } of scenario.prompts) {
    const command = driver.command(say, how, at);
    if (!command) return false;
    await runClient(driver, command, place, how);
  }
  return true;
}

function keep(fixture: Fixture): void {
  const path = join(folder, 'manifest.json');
  const before: Fixture[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  const others = before.filter((one) => one.client !== fixture.client || one.scenario !== fixture.scenario);
  writeFileSync(path, `${JSON.stringify(order([...others, fixture]), null, 2)}\n`);
}
