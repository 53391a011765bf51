/*
 * The words by which a person says that something is meant to stay: the only phrase list of learning, a line or two for
 * each language (English, German, French, Spanish, Portuguese, Italian, Polish, Dutch). A sentence with one needs no model,
 * but for an order not to do something ("don't create a PR"), which may be meant for the task alone, and a choice ("use A,
 * not B"), which the model must not doubt.
 */
const oneOf = (...languages: string[]): string => `(?:${languages.join('|')})`;

/** Announces what is to be kept; not part of what is said. */
const REMEMBER = oneOf(
  "(?:please )?(?:remember|keep in mind|make a note|note|don'?t forget|for the record)(?: that\\b|[,:])",
  'remember (?!back|when|how|what|why|where|who|if|to\\b|you\\b|me\\b|we\\b|i\\b|last\\b|the (?:time|other))',
  '(?:bitte )?(?:merke? dir|denk(?:e)? daran|beachte|vergiss nicht)(?:,? dass\\b|[,:])?',
  "(?:souviens-toi|retiens|n'oublie pas|note[zr]?|garde en tête)(?: (?:que|qu')|[,:])",
  '(?:recuerda|ten en cuenta|no olvides|anota)(?: que\\b|[,:])',
  '(?:lembre-se|lembra|não esqueça|tenha em mente)(?: (?:de )?que\\b|[,:])',
  '(?:ricorda(?:ti)?|tieni presente|non dimenticare)(?: che\\b|[,:])',
  '(?:pamiętaj|zapamiętaj|nie zapomnij)(?:,? że\\b|,? aby\\b|[,:])',
  '(?:onthoud|denk eraan|vergeet niet)(?: dat\\b|[,:])',
);

/** "Rule: …". Stands before a colon or a dash. */
const RULE = oneOf(
  '(?:new |our |the |house |hard |project |team |general |golden |coding )*(?:rule|convention|policy|guideline|decision|preference|requirement|constraint)(?: #?\\d+)?',
  '(?:neue |unsere |die )?(?:regel|konvention|vorgabe|entscheidung|richtlinie)',
  '(?:nouvelle |notre |la )?(?:règle|convention|décision|consigne)',
  '(?:nueva |nuestra |la |nova |nossa |a )?(?:regla|convención|decisión|política|regra|convenção|decisão)',
  '(?:nuova |nostra |la |nowa |nasza )?(?:regola|convenzione|decisione|zasada|reguła|konwencja|decyzja)',
  '(?:nieuwe |onze )?(?:regel|conventie|afspraak|beslissing)',
);

/** "From now on". */
const LASTING = oneOf(
  'from (?:now|here|today|this point) (?:on(?:wards?)?|forward)|going forward|moving forward|as a (?:general )?rule(?! of)|henceforth|for all future \\w+',
  'ab (?:jetzt|sofort|heute)|von nun an|künftig|in zukunft|grundsätzlich',
  "désormais|dorénavant|à partir (?:de maintenant|d'aujourd'hui)|à l'avenir",
  'a partir de (?:ahora|agora)|de (?:ahora|agora) en? adelante|en adelante|en el futuro|de agora em diante|daqui (?:para|pra) frente|no futuro',
  "d'ora in poi|da (?:ora|adesso) in poi|in futuro|od teraz|odtąd|od dzisiaj|w przyszłości",
  'vanaf nu|voortaan|in het vervolg|in de toekomst',
);

