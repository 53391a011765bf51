import { all, type Cues, emptyWords, words } from './cues.ts';

const NP = `(?!tú(?![\\wÀ-ɏ])|tu(?![\\wÀ-ɏ])|usted(?![\\wÀ-ɏ])|nosotros(?![\\wÀ-ɏ])|yo(?![\\wÀ-ɏ])|esto(?![\\wÀ-ɏ])|eso(?![\\wÀ-ɏ])|él(?![\\wÀ-ɏ])|ella(?![\\wÀ-ɏ])|ellos(?![\\wÀ-ɏ])|que(?![\\wÀ-ɏ])|lo(?![\\wÀ-ɏ]))`;

export const spanish: Cues = {
  language: 'es',
  spoken:
    /(?<![\wÀ-ɏ])(?:el|los|las|una|del|nunca|siempre|jamás|usa|usamos|usar|utiliza|utilizamos|no uses|funciona|todavía|para|por|que|hay|debe|deben|evita|responde|prefiero|deja|necesitan?|ahora|ya no|en vez|en lugar|dejamos|hemos|vamos|decidido|decidimos)(?![\wÀ-ɏ])/gi,
  lead: /^(?:(?:ok|vale|bueno|pues|hola|por favor|porfa|también|y|luego|por cierto|en realidad|ojo|nota|importante|recuerda(?: que)?|ten en cuenta(?: que)?|creo que|pienso que|dije(?: que)?|te (?:dije|he dicho)(?: que)?|como (?:ya )?dije)(?:\s*[,:!.–—-]+\s*|\s+)|(?:no|sí|si|gracias|perfecto|genial|para|espera|perdón|mal)\s*[,:!.–—-]+\s*)/i,
  asking: /^(?:por favor,? )?(?:recuerda|ten en cuenta|no olvides) que /i,
  objection:
    /^(?:no|para|espera|mal)\s*[,.!:–—-]|^(?:eso (?:no es|está mal)|no es lo que|dije|te (?:dije|he dicho)|quería decir|me refería|se te olvidó|has olvidado)/i,
  question:
    /^¿|^(?:por qué|cómo|qué|cuál(?:es)?|quién|dónde|cuándo|cuánto|deberíamos|debemos|podemos|puedes|podrías|hay que .*\?|es (?:siempre|necesario))/i,
  request: /^¿?(?:puedes|podrías|podéis) (?:por favor )?/i,
  unreal: words(
    `y si|imagina|supongamos|quizás?|tal vez|a lo mejor|me pregunto|podríamos|podría(?:n)? ser|sería (?:bueno|mejor|bonito)|no sé|no estoy seguro|si (?:tuviéramos|fuera|pudiéramos)`,
  ),
  quoting: words(
    `según|(?:él|ella|ellos|el cliente|mi (?:jefe|colega|compañero)|la (?:doc|documentación)|el (?:linter|compilador)) (?:dice|dijo|dicen|dijeron|recomienda|sugiere|piensa)`,
  ),
  idiom: all(
    `como siempre|no siempre|nunca (?:he|había|vi|supe|pensé)|siempre (?:he|había|quise|pensé)|no (?:hay problema|te preocupes|pasa nada|importa|sé|entiendo|veo)|debe (?:ser|de ser) (?:un|una|por)|sin problema`,
  ),
  now: words(
    `por ahora|de momento|por el momento|esta vez|para est[ea] (?:pr|tarea|rama|commit|ticket)|en est[ea] (?:pr|rama|commit|página|caso)|mañana|ahora mismo|actualmente|temporalmente|todavía no|aún no|solo esta vez`,
  ),
  soon: words(`hoy|primero|mientras tanto|antes de (?:seguir|empezar|que)`),
  report: words(
    `error(?:es)?|falla(?:n)?|fallo|roto|bugs?|no funciona|no va|raro|problemas?|veo|me sale|parece|sigue|advertencias?`,
  ),
  negation: words(`no|nunca|jamás|ningún|ninguna|sin|deja de|evita|prohibido|tampoco|ya no`),
  reason:
    /(?:,|\s)\s*(?:porque|ya que|puesto que|si no|para (?:evitar|que)|debido a|pues(?= (?:la|el|se|no)(?![\wÀ-ɏ])))\s*(?<why>.+)$/i,
  contrasts: [
    /(?<![\wÀ-ɏ])(?:pasa(?:mos|do)? de|migra(?:mos|do)? de|reemplaza|cambia) (?<no>[^,;]+?) (?:a|por|con) (?<yes>[^,;]+)/i,
    /(?<![\wÀ-ɏ])en (?:vez|lugar) de (?<no>[^,;]+?),? (?:usa|utiliza|usamos) (?<yes>[^,;]+)/i,
    /(?<yes>[^,;]+?),? (?:en (?:vez|lugar) de|y no|(?<=, )no|(?<=, )nunca|antes que|más que) (?<no>[^,;]+)/i,
    /(?<![\wÀ-ɏ])no (?:uses |utilices |usamos )?(?<no>[^,;]+?), (?:sino |usa |utiliza |usamos )(?<yes>[^,;]+)/i,
  ],
  leaning:
    /^(?:esto|eso|aquello|él|ella|ellos|lo|aquí|ahí|est[ae]s?|es[ae]s?)(?! proyecto| repo)(?![\wÀ-ɏ])|(?<![\wÀ-ɏ])(?:como|hazlo|haz|para|con|de|usa|cambia|quita) (?:esto|eso|aquello|est[ae]|es[ae])(?![\wÀ-ɏ])|(?<![\wÀ-ɏ])(?:arriba|abajo|lo mismo|el otro|la otra|algo|esta página|este botón|este archivo|esta función)(?![\wÀ-ɏ])/i,
  choosing:
    /(?<![\wÀ-ɏ])(?:us\w+|utili[cz]\w*|prefer\w*|prefier\w*|evit\w*|adopt\w*|elegi\w*|reempla[cz]\w*|opt\w* por|decid\w* por|(?:cambi|mig|pas|volv|sigu|corr|despleg|despli)\w*(?: \S+){0,5} (?:a|en|con))(?: (?:nunca|siempre|ahora|más|ya))*$/i,
  serving: /(?<![\wÀ-ɏ])(?:con|es|son|sigue|en)$/i,
  empty:
    emptyWords(`el la los las un una unos unas de del al a en con por para y o pero que lo se me te nos mi tu su nuestro
    vuestro yo tú él ella nosotros es son ser está están fue no nunca jamás siempre más ya solo también por favor usa usar
    utiliza utilizar usamos utilizamos debe deben debería prefiero preferimos deja evita vez lugar porque partir ahora
    adelante futuro aquí hay que cada proyecto hemos decidido decidimos acordado elegido`),
  reworded: [
    [/^(?:prefiero|preferimos|preferiría)(?![\wÀ-ɏ])/i, 'Se prefiere'],
    [/^(?:a partir de ahora|de ahora en adelante|en adelante|en el futuro|desde ahora),? ?/i, ''],
    [/,? (?:a partir de ahora|de ahora en adelante|en el futuro|por favor|gracias)$/i, ''],
    [/^¿?(?:puedes|podrías) (?:por favor )?/i, ''],
  ],
  forms: [
    {
      kind: 'wish',
      sure: 'rule',
      polarity: -1,
      pattern:
        /^(?:nunca|jamás) \S+|^no [\wÀ-ɏ]+ (?:nunca|jamás|más)(?![\wÀ-ɏ])|^no .*(?<![\wÀ-ɏ])(?:nunca más|otra vez|de nuevo|sin (?:preguntar|permiso))(?![\wÀ-ɏ])|^(?:deja|dejad|para) de [\wÀ-ɏ]+|^evita(?:r)? \S+|^(?:ya )?no más [\wÀ-ɏ]+|^(?:nosotros )?ya no (?:usamos|utilizamos)(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern:
        /(?<![\wÀ-ɏ])(?:a partir de ahora|de ahora en adelante|en adelante|desde ahora|en el futuro)(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 1,
      pattern:
        /^(?:siempre [\wÀ-ɏ]+|(?:hay que |debes |tienes que |debemos )?[\wÀ-ɏ]+ siempre \S+|(?:hay que|debes|tienes que|debemos) siempre )/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern:
        /^(?:prefiero|preferimos|preferiría)(?![\wÀ-ɏ]) (?!el(?![\wÀ-ɏ])|la(?![\wÀ-ɏ])|eso|esto)\S+|(?<![\wÀ-ɏ])preg(?:u|ú)nta(?:me)? antes de(?![\wÀ-ɏ])|(?<![\wÀ-ɏ])sin preguntar(?:me)?(?![\wÀ-ɏ])|^(?:cuando|cada vez que|siempre que) [\wÀ-ɏ]+s(?![\wÀ-ɏ])[^,]{3,80}, \S+|(?<![\wÀ-ɏ])(?:antes|después) de cada [\wÀ-ɏ]+/i,
    },
    {
      kind: 'wish',
      sure: 'named',
      polarity: 0,
      pattern:
        /^(?:aquí |en este (?:proyecto|repo),? )?(?:usamos|utilizamos|escribimos|trabajamos con|desplegamos|seguimos|usa|utiliza|responde|contesta|escribe|habla)(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'decision',
      sure: 'rule',
      polarity: 0,
      pattern:
        /(?<![\wÀ-ɏ])(?:hemos|he|habíamos)? ?(?:decidido|decidimos|acordado|acordamos|elegido|elegimos|optado|optamos)(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'decision',
      sure: 'concrete',
      polarity: 0,
      pattern:
        /(?<![\wÀ-ɏ])(?:hemos (?:pasado|migrado|cambiado)|(?:pasamos|migramos|cambiamos)) (?:a|de|todo)(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'decision',
      sure: 'reasoned',
      polarity: 0,
      pattern: /^(?:vamos (?:a usar|con)|quedémonos con|nos quedamos con|usemos|sigamos con)(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'requirement',
      sure: 'rule',
      polarity: 0,
      pattern: new RegExp(
        `^${NP}.{3,110}? (?:no )?(?:debe|deben|tiene que|tienen que)(?: siempre| nunca)? (?!ser (?:corregid|añadid|cambiad|eliminad|arreglad))\\S+`,
        'i',
      ),
    },
    {
      kind: 'fact',
      sure: 'concrete',
      polarity: 0,
      pattern: new RegExp(
        `^${NP}.{2,80}? (?:necesitan?|requieren?|dependen? de|están? en|viven? en|se (?:encuentra|guarda|define|genera|despliega|ejecuta)n?|corren? en|funcionan? con) `,
        'i',
      ),
    },
    { kind: 'wish', sure: 'named', polarity: -1, pattern: /^no [\wÀ-ɏ]+/i },
  ],
};
