import { resolve } from 'node:path';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { refuseAgents, type Surroundings } from '@sqrl/base/terminal/agents-shell.ts';
import {
  type Arguments,
  flag,
  positionalsOf,
  type TypedProgram,
  text,
} from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { agrees, type ProgramRun, printAnswer } from '@sqrl/base/terminal/program.ts';
import { countNoun, formatBytes } from '@sqrl/base/terminal/size.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import { groupRulesAt } from './accounts/groups.ts';
import { passwordLink, scimAccess } from './accounts/open.ts';
import { dayOf } from './accounts/pages.ts';
import { fileAt, type HubPlace } from './open.ts';
import { operate, restoreByOperator, withHub } from './operate.ts';
import { type ServeOptions, serveHub } from './serve.ts';

export const HELP = `
Usage: sqrl-hub serve [--host HOST] [--port PORT] [--tls-cert FILE --tls-key FILE | --behind-proxy]
                      [--log-requests] [--accounts [--open-sign-up] [--public-url URL]
                      [--oidc-issuer URL --oidc-client ID [--oidc-secret-file FILE] [--oidc-name NAME]
                      [--oidc-groups FILE | --scim [--scim-groups FILE]]]]
       sqrl-hub invite [--org NAME] [--person NAME] [--role ROLE]
       sqrl-hub backup FILE
       sqrl-hub restore FILE [--replace] [--yes]
       sqrl-hub erase ID [--yes]
       sqrl-hub audit [--org NAME]
       sqrl-hub quota NUMBER [--org NAME]
       sqrl-hub password MAIL --public-url URL
       sqrl-hub scim --public-url URL [--org NAME]

  --dir FOLDER      Folder of the hub, ~/.sqrl/hub by default
  --database URL    A PostgreSQL, or SQRL_HUB_DATABASE; else the embedded database in the folder
  --host HOST       Address to listen at, 127.0.0.1 by default; others need TLS
  --port PORT       Port to listen at, 7475 by default
  --tls-cert FILE   Certificate, and --tls-key its key
  --behind-proxy    A proxy in front has TLS
  --accounts        A page under /account where people sign in, invite, and approve devices; needs PostgreSQL and
                    \`npm install --global better-auth@1.7.5\`
  --open-sign-up    Accounts and organizations for anybody who reaches the hub, not by invitation only
  --public-url URL  The address that browsers know the hub by; needed with --behind-proxy
  --oidc-issuer URL A provider of OpenID Connect to sign in with, --oidc-client the id of the hub there;
                    --oidc-secret-file its secret, or SQRL_HUB_OIDC_SECRET; --oidc-name what the button says;
                    --oidc-groups which of its groups give which roles, as JSON (docs/HUB.md)
  --scim            The provider adds and removes people by SCIM; --scim-groups as --oidc-groups, for groups that it sends
  --org NAME        The organization; needed where the hub has several, made where it has none of that name
  --person NAME     A further device of this person, not a new person
  --role ROLE       viewer, member, maintainer or owner; the first person is owner, others are member
  --log-requests    A line of JSON per request
  --replace         Give up what the hub has
  --yes             Do not ask

\`serve\` runs until Ctrl-C. \`invite\` prints a code that one device can use once, within 15 minutes: \`sqrl login URL\` asks for
it. \`password\` prints a link with which a person who forgot theirs sets a new one, within an hour. \`quota\` says how many
new records a day each device may add to spaces with others, 200 by default. \`scim\` prints the address and
the token for a provider. docs/HUB.md is the guide.

Examples:
  $ sqrl-hub serve
  $ sqrl-hub invite --person Ann
  $ sqrl-hub serve --database postgres://hub@db/hub --host 0.0.0.0 --behind-proxy
`;
export const options = {
  dir: text,
  database: text,
  host: text,
  port: text,
  'tls-cert': text,
  'tls-key': text,
  'behind-proxy': flag,
  accounts: flag,
  'open-sign-up': flag,
  'public-url': text,
  'oidc-issuer': text,
  'oidc-client': text,
  'oidc-secret-file': text,
  'oidc-name': text,
  'oidc-groups': text,
  scim: flag,
  'scim-groups': text,
  org: text,
  person: text,
  role: text,
  'log-requests': flag,
  replace: flag,
  yes: flag,
  version: flag,
};

