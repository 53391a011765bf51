/** A text longer than this says more than what comes next. */
const MAX_CHARS = 300;

const LEAD = String.raw`(?:(?:ok(?:ay)?|great|good|perfect|excellent|now|first|next|finally|also|then|so|right|alright|sure|yes|parfait|bien|super|maintenant|d['’]abord|ensuite|enfin|alors|oui|gut|perfekt|jetzt|nun|zuerst|dann|also|ja|perfecto|bueno|vale|genial|ahora|primero|luego|entonces|sí)(?![\wÀ-ɏ])[,.!:]* |(?:you|that)['’](?:re|s) (?:absolutely )?right[,.!]* )*`;

/** How each language says that something comes next, and what an agent does only to look; German says the verb last or first. */
const STEPS = [
  {
    will: `(?:now )?(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i need to|i want to|i should)(?: (?:now|also|first|quickly|just|try to|start by|begin by|continue|help(?: you)?|do))*`,
    look: '(?:check|look|take a|search|read|examin|find|see|run|re-?run|explor|inspect|verif|open|view|list|fetch|analy[sz]|review|understand|investigat|gather|get|confirm|locat|scan|grep|try|pull up|dig|trac|test|build)',
  },
  {
    will: `(?:je vais|laissez?-moi|allons|je dois|je veux|il faut que je|commençons par|je commence par)(?: (?:maintenant|d['’]abord|aussi|juste|rapidement|essayer (?:de|d['’]))| (?:le|la|les|l['’]))*`,
    look: `(?:vérifi|regard|lire|examin|cherch|recherch|trouv|voir|lanc|relanc|explor|inspect|ouvr|list|analys|consult|comprendre|test|parcour|jeter un)`,
  },
  {
    will: '(?:lass(?:t|en sie)? (?:mich|uns)|ich werde|ich will|ich möchte|ich muss)',
    look: '.*(?:prüfen|anschauen|ansehen|lesen|suchen|untersuchen|finden|öffnen|ausführen|starten|testen|analysieren|nachsehen|nachschauen|sehen)[.:!]*$',
  },
  {
    will: '(?:ich|wir)?',
    look: '(?:prüfe|schaue|sehe|lese|suche|untersuche|teste|starte|öffne|analysiere)n? (?:ich|wir|mir|uns|jetzt|nun|nach|zuerst|noch|mal|kurz|als nächstes)(?![\\wÀ-ɏ])',
  },
  {
    will: '(?:voy a|vamos a|déjame|déjeme|permíteme|tengo que|necesito|quiero|debo)(?: (?:ahora|primero|también|rápidamente|intentar))*',
    look: '(?:revis|ver|mirar|leer|busc|examin|encontr|ejecut|explor|inspeccion|abrir|list|analiz|comprob|verific|prob|investig|entender|echar un)',
  },
];

const LOOKING = STEPS.map(({ will, look }) => new RegExp(`^${LEAD}${will} ?${look}`, 'i'));
const DOING = STEPS.filter(({ will }) => !will.endsWith('?')).map(
  ({ will }) => new RegExp(`^${LEAD}${will}(?![\\wÀ-ɏ]).*:$`, 'is'),
);
/** "Checking how the points are counted:" */
const DOES = /^(?:now )?(?!(?:no|some|any|every)thing\b)[a-z]{2,}ing\b.*:$/is;
/** "Regardons les tests:" */
const LETS = /^(?:voyons|regardons|vérifions|examinons|veamos|revisemos|miremos)(?![\wÀ-ɏ]).*[:.]$/is;
const FILLER =
  /^(?:great|good|perfect|excellent|ok|okay|sure|yes|parfait|bien|super|oui|gut|perfekt|ja|perfecto|bueno|vale|genial|sí)[.!,:]*$/i;

const STEP = [...LOOKING, ...DOING, DOES, LETS, FILLER];

/** Whether an agent only says what it looks at or does next: "Now let me check the tests:". It tells nothing later. */
export function isAnnouncedStep(text: string): boolean {
  const said = text.trim();
  if (said === '' || said.length > MAX_CHARS) return false;
  return said.split(/(?<=[.!?:])\s+/).every((sentence) => STEP.some((pattern) => pattern.test(sentence)));
}