/** Adverbs of an order that has no end, with what may stand between the start of the clause and them. */
const ALWAYS = oneOf(
  '(?:(?:you|we|agents?|everyone) (?:should|must|need to|have to|are to|will|shall) |we |i want you to |(?:make|be) sure (?:to |you |we |that you |that we )?|(?:should|must|shall) )?(?:always|never)(?! (?:mind|ending|again|been|had|got|seen|there|gonna|the (?:case|same)|in the|wonder|told|said|did|gave|shown|done|written|given|taken|known|made|took|went|came|knew|saw|ran|wrote|left|kept|lost|found|meant|thought|dealt|happen|\\w{2,}(?:ed|[^su]s)(?![\\w-])|\\d))',
  '(?:(?:wir|du|ihr) (?:\\w+ )?)?(?:bitte )?(?:immer|niemals)(?! (?:noch|wieder|mehr))|(?:wir|du|ihr|bitte) nie(?! (?:noch|wieder|mehr))',
  "(?:il faut |tu dois |on doit |je veux que (?:tu|ce|cette|le|la|les)[^,.]{0,40}? )?(?:toujours \\w+(?:er|ir|re|ez)\\b|ne (?:jamais|\\S+ jamais)|n'\\S+ jamais|jamais (?:de|d'))",
  '(?:(?:debes|hay que|tienes que|deve|você deve|tem que|devi|bisogna) )?(?:siempre|nunca|jamás|sempre|jamais|mai|non \\S+ mai)',
  'zawsze|nigdy nie|(?:(?:je|we) (?:moet|moeten) )?(?:altijd|nooit)',
);

/** "We can't destroy the user pool, ever": a clause that forbids and ends in "ever". */
const NOT_EVER =
  "(?:(?:can|must|should|may) not|cannot|can'?t|mustn'?t|shouldn'?t|(?:do not|don'?t)(?: want)?)(?! (?:\\w+ )?(?:think|know|see|seem|find|get|make|believe|remember|understand|work)\\b) [^,;?]{2,80}?,? ever(?=\\s*(?:[.!,;]|$))";

/** Begins an order not to do something. */
const DONT = oneOf(
  "(?:please )?(?:(?:we )?(?:don'?t|do not)(?! (?:like|think|know|see|understand|have|care|get|mind|worry|remember|believe|feel)\\b)|stop|avoid|no more|never ever|we never|you (?:must not|mustn'?t|should not|shouldn'?t))",
  '(?:bitte )?(?:nicht|kein(?:e|en)?|nie mehr)',
  "ne (?:pas|\\S+ (?:pas|plus))|n'\\S+ (?:pas|plus)|pas de|évite[zr]?|arrête",
  'por favor n[oã]o?|não (?!é\\b|está\\b|há\\b|funciona\\b|sei\\b)',
  "(?:per favore )?non (?!è\\b|funziona\\b|so\\b|c')",
  'proszę nie|(?:niet|geen)',
);

/**
 * "We use A, not B": what says how it is, where "use A" may be of the task; verbs of using; and what stands between what is
 * wanted and what it is set against.
 */
const CHOICES: readonly { weUse: string; using: string; not: string }[] = [
  {
    weUse: 'we (?:only |always |all )?(?:use|prefer|write|run|go with)',
    using: 'use|using|prefer|go with|write|run',
    not: 'not|never|instead of|rather than|over|and not',
  },
  {
    weUse: 'wir (?:nutzen|verwenden|benutzen|nehmen)|(?:nutzen|verwenden|benutzen) wir',
    using: 'nutze?n?|verwende[nt]?|benutze?n?|nimm|nehmen',
    not: 'nicht|statt|anstatt|anstelle von',
  },
  {
    weUse: 'on utilise|nous utilisons',
    using: 'utilise[zr]?|on utilise|nous utilisons|préfère|prends?',
    not: 'pas|plutôt que|au lieu de|et non',
  },
  {
    weUse: 'usamos|utilizamos|usiamo|utilizziamo',
    using: 'us[ae](?:re?|mos|iamo)?|utiliz[ae](?:r|mos)?|utilizza(?:re)?|prefiere',
    not: 'no|não|non|en? vez de|en lugar de|ao invés de|invece di|al posto di',
  },
  {
    weUse: 'używamy|korzystamy z|stosujemy|(?:we|wij) gebruiken',
    using: 'używaj(?:my)?|korzystaj(?:my)?|użyj|gebruik(?:en)?',
    not: 'nie|zamiast|niet|in plaats van',
  },
];

