type GitEnvironment = Readonly<Record<string, string | undefined>>;

/** Settings for `git -c`. A repository may have been brought by anybody: what its configuration would have git run, must not run. */
export const HARMLESS_SETTINGS: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.askPass=',
  'core.sshCommand=false',
  'credential.helper=',
  'diff.external=',
  'gpg.program=false',
  'log.showSignature=false',
  'protocol.allow=never',
  'core.attributesFile=/dev/null',
  'core.quotePath=false',
  'i18n.logOutputEncoding=UTF-8',
  'log.follow=false',
  'diff.renames=true',
  'diff.ignoreSubmodules=all',
  'diff.relative=false',
];

/** What git needs to start, without the variables by which a hook or a shell would lead it to another repository. */
const gitEnvironment = (env: GitEnvironment): Record<string, string> => ({
  ...Object.fromEntries(PASSED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
});

/** The same, deaf to what the machine's own configuration says: for reading history, which needs nothing of it. */
export const historyEnvironment = (env: GitEnvironment): Record<string, string> => ({
  ...gitEnvironment(env),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_PAGER: 'cat',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_EXTERNAL_DIFF: '',
});

const PASSED = ['PATH', 'Path', 'PATHEXT', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP', 'HOME', 'USERPROFILE'];
