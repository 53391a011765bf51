// npm run bench [-- <name> [--json] [--data PATH] [--record] [--flag value]]
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { Bench } from './bench.ts';
import { hundredths } from './percentiles.ts';
import { commitNow, dataFor, onThisMachine, quoteInPages, runAll } from './report/all.ts';
import { machine } from './report/machine.ts';

/** Every benchmark. Adding one is a new file and a new line here. */
const benches: Record<string, () => Promise<Bench>> = {
  search: async () => (await import('./search.ts')).search,
  locomo: async () => (await import('./locomo.ts')).locomo,
  ask: async () => (await import('./ask.ts')).ask,
  moments: async () => (await import('./moments.ts')).moments,
  decisions: async () => (await import('./decisions.ts')).decisions,
  talks: async () => (await import('./talks.ts')).talks,
  conversations: async () => (await import('./conversations.ts')).conversations,
  ranking: async () => (await import('./ranking.ts')).ranking,
  paraphrase: async () => (await import('./paraphrase.ts')).paraphrase,
  embed: async () => (await import('./embed.ts')).embed,
  sessions: async () => (await import('./sessions.ts')).sessions,
  ingest: async () => (await import('./ingest.ts')).ingest,
  history: async () => (await import('./history.ts')).history,
  cochange: async () => (await import('./cochange.ts')).cochange,
  graph: async () => (await import('./graph.ts')).graph,
  anchors: async () => (await import('./anchors.ts')).anchors,
  tests: async () => (await import('./tests.ts')).tests,
  'graph-size': async () => (await import('./graph-size.ts')).graphSize,
  learn: async () => (await import('./learn.ts')).learn,
  relations: async () => (await import('./relations.ts')).relations,
  agreements: async () => (await import('./agreements.ts')).agreements,
  statements: async () => (await import('./statements.ts')).statements,
  taint: async () => (await import('./taint.ts')).taint,
  poison: async () => (await import('./poison.ts')).poison,
  observe: async () => (await import('./observe.ts')).observe,
  recall: async () => (await import('./recall.ts')).recall,
  secrets: async () => (await import('./secrets.ts')).secrets,
  supersede: async () => (await import('./supersede.ts')).supersede,
  replay: async () => (await import('./replay.ts')).replay,
  localise: async () => (await import('./localise.ts')).localise,
  warn: async () => (await import('./warn.ts')).warn,
  rules: async () => (await import('./rules.ts')).rules,
  agent: async () => (await import('./agent.ts')).agent,
  window: async () => (await import('./window.ts')).window,
  tools: async () => (await import('./tools.ts')).tools,
  proof: async () => (await import('./proof.ts')).proof,
  daemon: async () => (await import('./daemon.ts')).daemon,
  hook: async () => (await import('./hook.ts')).hook,
  cli: async () => (await import('./cli.ts')).cli,
  walks: async () => (await import('./walks.ts')).walks,
  ui: async () => (await import('./ui.ts')).ui,
  'sync-writes': async () => (await import('./sync/writes.ts')).syncWrites,
  hub: async () => (await import('./sync/hub.ts')).hubBench,
  'hub-size': async () => (await import('./sync/hub-size.ts')).hubSize,
  'hub-cluster': async () => (await import('./sync/cluster.ts')).hubCluster,
  storm: async () => (await import('./storm.ts')).storm,
  growth: async () => (await import('./growth.ts')).growth,
};

const [name, ...rest] = process.argv.slice(2);
if (name === undefined || name.startsWith('-')) {
  await help();
} else if (!(name in benches) && name !== 'all' && name !== 'quote') {
  console.error(`Unknown benchmark "${name}". Available: ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 2;
} else if (rest.some((word) => word === '--help' || word === '-h')) {
  await help(name);
} else if (name === 'all') {
  runAll(flagsOf(rest), onThisMachine(console.log));
} else if (name === 'quote') {
  quoteInPages(console.log);
} else {
  await runOne(name, rest);
}

/** Says what each benchmark measures, or what one does. */
async function help(one?: string): Promise<void> {
  for (const [each, load] of Object.entries(benches))
    if (one === undefined || one === each) console.log(`${each.padEnd(12)} ${(await load()).summary}`);
  if (one === undefined || one === 'all')
    console.log(`all          Every scoreboard that the README quotes, and one dated report (--data DIR
             [--repository DIR --truth FILE] [--only a,b] [--skip a,b] [--resume] [--report-only])`);
  if (one === undefined || one === 'quote')
    console.log('quote        Write the figures of the newest report into the pages that quote them');
  console.log('\nnpm run bench -- <name> [--json] [--data PATH] [--record]');
}

function flagsOf(argv: string[]): Record<string, string> {
  const flags: Record<string, string> = {};
  for (let i = 0; i < argv.length; i++) {
    const flag = argv[i]!.replace(/^--/, '');
    flags[flag] = argv[i + 1] === undefined || argv[i + 1]!.startsWith('--') ? 'true' : argv[++i]!;
  }
  return flags;
}

async function runOne(name: string, argv: string[]): Promise<void> {
  const flags = flagsOf(argv);
  const data = flags.data === undefined ? undefined : dataFor(name, flags.data);
  const isThere = data === undefined || existsSync(data);
  if (!isThere) console.log(`${name}: skipped, ${data} does not exist.`);
  const bench = await benches[name]!();
  const begun = performance.now();
  const load = hundredths(loadavg()[0]!);
  const figures = isThere ? await bench.run({ data, flags, print: console.log }) : undefined;
  if (figures === undefined) {
    if (flags.json) console.log(JSON.stringify({ bench: name, skipped: true }));
    return;
  }
  const record = {
    bench: name,
    at: new Date().toISOString(),
    node: process.version,
    machine: machine(),
    load,
    commit: commitNow(),
    tookSeconds: Math.round((performance.now() - begun) / 1000),
    ...figures,
  };
  if (flags.record) {
    const folder = new URL('./runs/', import.meta.url);
    mkdirSync(folder, { recursive: true });
    const file = new URL(`${record.at.slice(0, 10)}-${record.bench}.json`, folder);
    writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  }
  if (flags.json) console.log(JSON.stringify(record));
}