/** "X is called Y": a name follows. */
const CALLED = oneOf(
  '(?:is|are) (?:called|named)(?! (?:by|from|in|on|at|when|with|twice|once|after|before|every|each|for|as|to|again|only|here|there|multiple|several|many|inside|during|without|if|because|but|and|so)\\b)',
  '(?:(?<!\\bdas )heißt|heißen|nennen wir)(?!,? dass\\b)',
  "s'appelle(?:nt)?|on appelle",
  '(?:se llama[n]?|llamamos)(?! (?:desde|dos|una vez|en|cuando|al|con|por)\\b)',
  'se chama[m]?|chamamos|si chiama(?:no)?|chiamiamo|nazywa(?:ją)? się|nazywamy|heet|heten|noemen we',
);

/** "We decided that …", "let's settle on …". */
const DECIDED = oneOf(
  "(?:(?:we|i)(?:'ve| have)?(?: just| already| now| all| finally)? (?:decided|agreed|settled)(?: (?:that|to|on|not to|against)\\b|:)|(?:we|i)(?:'ve| have)?(?: just| already| now| finally)? (?:(?:switched|migrated) to|(?:switched|migrated|moved) [^,;?]{0,60}?from [^,;?]{1,60}? to)\\b|let'?s (?:settle on|agree (?:on|that|to))\\b|(?:it is|it's|it was) (?:decided|settled|agreed)(?: that\\b|:))(?!.*\\b(?:but|however|though|earlier|yesterday)\\b)",
  '(?:wir|ich) haben?(?: uns| mich)?[^.?!]{0,80}? ?(?:beschlossen|entschieden|geeinigt|vereinbart|festgelegt)|wir (?:einigen|legen) uns auf|es (?:ist|wurde) (?:beschlossen|vereinbart)',
  "(?:(?:on a|nous avons|j'ai) (?:décidé|convenu)|(?:on s'est|nous nous sommes) mis d'accord|mettons-nous d'accord|il (?:est|a été) (?:décidé|convenu))(?: (?:que|qu'|de|d'|sur|pour))",
  '(?:hemos|he) (?:decidido|acordado)|decidimos|decidi|acordamos|quedamos en|se (?:ha )?(?:decidió|acordó|decidido|acordado)|combinamos|concordamos|ficou (?:decidido|combinado)',
  '(?:abbiamo|ho) (?:deciso|concordato|stabilito)|si è deciso|zdecydowaliśmy|ustaliliśmy|postanowiliśmy|zdecydowałem|uzgodniliśmy',
  '(?:we|ik) (?:hebben|heb)[^.?!]{0,80}? ?(?:besloten|afgesproken|gekozen voor)',
);

/** Limits a sentence to the task at hand. */
const FOR_NOW = oneOf(
  'for now|as of now|at the moment|for the (?:moment|time being)|right now|this time|just (?:this|once|for|a)|(?:for|in|on) (?:this|that|the current) (?:pr|pull request|commit|branch|task|session|change|ticket|release|one|step|case|turn|fix)|(?:from|of|to) this (?:pr|pull request|commit|branch|task|session|ticket)|temporarily|until (?:i|we|then|tomorrow|the)|(?<!-|\\b(?:me|us|\\w{2,}est|(?:most|least) \\w{2,20}|the|an?|its|our|your|my|their|each|every|very|is|are|was|were|gets?) )first(?!-| (?:off|of all|and foremost|time)\\b)|today|tonight|tomorrow|yet|not now|instead of that|go ahead|before (?:(?:we|you|i) (?:continue|proceed|move|go|do)|doing (?:that|this|it))|just (?:commit|create|do|add|make|push|keep|leave|fix|run)|(?:we|i) just need to',
  'vorerst|erstmal|im moment|gerade|diesmal|nur jetzt|für diesen? (?:pr|commit|branch|aufgabe)|heute|zuerst',
  "pour l'instant|pour le moment|cette fois|d'abord|aujourd'hui|juste (?:ça|pour)|dans cette (?:pr|branche|tâche)",
  'por ahora|de momento|esta vez|hoy|(?<!\\bel )primero|en (?:este|esta) (?:pr|rama|tarea)',
  'por enquanto|por ora|desta vez|hoje|(?<!\\b(?:[on]|do|um) )primeiro|(?:neste|nesta) (?:pr|branch|tarefa)',
  'per ora|per adesso|stavolta|questa volta|oggi|prima di tutto|na razie|tym razem|dzisiaj|najpierw|w tym (?:pr|zadaniu|branchu)',
  'voorlopig|voor nu|deze keer|vandaag|eerst',
);