export interface HubRun extends ProgramRun {
  at: HubPlace;
  cwd: string;
  /** The command, for a person to type themselves. */
  typed: string;
  now(): number;
  world: ProgramRun['world'] & Surroundings;
  values: Arguments<typeof options>['values'];
  words: string[];
}

export const COMMANDS: Readonly<Record<string, (run: HubRun) => Promise<ExitCode>>> = {
  serve,
  invite,
  backup,
  restore,
  erase,
  audit,
  quota,
  password,
  scim,
};

export const HUB: TypedProgram = {
  options: { json: flag, 'no-color': flag, help: { type: 'boolean', short: 'h' } },
  help: () => 'sqrl-hub --help',
};

const wordsIn = (words: string[], what: string, n: number): string[] =>
  positionalsOf('sqrl-hub', words, { what, from: n, to: n }, HUB);

const DEFAULT_PORT = 7475;

/** When a command asks the hub, and where it says what happens meanwhile. */
const asked = ({ now, err }: Pick<HubRun, 'now' | 'err'>) => ({
  now: now(),
  log: (line: string) => err.line(`sqrl-hub: ${visible(line)}`),
});

async function serve({ at, values, words, ...task }: HubRun): Promise<ExitCode> {
  wordsIn(words, 'no arguments', 0);
  const port = Number(values.port ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw usage(`--port ${values.port} is not a port.`);
  const { 'tls-cert': cert, 'tls-key': key } = values;
  if ((cert === undefined) !== (key === undefined)) throw usage('--tls-cert and --tls-key belong together.');
  const fromHere = (file: string) => resolve(task.cwd, file);
  const { out, err } = task;
  const options: ServeOptions = {
    ...at,
    ...{ host: values.host ?? '127.0.0.1', port, behindProxy: values['behind-proxy'] === true },
    tls: cert !== undefined && key !== undefined ? { cert: fromHere(cert), key: fromHere(key) } : undefined,
    accounts: accountsWished(task, values),
    metricsToken: task.world.env.SQRL_HUB_METRICS_TOKEN || undefined,
  };
  await serveHub(options, {
    ...{ now: task.now, signal: task.signal },
    onReady: ({ url, engine, first, accountPage }) =>
      printAnswer(task, { url, engine, first: first ?? null, accountPage: accountPage ?? null }, () => {
        out.line(`The hub answers at ${url}; stop with Ctrl-C.`);
        if (engine === 'PGlite') for (const line of EMBEDDED) out.line(line);
        if (accountPage !== undefined)
          out.line(`People sign in at ${accountPage}. The hub sends no mail: invitations are links.`);
        if (first && accountPage !== undefined) {
          out.line();
          out.line('The hub has no people yet. Open within 15 minutes, to become the first:');
          out.line(`  ${out.paint('bold', `${accountPage}/join?code=${first.code}`)}`);
        } else if (first) {
          out.line();
          // Others know it by another address.
          const isEverywhere = ['0.0.0.0', '::'].includes(options.host);
          const from = isEverywhere
            ? 'On your first device, with the address of the hub,'
            : 'On your first device,';
          out.line(`The hub has no people yet. ${from} within 15 minutes:`);
          out.line(`  ${out.paint('bold', `sqrl login ${isEverywhere ? 'URL' : url} ${first.code}`)}`);
          out.line('For more devices and people: `sqrl-hub invite`.');
        }
      }),
    log: (line) => err.line(`${new Date(task.now()).toISOString()} ${visible(line)}`),
    ...(values['log-requests'] && {
      onRequest: (request) =>
        err.line(visible(JSON.stringify({ at: new Date(task.now()).toISOString(), ...request }))),
    }),
  });
  return EXIT.done;
}

const EMBEDDED = [
  'It keeps its data in the embedded database, which does not wait for the disk (no fsync): the last',
  'changes may be lost when the power fails. Devices push them again. It writes a backup every day.',
  'For more than one person, use a PostgreSQL: `sqrl-hub serve --database URL`.',
];

function accountsWished(
  { cwd, world: { env } }: Pick<HubRun, 'cwd' | 'world'>,
  values: HubRun['values'],
): ServeOptions['accounts'] {
  const {
    'oidc-issuer': issuer,
    'oidc-client': clientId,
    'oidc-name': name,
    'oidc-secret-file': file,
    'oidc-groups': groups,
    'scim-groups': scimGroups,
    scim,
  } = values;
  const belonging = [
    issuer,
    clientId,
    name,
    file,
    groups,
    scim,
    values['public-url'],
    values['open-sign-up'],
  ];
  if (!values.accounts) {
    if (belonging.some((value) => value !== undefined))
      throw usage(
        '--open-sign-up, --public-url, --oidc-… and --scim belong to --accounts.',
        'Run `sqrl-hub --help`.',
      );
    return undefined;
  }
  if ((issuer === undefined) !== (clientId === undefined))
    throw usage('--oidc-issuer and --oidc-client belong together.');
  if (issuer === undefined && [name, file, groups, scim].some((value) => value !== undefined))
    throw usage(
      '--oidc-name, --oidc-secret-file, --oidc-groups and --scim need a provider to sign in with.',
      'Pass --oidc-issuer and --oidc-client.',
    );
  if (groups !== undefined && scim)
    throw usage(
      'With --scim the provider sends its groups.',
      'Pass --scim-groups in place of --oidc-groups.',
    );
  if (scimGroups !== undefined && !scim) throw usage('--scim-groups belongs to --scim.');
  const rulesAt = (file: string | undefined) =>
    file === undefined ? undefined : groupRulesAt(resolve(cwd, file));
  return {
    isSignUpOpen: values['open-sign-up'] === true,
    publicUrl: values['public-url'],
    oidc:
      issuer !== undefined && clientId !== undefined
        ? {
            ...{ issuer, clientId, name: name ?? (URL.canParse(issuer) ? new URL(issuer).host : issuer) },
            clientSecret: clientSecret(
              file === undefined ? env.SQRL_HUB_OIDC_SECRET : fileAt(resolve(cwd, file)),
            ),
            groups: rulesAt(groups),
          }
        : undefined,
    scim: scim ? { groups: rulesAt(scimGroups) } : undefined,
  };
}

/** What the provider knows the hub by. */
function clientSecret(given: Buffer | string | undefined): string {
  const secret = given?.toString().trim();
  if (secret) return secret;
  throw usage(
    'The hub needs the client secret that the provider gave it.',
    'Pass --oidc-secret-file FILE, or set SQRL_HUB_OIDC_SECRET.',
  );
}

async function invite({ at, values, words, ...task }: HubRun): Promise<ExitCode> {
  wordsIn(words, 'no arguments', 0);
  refuseAgents(task, 'invite into a hub');
  const { org, person, role } = values;
  const reply = await operate(at, { verb: 'invite', input: { org, person, role }, ...asked(task) });
  printAnswer(task, { ...reply }, () => {
    if (reply.isNew) task.out.line(`Made the organization ${oneLine(reply.org)}.`);
    const who =
      reply.person === null ? `a new ${reply.role}` : `a further device of ${oneLine(reply.person)}`;
    task.out.line(`Code for ${who} in ${oneLine(reply.org)}, once, within 15 minutes:`);
    task.out.line(`  ${task.out.paint('bold', reply.code)}`);
    task.out.line(`On the device, with the address of the hub: sqrl login URL ${reply.code}`);
  });
  return EXIT.done;
}

async function backup({ at, words, ...task }: HubRun): Promise<ExitCode> {
  const [name] = wordsIn(words, 'the name of a file', 1);
  const file = resolve(task.cwd, name!);
  const copied = await operate(at, { verb: 'backup', input: { file }, ...asked(task) });
  printAnswer(task, { file, ...copied }, () => {
    task.out.line(`Wrote ${described(copied)} to ${visible(file)} (${formatBytes(copied.bytes)}).`);
    task.out.line(
      'It holds every text and can be restored by anybody who has it: keep it like the memories themselves.',
    );
  });
  return EXIT.done;
}

const described = ({ records, people }: { records: number; people: number }): string =>
  `${countNoun(records, 'record')} of ${countNoun(people, 'person', 'people')}`;

async function restore({ at, values, words, ...task }: HubRun): Promise<ExitCode> {
  const [name] = wordsIn(words, 'the name of a file', 1);
  refuseAgents(task, 'restore a hub');
  const replace = values.replace === true;
  if (replace && !(await isAgreed(task, values, 'Give up what the hub has?'))) return EXIT.problem;
  const file = resolve(task.cwd, name!);
  const copied = await withHub(at, asked(task).log, (db) =>
    restoreByOperator(db, { file, replace }, task.now()),
  );
  printAnswer(task, { file, ...copied }, () => {
    task.out.line(`Restored ${described(copied)} from ${visible(file)}.`);
    task.out.line('Devices notice at their next sync, and push again what the backup has not.');
    task.out.line(
      'Devices that were revoked and people who were removed after the backup are back: do it again.',
    );
  });
  return EXIT.done;
}

async function isAgreed(task: ProgramRun, { yes }: HubRun['values'], question: string): Promise<boolean> {
  if (yes || (await agrees(task, `${question} [y/N]`))) return true;
  task.err.line('Nothing was changed.');
  return false;
}

async function erase({ at, values, words, ...task }: HubRun): Promise<ExitCode> {
  const [id] = wordsIn(words, 'the id of a memory', 1);
  refuseAgents(task, 'erase what others share');
  if (!(await isAgreed(task, values, `Erase ${oneLine(id!)} for everybody, for good?`))) return EXIT.problem;
  const reply = await operate(at, { verb: 'erase', input: { id: id! }, ...asked(task) });
  printAnswer(task, { ...reply }, () => {
    if (reply.erased.length === 0) task.out.line(`The hub has no record ${oneLine(id!)}.`);
    for (const { org, space, kind, unseen } of reply.erased) {
      task.out.line(`Erased ${kind} ${oneLine(id!)} in ${oneLine(space)} (${oneLine(org)}).`);
      for (const { name, person } of unseen)
        task.out.line(`  not seen yet by ${oneLine(name)} of ${oneLine(person.name)}`);
    }
    if (reply.erased.length > 0) task.out.line('Backups that were made before still have it.');
  });
  return reply.erased.length > 0 ? EXIT.done : EXIT.nothing;
}

async function audit({ at, values, words, ...task }: HubRun): Promise<ExitCode> {
  wordsIn(words, 'no arguments', 0);
  const { entries } = await operate(at, { verb: 'audit', input: { org: values.org }, ...asked(task) });
  printAnswer(task, { entries }, () => {
    if (entries.length === 0) task.out.line('Nothing has happened yet.');
    for (const { at: when, org, person, did, what } of entries) {
      const details = Object.keys(what).length > 0 ? ` ${JSON.stringify(what)}` : '';
      const by = person ? oneLine(person.name) : 'the operator';
      task.out.line(`${new Date(when).toISOString()} ${oneLine(org)}: ${by} ${did}${visible(details)}`);
    }
  });
  return EXIT.done;
}

async function quota({ at, values, words, ...task }: HubRun): Promise<ExitCode> {
  const [said] = wordsIn(words, 'a number', 1);
  refuseAgents(task, 'change a limit');
  const input = { org: values.org, newPerDay: /^\d+$/.test(said!) ? Number(said) : Number.NaN };
  const reply = await operate(at, { verb: 'quota', input, ...asked(task) });
  printAnswer(task, { ...reply }, () =>
    task.out.line(`Each device in ${oneLine(reply.org)} may add ${reply.newPerDay} new records a day.`),
  );
  return EXIT.done;
}

async function password({ at, values, words, ...task }: HubRun): Promise<ExitCode> {
  const [email] = wordsIn(words, 'the address of an account', 1);
  refuseAgents(task, 'let a password be changed');
  const reply = await passwordLink(at, { email: email!, publicUrl: values['public-url'] }, asked(task));
  printAnswer(task, { ...reply }, () => {
    task.out.line('Pass this link on; it works once, within an hour:');
    task.out.line(`  ${task.out.paint('bold', reply.link)}`);
  });
  return EXIT.done;
}

async function scim({ at, values, words, ...task }: HubRun): Promise<ExitCode> {
  wordsIn(words, 'no arguments', 0);
  refuseAgents(task, 'let a provider add and remove people');
  const reply = await scimAccess(at, { org: values.org, publicUrl: values['public-url'] }, asked(task));
  printAnswer(task, { ...reply }, () => {
    task.out.line(`For the provider of ${oneLine(reply.org)}; a token before this one has ended:`);
    task.out.line(`  address  ${reply.url}`);
    task.out.line(`  token    ${task.out.paint('bold', reply.token)}`);
    task.out.line(`It is shown once, and ends on ${dayOf(reply.expiresAt)}. The hub must run with --scim.`);
  });
  return EXIT.done;
}
