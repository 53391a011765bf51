/** Verbs of rules, by their forms; a form that is missing here is not a verb to us. */
const VERBS: ReadonlyMap<string, string> = new Map(
  `use run invoke call execute start launch edit modify touch change update alter overwrite delete remove rename move
   write create add put commit generate import include introduce leave log hardcode suppress disable declare define throw
   insert install upgrade bump push amend rebase merge stash tag reset squash force-push cherry-pick emit prefer rely
   skip pass kill make read view print apply destroy deploy publish mark open save place enable return regenerate do
   stage set bypass mention revert discard build depend reference require work recreate keep name store search format lint compile`
    .split(/\s+/)
    .flatMap((verb) => formsOf(verb).map((form) => [form, verb] as const)),
);

function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, '');
  const twice = /(?:^|[^aeiou])[aeiou][bdgmnpt]$/.test(verb) ? `${verb}${verb.at(-1)}` : stem;
  return [
    verb,
    ...(verb.endsWith('y') ? [`${verb.slice(0, -1)}ied`] : []),
    `${verb}s`,
    `${verb}es`,
    `${twice}ing`,
    `${stem}ing`,
    `${twice}ed`,
    `${stem}ed`,
    ...(verb === 'write' ? ['written'] : []),
  ];
}

export const baseOf = (word: string): string | undefined => VERBS.get(word);