/** Begins a question without a question mark. */
const ASKS = oneOf(
  "(?:maybe|perhaps|i wonder|what if|should|shall|can|could|would|will|do|does|did|is|are|was|were|has|have|what|why|how|which|who|where|isn'?t|aren'?t|don'?t (?:we|you|i)|doesn'?t) (?!not\\b)",
  '(?:soll(?:en|te[nt]?)?|kann(?:st)?|könn(?:en|te[nt]?)|ist|sind|hat|haben|warum|wieso|wie|welche[rs]?|wer|wo) ',
  "(?:est-ce|pourquoi|comment(?! (?:on|out|all|the)\\b)|quel(?:le)?s?|qui|où|que|peux-tu|pourrais-tu|as-tu)[ -]|qu'",
  '(?:qué|por qué|por que|cómo|como|cuál(?:es)?|qual|quais|quién|quem|dónde|onde|o que|puedes|podrías|deberíamos|você pode|pode) ',
  '(?:cosa|perché|quale|chi|dove|puoi|potresti|co|dlaczego|jak|jaki|jaka|jakie|kto|gdzie|czy|wat|waarom|hoe|welke|waar|kun je|kan) ',
);

/** Written without blanks between words: markers stand anywhere. */
const CHINESE_JAPANESE = {
  strong:
    /(?:今后|今後|从现在开始|從現在開始|以后都|以後都|记住|記住|请记住|請記住|总是|總是|永远不要|永遠不要|绝不|絕不|必须始终|これからは|今後は|必ず|決して|絶対に|覚えて|我们决定|我們決定|我们约定|ことにしました|と決めました)/u,
  weak: /(?:不要|别再|別再|请勿|請勿|不允许|しないで|使わないで|してはいけない|ではなく)/u,
  lead: /^(?:请|請)?(?:记住|記住|覚えて(?:おいて)?(?:ください)?)[，,：:、]?\s*/u,
  forNow: /(?:暂时|暫時|这次|這次|先|今回|とりあえず|今は)/u,
};

/** What may stand before a marker without being part of what is said. */
const LEAD =
  '(?:(?:ok(?:ay)?|so|and|also|but|please|again|no|yes|btw|hey|important|well|then|now|just|oh|bitte|aber|und|mais|et|donc|pero|y|por favor|e|proszę|en|maar)[,.:!]?\\s+){0,3}';
const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';

const any = (sources: readonly string[]): RegExp => new RegExp(sources.join('|'), 'iu');

/** Those of a word look at whole words. */
const MARKERS = {
  leads: [
    any([`^${LEAD}${REMEMBER}\\s*`]),
    any([`^${LEAD}${RULE}\\s*(?::|\\s[–—-])\\s*`]),
    any([`^${LEAD}${LASTING}${END}\\s*[,:–—-]?\\s*`]),
  ],
  lasting: any([`${START}${LASTING}${END}`]),
  always: any([
    `(?:^${LEAD}|[,;:]\\s+|${START}(?:must|should|shall)\\s+)${ALWAYS}${END}\\s+[\\p{L}\\p{N}\`"']`,
    `${START}${NOT_EVER}`,
  ]),
  forbids: any([`^${LEAD}${DONT}${END}\\s*\\S+`]),
  chooses: any(
    CHOICES.map(
      ({ using, not }) =>
        `(?:^${LEAD}|${START}(?:we|wir|on|nous|only|always)\\s+)(?:only |always |immer )?(?:${using})\\s+[^,;?]{1,60}?,?\\s+(?:${not})\\s+\\S+`,
    ),
  ),
  weUse: any(
    CHOICES.flatMap(({ weUse, using, not }) => [
      `^${LEAD}(?:${weUse})\\s+[^,;?]{1,60}?,?\\s+(?:${not})\\s+\\S+`,
      // The other way round: "don't use npm, we use pnpm".
      `^${LEAD}(?=[^,;?]{0,80}(?:${using}))[^,;?]{0,30}?${START}(?:${DONT}|${not})${END}[^,;?]{1,60}[,;–—]\\s+(?:${weUse})\\s+\\S+`,
    ]),
  ),
  called: any([
    `^(?!(?:[^?,]{1,20}\\s)?(?:it|this|that|they|es|das|ce|cela|ça|esto)\\s)[^?,]{2,40}\\s${CALLED}\\s+(?!\\S*(?:…|\\.\\.\\.))\\S+`,
  ]),
  decided: any([`^${LEAD}${DECIDED}${END}`]),
  forNow: any([`${START}${FOR_NOW}${END}`]),
  asks: any([`^${LEAD}${ASKS}`, '\\?\\s*$']),
};

