/** How a prompt agrees to what the agent said. */
export interface PromptAgreement {
  /** "Exactly" says that it is so; "ok" may only send the agent on. */
  settles: boolean;
  /** What the person wants otherwise: "30 days instead of 14". */
  amendment: string | null;
  /** Nothing of another matter follows. */
  isBare: boolean;
}

/** Reads whether a prompt begins by agreeing; undefined where it does not, asks back or takes it back. */
export function agreementIn(prompt: string): PromptAgreement | undefined {
  const said = prompt.slice(0, MAX_PROMPT_CHARS).replace(/[’‘]/g, "'").trim();
  if (said === '' || prompt.length > MAX_PROMPT_CHARS) return undefined;
  let [rest, settles, agrees] = [said, false, false];
  for (let found = AGREES.exec(rest); found; found = AGREES.exec(rest)) {
    agrees = true;
    settles ||= SETTLES.test(found[0]);
    rest = rest.slice(found[0].length);
  }
  if (!agrees || /^\s*\?/.test(rest)) return undefined;
  const first = rest.split(/[.!\n]/)[0]!.trim();
  if (/\?/.test(rest) || TAKES_BACK.test(rest)) return undefined;
  const amendment = AMENDS.exec(first)?.[1]?.trim() ?? null;
  return {
    settles: settles || (agrees && LASTS.test(first)),
    amendment: amendment !== null && amendment.length <= MAX_AMENDMENT_CHARS ? amendment : null,
    isBare: first === '' || amendment !== null || LASTS.test(first) || first.split(/\s+/).length <= 3,
  };
}

const MAX_PROMPT_CHARS = 400;
const MAX_AMENDMENT_CHARS = 160;

const SETTLING =
  "exactly(?: (?:that|right|so|like that))?|precisely|correct|confirmed|you (?:did|got it|have it)|it does|that(?:'s| is) (?:exactly )?(?:correct|right|what (?:i|we) \\w+(?: \\w+){0,3}|how (?:i|we) \\w+(?: \\w+){0,2})|(?:that's|thats|this is|it's|is) (?:right|correct|it|the (?:one|rule|policy|deal|plan)|our (?:rule|policy)|how (?:we|i) \\w+(?: \\w+){0,2}|what i \\w+)|right(?! now| after| before)|agreed|i agree|settled|deal|perfect(?:ly)?|make (?:it|that) (?:so|the rule)|genau(?: so)?|richtig|stimmt|einverstanden|exactement|c'est ça|d'accord|exacto|correcto|de acuerdo|exato|esatto|dokładnie|zgoda|klopt|是的|对|对的|その通り";
const AGREEING =
  "👍|yes|works|keep it (?:like that|at that)|let's keep it (?:like that|at that)|yep|yeah|yup|ya|ok(?:ay)?|sure|good|great|nice|fine|cool|sounds (?:good|right|great|perfect)|looks good|lgtm|works for me|love it|(?:i )?like (?:it|that)|go (?:with|for) (?:it|that)|let's (?:do|go with) (?:it|that)|do (?:it|that)|ship it|please do|ja|oui|sí|si|sim|tak|thanks|thank you|all good|everywhere|always";
const SETTLES = new RegExp(`(?:${SETTLING})`, 'iu');
/** A word of agreement ends with a sign, the prompt, or a word that goes on with it. */
const AGREES = new RegExp(
  `^[\\s,.!:;–—👍-]*(?:${SETTLING}|${AGREEING})(?=\\s*[,.!:;–—\\n]|\\s*$|\\s+(?:but|except|only|though|and|please|thanks|from|then|aber|mais|pero|sauf|salvo|for|with|yes|exactly|correct|right|always|that|agreed|it|do|so)\\b|\\s*👍)`,
  'iu',
);
const AMENDS =
  /^[\s,;:–—-]*(?:(?:but|just|though|however|aber|mais|pero)[\s,]+(?!first\b|can you|could you|please|let me|let's|run|fix|also|then|now|commit|push)(.+)|((?:except|only|without|sauf|salvo|nur)\b.+))$/is;
/** "From now on": it is meant to last. */
export const LASTS =
  /\b(?:from now on|always|everywhere|going forward|as a rule|for good|in (?:the )?future|every time|ab jetzt|immer|désormais|siempre)\b/i;
const TAKES_BACK =
  /\b(?:wait|actually|hold on|on second thought|never ?mind|not sure|i don't (?:think|know)|wrong|no,|doch nicht)\b/i;

export const deniesAtStart = (prompt: string): boolean => DENIES.test(prompt.slice(0, MAX_PROMPT_CHARS));

const DENIES =
  /^[\s,.!:;–—-]*(?:(?:god|oh|hm+|well|but|please|ok(?:ay)?|sorry)[\s,.!]+)?(?:no(?!\s+(?:problem|worries|rush))|nope|nah|never|not|don['’]?t|do not|wrong|stop|wait|actually|neither|rather|instead|nein|nicht|non|pas|nie|não|nee)(?![\p{L}\p{N}'’])/iu;

/** Whether a prompt does no more than send the agent on with what it proposed or did: "commit", "go ahead and implement it". */
export const sendsOn = (prompt: string): boolean =>
  prompt.length <= MAX_SENDING_CHARS &&
  !prompt.includes('?') &&
  !deniesAtStart(prompt) &&
  SENDS_ON.test(prompt);

const MAX_SENDING_CHARS = 100;
const SENDS_ON =
  /^[\s,.!]*(?:(?:ok(?:ay)?|great|good|now|please|then|and|so|yes|thanks|can you|let['’]?s|lets|bitte|puis)[\s,.!]+)*(?:commit|push|merge|ship|release|deploy|publish|go ahead|go on|proceed|continue|carry on|keep going|do (?:it|that|this)|implement (?:it|that|this|the)|get a pr|(?:open|create|make) (?:a |the )?(?:pr|pull request)|weiter|mach(?:e)? (?:weiter|das)|vas-y|continue[rz]|adelante|sigue)(?![\p{L}\p{N}])/iu;
