import { all, type Cues, emptyWords, words } from './cues.ts';

const NP = `(?!du(?![\\wÀ-ɏ])|ihr(?![\\wÀ-ɏ])|wir(?![\\wÀ-ɏ])|ich(?![\\wÀ-ɏ])|es(?![\\wÀ-ɏ])|er(?![\\wÀ-ɏ])|sie(?![\\wÀ-ɏ])|das (?:muss|ist)(?![\\wÀ-ɏ])|man(?![\\wÀ-ɏ])|dies(?![\\wÀ-ɏ])|was(?![\\wÀ-ɏ])|wer(?![\\wÀ-ɏ]))`;

export const german: Cues = {
  language: 'de',
  spoken:
    /(?<![\wÀ-ɏ])(?:der|die|das|den|dem|ein|eine|einen|nicht|nie|niemals|immer|wir|ich|und|ist|sind|mit|für|verwende|verwenden|benutze|nutze|nutzen|bitte|keine?|kein|statt|muss|müssen|darf|auf|du|mich|zukunft|künftig|vermeide|antworte|braucht|brauchen|jetzt|anstatt|nehmen|umgestiegen|ab sofort)(?![\wÀ-ɏ])/gi,
  lead: /^(?:(?:ok(?:ay)?|also|gut|hallo|hi|hey|bitte|auch|und|dann|übrigens|eigentlich|achtung|hinweis|wichtig|merk dir(?:,? dass)?|denk daran(?:,? dass)?|beachte(?:,? dass)?|ich denke,?|ich glaube,?|ich finde,?|ich sagte(?: doch)?|ich habe (?:doch |dir )?gesagt,?|wie gesagt|nochmal)(?:\s*[,:!.–—-]+\s*|\s+)|(?:nein|ja|doch|danke|super|perfekt|stopp?|halt|warte|sorry|falsch)\s*[,:!.–—-]+\s*)/i,
  asking: /^(?:bitte )?(?:merk dir|denk daran|vergiss nicht)(?:,? dass)?[,:]? /i,
  objection:
    /^(?:nein|stopp?|halt|warte|falsch)\s*[,.!:–—-]|^(?:das ist (?:falsch|nicht)|nicht was ich|ich sagte|ich habe (?:doch |dir )?gesagt|ich meinte|du hast vergessen)/i,
  question:
    /^(?:soll(?:en|te|ten|st)? (?:wir|ich|man|das|es)|warum|wieso|weshalb|wie(?![\wÀ-ɏ])|was(?![\wÀ-ɏ])|welche[rsnm]?|wer(?![\wÀ-ɏ])|wo(?![\wÀ-ɏ])|wann(?![\wÀ-ɏ])|kann(?:st)? |können |könnte|hast du|ist (?:das|es|der|die)|sind (?:die|das)|gibt es|müssen wir|muss (?:ich|man|das)|darf|haben wir)/i,
  request: /^(?:kannst|könntest|würdest|könnt) (?:du|ihr) (?:bitte |mal )*/i,
  unreal: words(
    `was wäre,? wenn|angenommen|stell dir vor|vielleicht|eventuell|möglicherweise|ich frage mich|könnte(?:n)? (?:man|wir)|wäre (?:gut|schön|besser|es)|ich weiß nicht|bin mir nicht sicher|hätten? (?:wir|ich)|falls wir`,
  ),
  quoting: words(
    `laut|(?:er|sie|der kunde|mein (?:chef|kollege)|die (?:doku|dokumentation)|der (?:linter|compiler)|du) (?:sagt|sagte|sagten|hast gesagt|meint|meinte|empfiehlt|schreibt|schrieb|behauptet)`,
  ),
  idiom: all(
    `wie immer|nicht immer|immer (?:noch|wieder|schon|mehr|besser)|noch nie|nie (?:gesehen|gehört|gewusst|verstanden)|kein problem|keine (?:sorge|ahnung|eile)|muss (?:wohl|sein|ein|am|an)|egal|soweit (?:ich|so)`,
  ),
  now: words(
    `vorerst|erst ?mal|für (?:jetzt|den moment|diesen?|dieses)|in diesem (?:pr|branch|commit|ticket|schritt|fall)|dieses mal|diesmal|momentan|gerade|im moment|zurzeit|derzeit|aktuell|morgen|noch nicht|vorübergehend|temporär`,
  ),
  soon: words(`heute|zuerst|bis (?:ich|wir|morgen)|bevor (?:wir|du) (?:weiter|anfängst|machst)`),
  report: words(
    `fehler\\w*|schlägt fehl|fehlgeschlagen|kaputt|bugs?|funktioniert nicht|geht nicht|klappt nicht|seltsam|komisch|problem\\w*|ich sehe|ich bekomme|es sieht aus|scheint|warnung\\w*`,
  ),
  negation: words(`nicht|nie|niemals|kein\\w*|ohne|hör auf|vermeide|verboten|nie wieder|nicht mehr`),
  reason:
    /(?:,|\s)\s*(?:weil|da(?= (?:wir|es|das|die|der|sonst)(?![\wÀ-ɏ]))|denn|sonst|damit|um zu vermeiden)\s*(?<why>.+)$/i,
  contrasts: [
    /(?<![\wÀ-ɏ])(?:von|ersetze) (?<no>[^,;]+?) (?:auf|zu|durch) (?<yes>[^,;]+)/i,
    /(?<![\wÀ-ɏ])(?:statt|anstatt|anstelle von) (?<no>[^,;]+?),? (?:bitte |immer )*(?:nimm|verwende|benutze|nutze|nutzen wir|verwenden wir|nehmen wir) (?<yes>[^,;]+)/i,
    /(?<yes>[^,;]+?),? (?:statt|anstatt|anstelle von|und nicht|(?<=, )nicht|und nie|(?<=, )nie|(?<=, )kein\w*) (?<no>[^,;]+)/i,
    /(?<![\wÀ-ɏ])(?:nicht|kein\w*|nie) (?<no>[^,;]+?),? (?:sondern|nimm|verwende|benutze|nutze) (?<yes>[^,;]+)/i,
  ],
  leaning:
    /^(?:das|dies|es|er|sie|da|hier|dort|so|diese[rsnm]?)(?! (?:projekt|repo|repository))(?![\wÀ-ɏ])(?! [a-zäöü]*(?:projekt|repo)(?![\wÀ-ɏ]))(?=\s+(?:ist|sind|muss|soll|sollte|wird|geht|macht|kann|darf|hat|war)(?![\wÀ-ɏ]))|(?<![\wÀ-ɏ])(?:wie|mach|mache|für|mit|davon|dafür|damit|darauf|nimm) (?:das|dies|es|diese[rsnm]?)(?![\wÀ-ɏ])|(?<![\wÀ-ɏ])(?:oben|unten|dasselbe|das gleiche|das andere|irgendwas|etwas|diese (?:seite|funktion|datei)|dieser (?:button|knopf)|dieses ding)(?![\wÀ-ɏ])/i,
  choosing:
    /(?<![\wÀ-ɏ])(?:nutz\w*|verwend\w*|benutz\w*|nehm\w*|nimm|bevorzug\w*|vermeid\w*|ersetz\w*|setz\w* (?:\S+ )?auf|(?:wechsel|umgest|steig|bleib|läuft|laufen|deploy)\w*(?: \S+){0,5} (?:auf|zu|bei|mit))(?: (?:wir|ich|man|bitte|jetzt|hier|nur|nie|niemals|nicht|kein\w*|immer|künftig|wieder))*$/i,
  serving: /(?<![\wÀ-ɏ])(?:mit|ist|sind|bleibt|in|über|auf)$/i,
  empty:
    emptyWords(`der die das den dem des ein eine einen einem einer eines und oder aber in im an am auf aus bei mit von vom
    zu zum zur für über unter nach vor ich du er sie es wir ihr mich dich uns euch mein dein unser euer ist sind war sein
    nicht nie niemals immer ab jetzt künftig zukunft nur auch noch schon mehr wieder bitte verwende verwenden benutze nutze
    nutzen nimm muss müssen soll sollen darf dürfen kann können bevorzuge statt anstatt weil da denn sonst hier kein keine
    keinen wird werden hat haben projekt dass man entschieden beschlossen geeinigt vereinbart zu`),
  reworded: [
    [/^(?:ab (?:jetzt|sofort)|von nun an|künftig|in zukunft|zukünftig),? ?/i, ''],
    [/,? (?:ab (?:jetzt|sofort)|von nun an|künftig|in zukunft|bitte|danke)$/i, ''],
    [/^(?:kannst|könntest|würdest) du (?:bitte |mal )*/i, ''],
    [/^ich bevorzuge(?![\wÀ-ɏ])/i, 'Bevorzugt:'],
    [/ bitte(?= )/i, ''],
  ],
  forms: [
    {
      kind: 'wish',
      sure: 'rule',
      polarity: -1,
      pattern:
        /^(?:nie|niemals)(?: wieder)? \S+|^(?:du (?:sollst|darfst) |wir |ich |man (?:darf|soll) )?[\wÀ-ɏ]+ (?:\S+ ){0,4}?(?:nie|niemals|nie wieder|nicht mehr)(?![\wÀ-ɏ])|^hör (?:bitte )?auf,? |^vermeide \S+|^(?:bitte )?keine? [\wÀ-ɏ]+(?: [\wÀ-ɏ]+){0,4} mehr$/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern:
        /(?<![\wÀ-ɏ])(?:ab (?:jetzt|sofort|heute)|von nun an|künftig|in zukunft|zukünftig)(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 1,
      pattern:
        /^immer [\wÀ-ɏ]+|^(?:du (?:sollst|musst) |wir |ich |man (?:muss|soll) )?[\wÀ-ɏ]+ (?:\S+ ){0,3}?immer \S+/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern:
        /^(?:ich|wir) (?:bevorzuge|ziehe|mag|bevorzugen)(?![\wÀ-ɏ]) (?!das|die(?![\wÀ-ɏ])|diese)\S+|(?<![\wÀ-ɏ])frag(?:e)? (?:mich )?,? ?(?:mich,? )?(?:vorher|zuerst|bevor|vor)(?![\wÀ-ɏ])|(?<![\wÀ-ɏ])ohne (?:zu fragen|(?:meine )?(?:rückfrage|erlaubnis|zustimmung))(?![\wÀ-ɏ])|^(?:wenn|immer wenn|jedes mal,? wenn|sobald) du [^,]{3,80}, \S+|(?<![\wÀ-ɏ])(?:vor|nach) (?:jedem|jeder) [\wÀ-ɏ]+/i,
    },
    {
      kind: 'wish',
      sure: 'named',
      polarity: 0,
      pattern:
        /^(?:hier |in diesem (?:projekt|repo) |bei uns )?(?:(?:wir|ich) )?(?:nutzen|verwenden|benutzen|nehmen|schreiben|arbeiten mit|deployen|folgen|nutze|verwende|benutze|nimm)(?![\wÀ-ɏ])|^(?:antworte|schreib|schreibe|sprich) /i,
    },
    {
      kind: 'decision',
      sure: 'rule',
      polarity: 0,
      pattern:
        /(?<![\wÀ-ɏ])(?:wir|ich) (?:haben|habe) (?:uns |mich )?.{0,60}(?:entschieden|beschlossen|geeinigt|vereinbart)(?![\wÀ-ɏ])|(?<![\wÀ-ɏ])wir haben (?:beschlossen|entschieden|vereinbart)(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'decision',
      sure: 'concrete',
      polarity: 0,
      pattern:
        /(?<![\wÀ-ɏ])wir (?:sind|haben) .{0,60}(?:umgestiegen|gewechselt|migriert|umgestellt)(?![\wÀ-ɏ])|(?<![\wÀ-ɏ])wir (?:wechseln|steigen um|migrieren|stellen um) (?:auf|zu|von)(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'decision',
      sure: 'reasoned',
      polarity: 0,
      pattern: /^(?:lass uns|wir (?:nehmen|bleiben bei|gehen mit|behalten|machen))(?![\wÀ-ɏ])/i,
    },
    {
      kind: 'requirement',
      sure: 'rule',
      polarity: 0,
      pattern: new RegExp(
        `^${NP}.{3,110}? (?:muss|müssen|darf|dürfen)(?![\\wÀ-ɏ])(?! (?:noch|nur noch) )(?!.*(?<![\\wÀ-ɏ])(?:repariert|geändert|hinzugefügt|umbenannt|entfernt|behoben|angepasst) werden$).{3,}`,
        'i',
      ),
    },
    {
      kind: 'fact',
      sure: 'concrete',
      polarity: 0,
      pattern: new RegExp(
        `^${NP}.{2,80}? (?:brauch(?:t|en)|benötig(?:t|en)|erforder(?:t|n)|hängt|hängen|liegt|liegen|läuft|laufen|steht|befindet sich|(?:ist|sind|wird|werden) (?:in|auf|unter|aus|von|über)) `,
        'i',
      ),
    },
    {
      kind: 'wish',
      sure: 'named',
      polarity: -1,
      pattern: /^(?:[\wÀ-ɏ]+e? ){1,2}(?:nicht|keine?n?)(?![\wÀ-ɏ])|^keine? [\wÀ-ɏ]+/i,
    },
  ],
};