/** A choice that the model gives less may be one for the task at hand. */
export const MIN_CHOICE = 0.4;
/** An order that is carried out once, whatever it is about: "create a task to ensure that the tests always run". */
const ONCE = new RegExp(
  `^${LEAD}(?:(?:let'?s|(?:can|could) you|(?:we|you)(?: just)? need to|i want (?:you )?to|just|go ahead and|try to) ){0,2}(?:create|write|add|remove|fix|update|rename|move|refactor|look|think|figure|put|delete|switch|focus|implement|check|change|get|take|investigate|review|explain|show|tell|rewrite|merge|revert|undo|clean|install|push|commit|introduce|replace|convert|find|copy|make an?)${END}`,
  'i',
);

export interface ExplicitMarker {
  /**
   * From this probability on it is told whatever the bar is: 0 needs no model. Of real orders not to do something that the
   * model gave 0.4 to 0.6, 3 of 10 were worth keeping, so these have none of their own: 1.
   */
  least: number;
  /** "From now on", "rule:": it is meant to stay, whatever it points at. */
  isLasting: boolean;
  /** "Always", "never": an order without an end, whatever the model takes it for. */
  isOrder: boolean;
  /** "We decided that": the person says that it is settled. */
  isDecision: boolean;
  /** What is said, without the words that only announce it. */
  text: string;
}

/** The marker of a sentence; undefined where it has none, asks, or orders what is done once. */
export function markerOf(sentence: string): ExplicitMarker | undefined {
  const said = plain(sentence);
  const { leads, lasting, always, weUse, called, decided, forbids, chooses, forNow, asks } = MARKERS;
  const isLasting = lasting.test(said);
  if (asks.test(said) || (ONCE.test(said) && !isLasting)) return undefined;
  const text = leads.reduce((left, lead) => left.replace(lead, ''), said).replace(CHINESE_JAPANESE.lead, '');
  if (text.trim().length < MIN_SAID_CHARS) return undefined;
  const isOrder = always.test(said) || always.test(text);
  const isDecision = decided.test(said);
  const found = { isLasting: isLasting || leads[1]!.test(said), isOrder, isDecision, text };
  const isStrong =
    text !== said || isLasting || isOrder || isDecision || weUse.test(said) || called.test(said);
  if (isStrong || CHINESE_JAPANESE.strong.test(said))
    return { ...found, least: isLasting || !forNow.test(said) ? 0 : MIN_CHOICE };
  if (chooses.test(said)) return { ...found, least: MIN_CHOICE };
  return forbids.test(said) || CHINESE_JAPANESE.weak.test(said) ? { ...found, least: 1 } : undefined;
}

export function asksToRemember(sentence: string): boolean {
  const said = plain(sentence);
  return MARKERS.leads[0]!.test(said) || CHINESE_JAPANESE.lead.test(said);
}

export function isForNow(sentence: string): boolean {
  const said = plain(sentence);
  return MARKERS.forNow.test(said) || CHINESE_JAPANESE.forNow.test(said);
}

export function isQuestion(sentence: string): boolean {
  const said = plain(sentence);
  return MARKERS.asks.test(said);
}

const plain = (sentence: string): string => sentence.slice(0, MAX_CHARS).replace(/[’‘]/g, "'").trim();

/** In characters: a longer sentence is looked at up to here. */
const MAX_CHARS = 400;
/** "Always" alone says nothing; a text in Chinese may be short. */
const MIN_SAID_CHARS = 4;
