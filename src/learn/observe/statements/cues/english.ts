import { ahead, all, anyPattern, type Cues, emptyWords, opens, where, words } from './cues.ts';

/** Verbs with which people tell an agent what to do. */
const DO =
  'add|adjust|align|answer|append|apply|ask|assume|avoid|base|branch|build|bump|call|cap|centralize|change|check|clean|comment|commit|compare|compile|configure|convert|copy|cover|create|declare|default|define|delete|deploy|describe|disable|display|document|drop|edit|enable|end|enforce|ensure|escape|exclude|execute|explain|export|expose|extract|favou?r|fetch|fix|follow|force|format|generate|give|group|guard|handle|hard-?code|hide|ignore|implement|import|include|indent|inject|inline|install|keep|leave|limit|link|lint|list|load|log|look|make|mark|match|merge|mention|migrate|mock|modify|mount|move|name|note|omit|open|order|override|pass|pin|place|plan|post|prefer|prefix|present|preserve|print|propose|push|put|raise|read|rebase|rebuild|refactor|reformat|register|reject|release|rely|remove|rename|render|replace|reply|report|require|reset|resolve|respect|respond|restart|return|reuse|revert|review|rewrite|run|save|scope|send|separate|serve|set|show|skip|sort|specify|split|squash|start|stash|stay|stick|store|stub|style|submit|suffix|summari[sz]e|suppress|swallow|switch|sync|tag|target|test|throw|touch|track|translate|treat|trim|truncate|type|undo|update|upgrade|use|validate|verify|version|wait|walk|warn|wrap|write';

/** One of them and no more of it. */
const VERB = `${ahead(DO)}\\w+\\b`;

/** Begins by telling somebody what to do. */
export const NARRATION = opens(`(?:(?:please|also|then|always|never|don't|do not) )*${VERB}`);

const YOU = `(?:(?:you|we|i|everyone|agents?) (?:really |just )?(?:should|must|need to|have to|ought to|are to|will|shall|can|may) |make sure (?:to |that you |you |that we |we )?|be sure to |try to |remember to |i want you to |i'd like you to |i need you to |i expect you to )`;

/** On every occasion of the work itself; what is to be done for every user is a feature. */
const EVERY = '(?:for|with|on|in|at the end of) (?:every|each|any|all)(?: new)? ';
const WORK =
  'commits?|changes?|prs?|pull requests?|releases?|features?|endpoints?|components?|modules?|functions?|tests?|migrations?|bug ?fix(?:es)?|fix(?:es)?|tasks?|sessions?|responses?|repl(?:y|ies)|answers?|steps?|edits?|deploys?|merges?|branch(?:es)?|packages?|services?|class(?:es)?|methods?|messages?|files?';

export const english: Cues = {
  language: 'en',
  spoken: /\b(?:the|and|is|are|we|you|i|to|of|not|don't|always|never|use|please|should|must|with)\b/gi,
  lead: /^(?:(?:ok(?:ay)?|so|well|hey|hi|hello|please|also|and|but|then|now|btw|by the way|fyi|nb|note(?: that)?|actually|just|look|listen|again|basically|honestly|additionally|furthermore|finally|first(?: of all)?|important|reminder|remember(?: that)?(?! to\b)|mention(?: also)?(?: that)+|keep in mind(?: that)?|be aware(?: that)?|for (?:your|the) (?:information|record)|one (?:more|last) thing|another thing|(?:it )?turns out(?: that)?|in addition|i think(?: that)?|i believe(?: that)?|i said(?: that)?|i (?:already )?told you(?: that| to)?|i meant(?: that)?|as i said|like i said|as (?:mentioned|discussed|agreed)|no(?= (?:we|use|don't|do not|it's|the|you|not|always|never|please|i)\b)|the thing is|it's important (?:that|to)|(?:(?:design|architecture|product|team|coding|hard|general|new|non-functional|functional) )?(?:decision|requirement|rule|convention|constraint|guideline|preference|fact|policy)(?=\s*:))(?:\s*[,:!.–—-]+\s*|\s+)|(?:no|nope|nah|yes|yeah|yep|yup|(?:quick |small )?(?:update|heads[ -]?up|correction|change of plans?|decision made|news|psa)|(?:scratch|scrap|forget) that|on second thoughts?|sure|right|great|good|nice|perfect|cool|fine|thanks(?: a lot)?|thank you|thx|hmm+|ah|oh|oops|sorry|wait|stop|wrong|that's wrong|not quite|almost|exactly|correct|hold on|my bad|never ?mind)\s*[,:!.–—-]+\s*)/i,
  asking:
    /^(?:(?:and|also|please|so|ok(?:ay)?),? )*(?:remember(?: that)?|(?:please )?keep in mind(?: that)?|don't forget that|for the record)[,:]? (?!to\b|when\b|how\b|what\b|if\b|we (?:talked|discussed|did|tried|said)\b|you\b|i\b|this\b|last\b)/i,
  objection:
    /^(?:no|nope|nah|wrong|wait|stop|hold on|not quite)\s*[,.!:–—-]|^(?:ok|well|hmm+|sorry|please)?,?\s*(?:no,|that's (?:wrong|not|incorrect)|this is (?:wrong|not)|not what i|i (?:said|meant|told you|already|didn't (?:ask|say|want|mean))|you (?:misunderstood|forgot|ignored|should not have|shouldn't have|were supposed)|why (?:did|do|are) you|wrong (?:file|one|branch|approach|tool|command|place))/i,
  question:
    /^(?:should|shall|can|could|would|will|do(?! not\b)|does|did|is|are|was|were|has|have|am|may|might|isn't|aren't|don't (?:we|you|i|they)|doesn't|shouldn't (?:we|it|i|this|that|the)|wouldn't|couldn't|can't (?:we|you|i)|what|why|how|which|who|whom|whose|where)\b(?! ever| not (?:use|add|touch|run|commit)| possible)(?!(?:n't)? (?:forget|hesitate))|^when (?:do|does|did|is|are|should|will|was|were|can)\b|\b(?:right|correct|isn't it|don't we|doesn't it|do you think|don't you think|what do you think|any idea|i wonder|wondering)\s*$/i,
  request: /^(?:can|could|would|will) (?:you|we) (?:please |just |also |maybe |now )*/i,
  unreal:
    /\b(?:what if|if (?:we|i|you|it|they) (?:were|had|could|would|ever|did)|imagine|suppose|supposing|let's say|hypothetically|in theory|i(?:'m| am)? wonder(?:ing)?|maybe|perhaps|possibly|might|i guess|not sure|i'm unsure|would be (?:nice|good|great|better|cool|useful)|could be|i was thinking|thinking (?:about|of)|considering|it depends|as if|as though|don't know|do you think|let me know|i doubt|unless you|feel free|i'm confused|we could|you could|i could|kind of|sort of|a (?:little )?bit)\b/i,
  quoting:
    /\b(?:(?:[Hh]e|[Ss]he|[Tt]hey|somebody|someone|my (?:boss|colleague|manager|teammate|coworker)|[Tt]he (?:client|customer|docs?|documentation|readme|error|linter|compiler|message|reviewer|article|tutorial|issue|ticket|ai|agent|bot|model|pm|book|author|post|warning|log|console|spec)|docs|chatgpt|claude|copilot|stack ?overflow|(?!Always|Never|Please|Don't|We|You|It)[A-Z][a-z]+) (?=(?:says?|said|claims?|claimed|thinks?|thought|told|tells|wrote|writes|suggests?|suggested|recommends?|recommended|complains?|complained|mentions?|mentioned|asks|asked|wants|wanted|insists?)\b)\w+|[Aa]ccording to|quote|it says|[Yy]ou (?:said|wrote|told|suggested|claimed|say|mentioned|proposed|recommended)|(?:the|an?) (?:error|warning|message|log) (?:is|reads|says|was))\b/,
  idiom: all(
    `never ?mind|no problem|no worries|no need|no idea|no wait|no rush|no way|no luck|always (?:wondered|wonder|thought|loved|liked|hated|been|had|got|forget|forgot|seem(?:s|ed)?|the (?:case|same)|possible|there)|as always|not always|almost always|never (?:thought|knew|seen|saw|heard|been|had|used|tried|worked|happened|happens|ends?|got|gets|mind|said|asked|told|wanted|meant|understood|did|was|were|could|fails?|loads?|seems?|shows?|finish(?:es)?|returns?|appears?|come[sn]?|gonna)|better late than never|now or never|once and for all|must have (?:been|gone|had|\\w+ed)|must've|must be (?:a|an|the|some|because|something|missing|wrong|related|due|that|why)|should be (?:fine|ok|okay|good|easy|enough|possible|able|done|simple|quick|working)|should (?:work|do|help|have (?:been|\\w+ed))|i must (?:say|admit|confess)|needless to say|have to (?:say|admit|go|leave)|don't (?:worry|know|think|understand|see|get it|have|bother|hesitate|care|remember|mind)|doesn't matter|i don't need|i don't want to|let's (?:see|go(?! with| for| back)|start|begin|continue|do (?:it|this|that)|try|talk|discuss|look|check|think|say)`,
  ),
  now: words(
    `for now|for the (?:moment|time being)|for this (?:pr|pull request|task|commit|change|branch|ticket|time|one|session|release|sprint|feature|step|fix|issue)|in this (?:pr|pull request|commit|change|branch|task|session|ticket|step|case|turn|conversation)|on this (?:pr|branch|page|one)|this time|just (?:this|once)|only this|right now|at the moment|currently|tonight|tomorrow|this (?:week|morning|afternoon|sprint)|temporarily|temporary|yet|not yet|in the meantime|meanwhile|for a (?:moment|second|minute|while)`,
  ),
  soon: words(
    `(?<!as of |from |starting )today|before (?:we|you|i) (?:continue|start|go|proceed|move|merge|commit|push|do|implement|write)|until (?:i|we|you|he|she|they|it'?s?|the (?:pr|review|release|fix|next)|tomorrow|monday|tuesday|wednesday|thursday|friday|then|further notice)|as a (?:first|next) step|then we(?:'ll| will)? |next step|while (?:i|we|you)(?:'m|'re| are| am)?|as long as i'm`,
  ),
  report: words(
    `errors?|fail(?:s|ed|ing|ure|ures)?|crash(?:es|ed|ing)?|broken|bug(?:s|gy|ged)?|doesn't work|does not work|not working|isn't working|didn't work|stopped working|weird|strange|typos?|mistakes?|missing|leaks?|conflicts?|regressions?|gaps?|todos?|wrong|incorrect|issues?|problems?|warnings?|exception|stack trace|i (?:see|saw|got|get|have|had|notice|noticed|can see|can't see|don't see|cannot|can't|ran|clicked|tried)|it (?:looks|seems|appears|shows|says)|looks like|seems?|apparently|still|undefined|returns? (?:null|undefined|nothing|empty|an error|[45]\\d\\d)|times? out|timed out|hangs?|nothing happens|when i|is (?:missing|not (?:visible|displayed|rendered|shown|found|updated|working))|investigate|why`,
  ),
  negation: words(
    `not|never|no|don't|do not|doesn't|mustn't|shouldn't|can't|cannot|won't|stop|avoid|without|no longer|nor|neither|isn't|aren't|hate|dislike|drop|dropped|dropping|forbidden|(?:decided|voted) against`,
  ),
  reason:
    /(?:,|\s|\()\s*(?:because|since(?! (?:yesterday|last|monday|tuesday|v?\d|the (?:last|update|release)))|as (?=(?:we|it|they|you|i|this|that|there)\b)|(?<=, ?)as (?=(?:the|our|most|some|many)\b)|otherwise|so that|due to|in order to|to avoid|to prevent|(?<=[,(] ?)so (?=(?:we|it|the|that)\b)|(?<=, ?)(?=(?:we (?:got|had|were|lost|once)|it (?:breaks|broke|causes|caused)|they (?:break|broke|cause|caused)|that (?:broke|breaks)|last time|i can)\b))\s*(?<why>.+)$/i,
  contrasts: [
    /\b(?:from|replace|replaced|replacing) (?<no>[^,;]+?) (?:to|with|by) (?<yes>[^,;]+)/i,
    /\b(?:drop|dropped|dropping|ditch|ditched|abandon|abandoned) (?<no>[^,;]+?) (?:in favou?r of|for|and (?:use|go with|move to|switch to)) (?<yes>[^,;]+)/i,
    /\binstead of (?<no>[^,;]+?), ?(?:we |you |please |just |always )*(?:should |must )?(?:use|go with|write|run|do|call|take|put|prefer) (?<yes>[^,;]+)/i,
    /\b(?:don't|do not|never|stop|not|no|avoid)\b(?: (?:use|using|run|running|write|writing|call|calling|put|putting|add|adding|do|doing|longer|ever|longer use))* (?<no>[^,;.]+?)(?:(?:,| but| -| –| —|;| and)+ | (?=we use |use |it's ))(?:please |instead |always |rather |we |you |just )*(?:should |must )?(?:use|go with|write|run|call|put|prefer|only|it's|switch to|take|keep|stick (?:to|with)|use only):? (?<yes>[^,;]+)/i,
    /\b(?<yes>[^,;]+?)(?:,| and)? (?:instead of|rather than|in place of|over(?= [\w.@/-]+(?:$|[\s,.]))|as opposed to) (?<no>[^,;]+)/i,
    /\b(?<yes>[^,;]+?)(?:,| and| -| –| —| \(|;) ?(?:(?:and |but )?(?:not|never|no more|no longer|no)|don't use|do not use|avoid|(?:and |but )?(?:not|never) (?:just |with |in |via |the |use |using )?)\b(?: (?:just|with|in|via|the|use)(?= ))? ?(?<no>[^,;)]+)/i,
    /^(?:please |always |we )*(?<yes>[\w-]+(?: [\w-]+)?), (?:don't|do not|never) (?<no>[\w-]+)$/i,
    /\b(?<yes>(?:use|using|with|is|are|it's|we use|prefer) [^,;]+?) not (?<no>[^,;)]+)/i,
    /\b(?:not|don't use|do not use|never use) (?<no>[^,;]+?),? but (?:instead |rather |with |in )?(?<yes>[^,;]+)/i,
    /\bprefer(?:s|red)? (?<yes>[^,;]+?) to (?<no>(?!be\b|have\b|use\b|see\b|keep\b)[^,;]+)/i,
  ],
  leaning: anyPattern(
    /^(?:it|its|it's|this|that|that's|these|those|they|them|he|she|here|same|both|one|something|someone|everything(?! (?:now )?(?:runs?|uses?|goes|is \w+ed)\b)|nothing|the (?:same|other|first|second|former|latter|last) ?(?:one|thing)?)\b(?! (?:project|repo|repository|codebase|code base|app|application|team|company|is our|is (?:a|the) (?:monorepo|python|node|typescript|rust|go|java)))/i,
    /\b(?:like|as|do|does|did|use|used|using|of|for|with|from|about|to|on|in|than|and|after|before|fix|add|change|remove|keep|make|move|put|call|commit|push|test|run|update|set|see|over|not|it's|\w+ing) (?:it|that|this|these|those|them|him|her)(?=\s*(?:$|[.,;:!)]|\b(?:again|any ?more|now|ever|in|to|for|with|on|as|instead|when|before|after|and|or|but|because|at|by|from|so|too|please|here|there|way|yourself)\b))/i,
    /\b(?:this|that|these|those) (?!days|point|project|repo|repository|codebase|app\b|application|team|kind|type|is|are|we|you|i\b|it|the|they|there|all|when|if|has|have|use|uses|need|needs|must|should|can|will|don't|do\b|contains?|start|begin|end|match|way\b)\w+/i,
    /\b(?:above|below(?! \d)|as well as this|the (?:same|other) (?:one|thing|way)|option \w\b|option \d|(?:the )?(?:first|second|third|former|latter|last) (?:one|option|approach|version)|your (?:suggestion|plan|changes?|idea|approach|proposal|recommendation|version|solution|fix|code|last|previous)|what you(?: just)? (?:did|have|had|said|wrote|proposed|suggested|made)$|the way you|the plan|like (?:before|now)|as before|such (?:a )?\w+|so it|(?:any|no|every)thing else|the old one|the same \w+|something|someone|stuff|the thing|whatever|etc|(?:left|right) side|red one)\b/i,
  ),
  choosing:
    /(?:\b(?:us(?:e|es|ed|ing)|target(?:s|ing)?|prefer(?:s|red|ring)?|choos(?:e|es|ing)|chose|chosen|pick(?:s|ed)?|adopt(?:s|ed|ing)?|favou?r(?:s|ed)?|avoid(?:s|ing)?|ban(?:s|ned)?|drop(?:s|ped|ping)?|ditch(?:ed|ing)?|abandon(?:ed|ing)?|hate|dislike|like|love|want|no more|writ(?:e|es|ing)|written in|replac(?:e|es|ed|ing)|need to use|decided on|(?:decided|voted) against|agreed on|settled? on|opted for|opt for|go(?:ing|es)? for|(?:go(?:ing|es)?|went|stick(?:s|ing)?|stay(?:s|ing|ed)?|remain(?:s|ed)?) (?:with|to|on)|(?:project|repo|repository|codebase|app|monorepo) (?:requires?|needs?|expects?)|(?:run(?:s|ning)?|host(?:s|ed|ing)?|is|are|(?<=')re|be|now|back|deploy(?:s|ed|ing)?|lives?|standardi[sz]\w*|built|based|still|all) (?:now |everything |it all )?on|(?:switch|mov|migrat|chang|deploy|standardi[sz]|convert|upgrad|ship)\w*(?: back| over)?(?: [^\s,;]+){0,6} (?:to|from)|back to)|(?:^|[,;] ?)(?:it's|it is|that's|this is)|^(?:we|i|(?:our|the) team)\b.{0,20} work(?:s|ing)? with)(?: (?:ever|now|back))*$/i,
  serving:
    /(?:(?<!\b(?:work|com|ship|start|deal|cop|conflict|break|integrat|compatibl|along|together|play|interact|talk|communicat|shar|compar|clash)\w*) (?:with|via)|^(?:with|via)|\b(?:is|are|be|becomes?|stays?|remains?|means|(?:stor|keep|kept|sav|persist|writ|built|build|implement)\w*(?: [^\s,;]+){0,3} in|in))$/i,
  empty:
    emptyWords(`a an the of to in on at for with by from into onto and or but so as is are be was were been being am
    i we you it they he she me us my our your its their this that these those there here who which what
    do does did done doing have has had having will would shall should must may might can could cannot need needs
    please always never ever don't doesn't not no nor stop avoid again anymore any more only just also too very really
    from now on going forward future next time whenever every each when make sure be ensure remember keep mind
    instead rather than over prefer preferred want like would'd let's let lets go use uses using used
    decided decide agreed because since otherwise all still no longer longer allowed required least most then if here
    project repo repository codebase i'd we'd we'll i'll we're we've i've you'd isn't aren't mustn't shouldn't can't won't`),
  reworded: [
    [/^(?:i|we)(?:'d| would)? (?:really |strongly |much |also |just )*prefer\b/i, 'Prefer'],
    [/^(?:i|we)(?:'d| would) (?:much |really )?rather(?: you)? (?:not |didn't )/i, 'Rather do not '],
    [/^(?:i|we)(?:'d| would) (?:much |really )?rather(?: you)? /i, 'Rather '],
    [/^(?:i|we) (?:don't|do not) (?:want|like) (?:you to |to )/i, 'Do not '],
    [/^(?:i want|i'd like|i need|i expect) you to /i, ''],
    [
      /^(?:(?:you|everyone|agents?) (?:should|must|need to|have to|ought to|are to|will|shall|can|may) )(?=(?:always|never)\b)/i,
      '',
    ],
    [/^you (?:should|must|need to|have to) (?=not\b)/i, 'Do '],
    [/^you (?:should|must|need to|have to) /i, ''],
    [/^(?:make|be) sure (?:to |that you |you |(?=(?:always|never)\b))/i, ''],
    [/^try to /i, ''],
    [
      /^(?:from (?:now|here|today|this point) (?:on(?:wards?)?|forward)(?: in)?|going forward|moving forward|henceforth|effective immediately|as of (?:now|today)|starting (?:now|today)|in (?:the )?future|next time),? ?(?:please |you should |i want you to |we should |let's )?/i,
      '',
    ],
    [
      /,? (?:from (?:now|here|today|this point) (?:on(?:wards?)?|forward)(?: in)?|going forward|moving forward|henceforth|effective immediately|as of (?:now|today)|starting (?:now|today)|in (?:the )?future|next time|please|pls|thanks|thank you|thx|ok|okay|here)$/i,
      '',
    ],
    [/^i(?:'ve| have)? decided\b/i, 'It was decided'],
    [/^(?:can|could|would|will) you (?:please |just |also )*/i, ''],
    [/\b(ask|check with|confirm with|tell|warn) me (first )?before\b/i, '$1 $2before'],
  ],
  forms: [
    // Rules, said as such.
    {
      kind: 'wish',
      sure: 'rule',
      polarity: -1,
      pattern: where(
        /\b(?:never|ever|no circumstances)\b/i,
        opens(
          `(?:${YOU})?(?:never(?: ever)?|don't ever|do not ever|under no circumstances) (?!again$)\\S+`,
          `(?:we|i) never (?:${DO}|want)`,
        ),
      ),
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 1,
      pattern: where(
        /\balways\b/i,
        opens(`(?:${YOU})?always (?!fails?|crash|the|a |an )\\S+`, `(?:we|i) always (?:${DO}|want)`),
      ),
    },
    {
      kind: 'requirement',
      sure: 'rule',
      polarity: 0,
      pattern:
        /^(?!you\b|i\b|it\b|this\b|that\b|they\b|there\b).{2,90}? (?:must|should|shall|may|can) (?:never|always)\b/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern:
        /\b(?:from (?:now|here|today|this point) (?:on(?:wards?)?|forward)(?: in)?|going forward|moving forward|henceforth|effective immediately|as of (?:now|today)|starting (?:now|today)|next time)\b|^in (?:the )?future,? (?:please |don't |never |always |you |we |only |use )|(?:,| please| always) in (?:the )?future$/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern:
        /\b(?:ask|check with|confirm with|consult|tell|warn) (?:me |us )?(?:first )?before (?!you (?:start|continue|go))|\bwithout (?:asking|checking with me|my (?:ok|okay|approval|permission|consent|explicit)|being asked|explicit(?:ly)?)|\bunless (?:i|we) (?:ask|say|tell|explicitly|request)|\b(?:only|just) (?:\w+ ){1,3}(?:when|if) (?:i|we) (?:ask|say|tell|explicitly)|\bwait for (?:my|our) (?:approval|ok|okay|go|confirmation|review)/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern: where(
        /^(?:when(?:ever)?|every time|each time|any ?time|as soon as) you /i,
        new RegExp(
          `^(?:when(?:ever)?|every time|each time|any ?time|as soon as) you (?!are\\b|'re\\b|have\\b|need|want|think|can\\b|see\\b|find\\b|like|get\\b|finish|done)[^,]{3,80}, ?(?:please |then |also |always |never |make sure |you (?:should|must|need to|have to) |remember to )*(?:don't |do not |never |always )?${ahead(DO)}`,
          'i',
        ),
      ),
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern: where(
        /\b(?:before|after|for|with|on|in|of) (?:every|each|any|all) /i,
        new RegExp(
          `^(?:${YOU})?(?:always )?(?:don't |do not |never )?${VERB}.{3,90}\\b(?:(?:before|after) (?:every|each|any|all) (?!of\\b|the\\b|this\\b|these\\b)\\w+|${EVERY}${ahead(WORK)})`,
          'i',
        ),
      ),
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern: where(
        /^(?:before|after|for|with|on|in|at the end of) (?:every|each|any|all) /i,
        new RegExp(
          `^(?:(?:before|after) (?:every|each|any|all) (?!of\\b|the\\b|this\\b|these\\b)[^,]{3,60}|${EVERY}(?:${WORK})\\b),? (?:please |always |also |you (?:should|must|need to|have to) |we )*(?:don't |never )?${ahead(DO)}`,
          'i',
        ),
      ),
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: -1,
      pattern: opens(
        `(?:please )?(?:stop|quit) (?!it\\b|this\\b|that\\b|the\\b)\\w+ing(?: \\S+)+`,
        `no more [a-z]\\w+`,
        `enough with (?:the )?\\w+`,
      ),
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: -1,
      pattern:
        /^(?:don't|do not|(?:you|we) (?:should not|shouldn't|must not|mustn't)) (?:ever |just |also )?[a-z-]+\b.*\b(?:again|any ?more|ever|unless|without|in general|at all|anywhere|by hand|manually|directly)\b|^(?:don't|do not) [a-z-]+\b.*\b(?:in|inside|from|for|to|into) (?:the |our |any )?(?:[\w-]+ )?(?=(?:tests|components|commits|production|controllers|handlers|services|migrations|hooks|modules|packages|queries|responses|replies|docs|comments|logs|prod|main|master)$)/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern: opens(
        `(?:i|we)(?:'d| would)? (?:really |strongly |much |generally |usually )*prefer (?!the\\b|this\\b|that\\b|it\\b|a\\b|an\\b|your\\b|option|to (?:keep|have|see) (?:the|this|that|it)\\b)\\S+`,
        `(?:i|we)(?:'d| would) (?:much |really )?rather (?:you )?(?:not |didn't )?(?:use|write|have small|see|avoid|keep)`,
        `prefer (?!the\\b|this\\b)\\S+`,
        `only use`,
        `use only`,
        `avoid (?!the\\b|this\\b|it\\b|that\\b)\\S+`,
        `(?:my|our|the) (?:preference|convention|rule|policy|standard|style|guideline|practice|team convention)(?: here)? (?:is|says|for)`,
        `(?:i|we) (?:hate|dislike|don't like|do not like) (?!it|this|that|the\\b|how|your)\\S+`,
      ),
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: -1,
      pattern: where(
        /^no /i,
        /^no (?!need|idea|problem|worries|wait|thanks|thank|rush|longer|one|luck|way|more|other|such|i\b|it\b|you\b|we\b|that|this|these|they|the\b|a\b|not\b|changes?|errors?|issues?|results?|files?\b|data)[\w-]+(?: [\w-]+){0,6}(?: (?:please|allowed|ever|at all|anywhere)|,? (?:in|for|inside|within) (?:the |our |any )?(?:code|tests?|commits?|commit messages?|replies|answers|responses|comments|docs|messages|codebase|project|repo|production|components?)|,? (?:in|inside|within) (?:[\w-]+ ){0,2}[\w-]+s)$/i,
      ),
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern:
        /\b(?:in|across|for) (?:all|every|each)(?: of)? (?:my|our) (?:projects?|repos?|repositories)\b|^(?:in general|generally),? i (?:want|like|prefer|use|don't)\b/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern:
        /^(?:as a (?:general )?rule|by convention)\b|^i want (?:all|every|no) (?!of\b|the\b)\S+|^keep (?!the\b|this\b|it\b|that\b)\w+.* (?:under|below|shorter than|at most|within) \d+|^(?:prefix|write|start|keep|format|name)\b.*\b(?:commit messages?|branch names?|branches|pr titles?)\b|^(?:commit messages?|commits|branch names?|branches|pr titles?)\b.* (?:should|must|start|starts|follow|use|begin|are)\b/i,
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern:
        /^when (?:writing|adding|creating|editing|changing|refactoring|reviewing|committing|naming|testing|debugging|fixing|implementing|working|coding|generating|updating|migrating|documenting) (?!this\b|that\b|it\b)[^,]{2,60}, (?:please |always |also |never |don't |do not |make sure )*\w+|^(?:the|our) [^,]{4,60}(?:,| so|, so) (?:please )?(?:never|don't|do not|always|use it) \w+/i,
    },
    {
      kind: 'wish',
      sure: 'concrete',
      polarity: 0,
      pattern: where(
        /\b(?:after|before|when(?:ever)?) (?:\w+ing|you)\b/i,
        new RegExp(
          `^(?:${YOU})?(?:run|execute|call|regenerate|rebuild|restart)\\b.*\\b(?:after|before|when(?:ever)?) (?:\\w+ing|you \\w+)\\b|^(?:after|before) \\w+ing [^,]{3,60},? (?:please |always |also |you (?:should|must|need to|have to) )*${ahead(DO)}`,
          'i',
        ),
      ),
    },
    {
      kind: 'wish',
      sure: 'rule',
      polarity: -1,
      pattern:
        /^we (?:don't|do not|never) (?:do|use|want|allow|commit|write|ship|mock|support) (?!it\b|this\b|that\b|the\b|these\b|those\b|any of)\S+/i,
    },
    {
      kind: 'wish',
      sure: 'custom',
      polarity: -1,
      pattern:
        /^(?:we|i) (?:no longer|(?:don't|do not)(?=.*\bany(?: ?more| longer)\b))(?: want| need| like| put| write| add| use| have| do)? (?!it\b|this\b|that\b|the\b|these\b|those\b)\S+/i,
    },
    // How it is done here.
    {
      kind: 'wish',
      sure: 'rule',
      polarity: 0,
      pattern:
        /^(?:here )?we (?:always |only )?(?:use|keep|store|save|write|name|format|return|pass|send|put|represent|express|log|handle) (?!it\b|this\b|that\b|these\b|those\b)[^,;?]+, (?:and )?(?:never|not) (?!sure|yet|now|today|only|just|really|that|because)\S+/i,
    },
    {
      kind: 'wish',
      sure: 'named',
      polarity: 0,
      pattern:
        /^(?:(?:here|in (?:this|our|the) (?:project|repo|repository|codebase|team)|on this project|at \w+|(?:in|for) (?:the |our )?[\w/.-]+),? )?(?:we|our (?:team|project|app|code|codebase|api|frontend|backend)|this (?:project|repo|codebase|app)|the (?:project|repo|codebase|app|frontend|backend|api|team)|i) (?:always |only |never |usually |normally |generally |all |now |don't |do not |no longer |both )*(?:use|uses|follow|follows|name|write|keep|squash|rebase|prefix|store|avoid|target|targets|stick to|sticks to|work with|works with|manage|manages|install|installs|build with|bundle|bundles|indent|format|lint|test|deploy|deploys|host on|hosts on|run on|runs on|branch)\b/i,
    },
    // Decided.
    {
      kind: 'decision',
      sure: 'concrete',
      polarity: 0,
      pattern: /^we (?:go|went|are going|'re going) with\b/i,
    },
    {
      kind: 'decision',
      sure: 'rule',
      polarity: 0,
      pattern:
        /\b(?:we|i|the team|our team)(?:'ve| have)? (?:all |finally |just |now |also |already )*(?:decided|agreed|chosen|chose|opted|settled on|standardi[sz]ed on|picked (?=\S+ over ))\b(?! if| whether)/i,
    },
    {
      kind: 'decision',
      sure: 'rule',
      polarity: 0,
      pattern:
        /^(?:the )?(?:final )?decision\s*(?::|is\b|was\b)|\b(?:is|are|becomes?|stays?|remains?) (?:now )?(?:the|our) (?:single |only )?source of truth\b/i,
    },
    {
      kind: 'decision',
      sure: 'concrete',
      polarity: 0,
      pattern:
        /\b(?:we|i)(?:'ve| have|'re| are)? (?:just |now |recently |finally |already )*(?:switch(?:ed|ing)|mov(?:ed|ing)|migrat(?:ed|ing)|upgrad(?:ed|ing)|chang(?:ed|ing)) (?:\S+ ){0,8}(?:to|from)\b|^we(?:'ve| have)? (?:just |now |recently |finally |already )*replaced (?:\S+ ){1,3}(?:with|by) \S+/i,
    },
    {
      kind: 'decision',
      sure: 'named',
      polarity: 0,
      pattern:
        /\b(?:these days|nowadays)$|^(?:(?:the|our) )?(?:[\w-]+ ){1,4}(?:(?:has|have|was|were|is|are) )?(?:now |been )*(?:changed|switched|moved|migrated) (?:over )?to \S+|^(?:just |now |finally )*(?:bumped|upgraded|downgraded|switched|migrated|moved) (?:\S+ ){0,4}to \S+/i,
    },
    {
      kind: 'fact',
      sure: 'rule',
      polarity: 0,
      pattern:
        /^(?:the|our) (?:[\w-]+ ){1,4}(?:(?:has|have|was|were|is|are) )?(?:been )?(?:now )?(?:moved|changed|switched|bumped|raised|lowered|reduced|increased|set|shifted) (?:over )?(?:from \S+(?: \w+)? )?to (?:port )?\d/i,
    },
    {
      kind: 'decision',
      sure: 'concrete',
      polarity: -1,
      pattern:
        /\b(?:we|i)(?:'ve| have)? (?:just |now )?dropped (?!the (?:table|file|column))\S+|\b(?:is|are) (?:now |officially )?deprecated\b|\bwe no longer (?:use|support|need|want|have|maintain)\b|\b(?:is|are) no longer (?:supported|used|maintained|needed|allowed)\b/i,
    },
    {
      kind: 'decision',
      sure: 'reasoned',
      polarity: 0,
      pattern:
        /^(?:let's|let us|(?:we|i)(?:'ll| will|'re going to| are going to|'re| are)) (?:now |not |just |rather |definitely |only )*(?:go(?:ing)? with|us(?:e|ing)|stick(?:ing)? (?:with|to)|keep(?:ing)?|switch(?:ing)? (?:back )?to|mov(?:e|ing) (?:back )?to|migrat(?:e|ing) to|adopt(?:ing)?|drop(?:ping)?|stay(?:ing)? (?:with|on)|store|build|make|avoid|run)\b/i,
    },
    {
      kind: 'decision',
      sure: 'reasoned',
      polarity: 0,
      pattern:
        /^(?:go with|choose|pick|stick (?:with|to)|stay (?:with|on)|switch (?:back )?to|move (?:back )?to|migrate to|adopt|back to|go back to)\b/i,
    },
    {
      kind: 'wish',
      sure: 'named',
      polarity: 0,
      pattern:
        /^(?:(?:in|for|on|inside|under|within) [^,]{2,40},? )?(?:use|using)\b|^(?:it's|it is|that's|this is|(?:it )?(?:should|must) be) .+ (?:not|instead of|rather than) |^(?:we|i)(?:'re| are) (?:now |all |back |still |currently )*(?:on|using|with)\b|^(?:run|start|launch|execute|build|lint|test|deploy|format|check|type ?-?check|migrate|write (?:all |new |unit |your )*tests)\b.* (?:with|via|using) |^(?:only [\w@./-]+|[\w@./-]+ only)(?:,? please)?$|^(?:(?:the|our|unit|e2e|single|run(?:ning)?|one) )*(?:tests?|lint(?:ing|er)?|build(?:ing)?|format(?:ting)?|type ?-?check(?:ing|s)?|dev server|dev|deploy(?:ing)?|migrat(?:e|ions?)|package manager|test runner)\s*: |^(?:(?:the|our|all|unit|e2e|db|database) )*(?:tests?|migrations?|builds?|linting|formatting|styling|deploy(?:s|ments?)|dependenc(?:y|ies)|packages|type ?-?checks?) (?:is|are) (?:run|done|started|built|managed|installed|handled|made) (?:with|via|by|using|through) |^to (?:run|lint|test|build|deploy|format|migrate|start|type ?-?check)\b[^,]{0,40},? (?:please |always )?(?:run|use|call|execute) |^[\w@./-]+(?: v?[\d.]+)? is what we (?:use|run|target|deploy to|build with|are on)\b|^[\w@./-]+ (?:is|are|stays?|remains?|becomes?) (?:now )?(?:the|our) (?:[\w-]+ )?(?=(?:package manager|test runner|linter|formatter|framework|orm|bundler|database|cache|queue|logger|http client)\b)/i,
    },
    { kind: 'decision', sure: 'reasoned', polarity: 0, pattern: /^use\b/i },
    {
      kind: 'wish',
      sure: 'custom',
      polarity: 0,
      pattern:
        /^(?:answer|reply|respond|speak|talk|keep|squash|rebase|branch|plan|indent|name|write|follow|do|be)\b|^(?:all |code |the |our |your )*(?:comments?|docs?|documentation|commit messages?|commits|answers?|replies|responses?|variables?|variable names?|files?|file names?|functions?|tables?|indentation|strings?|imports?|exports?)\b.* (?:in|with|as|are|should be|must be|use)\b/i,
    },
    {
      kind: 'decision',
      sure: 'named',
      polarity: 0,
      pattern:
        /\b(?:now (?:with|on|use[sd]?|in)|(?:stays?|remains?|back) (?:on|with|to|in)|(?:with|on|in|to) [\w.-]+ (?:now|again|from now on))\b|^(?:(?:unit )?tests?|e2e|builds?|linting|formatting|production|staging|the \w+|our \w+) (?:with|on|in|via|uses?) \S+/i,
    },
    // What the product must keep to.
    {
      kind: 'requirement',
      sure: 'rule',
      polarity: 0,
      pattern:
        /^(?!you\b|we\b|i\b|it\b|this\b|that\b|they\b|there\b|he\b|she\b|which\b|what\b).{3,110}?(?<! we| you| i| they) (?:must(?: not|n't)?|has to|have to|shall|may not|mustn't|is required to|are required to|is not allowed to|are not allowed to|needs? to (?:be able|support|stay|remain|work|handle|run|return|respond|accept|finish|fit|keep)) (?!be (?:fixed|updated|renamed|changed|added|removed|refactored|moved|improved|bigger|smaller|better|clearer|nicer|done|finished|tested|reviewed|rewritten|simplified|cleaned|a bug|wrong|broken)\b)\S+/i,
    },
    {
      kind: 'requirement',
      sure: 'reasoned',
      polarity: 0,
      pattern:
        /^(?!you\b|i\b|it\b|this\b|that\b|they\b|there\b|he\b|she\b|which\b|what\b|maybe\b).{2,110}? (?:should(?: not|n't)?|must(?: not|n't)?|needs? to) (?!be (?:fixed|updated|renamed|changed|added|removed|refactored|moved|improved|bigger|smaller|better|clearer|nicer|done|finished|tested|reviewed|rewritten|simplified|cleaned|more|less|able|clear|a bit)\b|(?:add|update|fix|create|build|start|first|implement|review|check|refactor|rename|improve|simplify|highlight|find|look|think|discuss|try|test|write|do|make sure|also add|also update|also fix|have a look)\b)\S+/i,
    },
    // What is so in the project.
    {
      kind: 'fact',
      sure: 'rule',
      polarity: 0,
      pattern:
        /^(?:all |our )?(?!the\b|it\b|this\b|that\b|they\b|there\b|he\b|she\b|we\b|you\b|i\b|which\b|who\b|what\b)[a-z][\w -]{2,40}? (?:belongs? (?:in|to|under)|lives? (?:next to|beside|in|under)) \S+|^(?!the\b|this\b|that\b|it\b|my\b|a\b|an\b|there\b)[a-z][\w -]{2,40}? (?:is|are) always (?:in|stored|kept|sent|given|returned|passed|written|named) \S+|^i (?:work|develop|am|code) on (?:windows|mac\w*|linux|wsl)\b/i,
    },
    {
      kind: 'fact',
      sure: 'concrete',
      polarity: 0,
      pattern:
        /^(?:all |our )?(?!the\b|it\b|this\b|that\b|they\b|there\b|he\b|she\b|we\b|you\b|i\b)[a-z][\w -]{2,40}? (?:go under|goes under|ends? (?:with|in)|starts? with|begins? with|deploys?|comes? from) \S+/i,
    },
    {
      kind: 'fact',
      sure: 'concrete',
      polarity: 0,
      pattern:
        /^(?!you\b|we need|i\b|it\b|this\b|that\b|they\b|there\b).{2,80}? (?:needs?|requires?|depends? on|relies on|rely on|expects?|only works? (?:with|on|in|if|when)|assumes?) (?!to (?:be|add|fix|change|move|look|do|update|create|make)\b|an? (?:fix|update|change|test|review|refactor\w*|better|new|button|page|way)\b|some\b|more\b|help\b)\S+/i,
    },
    {
      kind: 'fact',
      sure: 'concrete',
      polarity: 0,
      pattern:
        /^(?!you\b|i\b|it\b|this\b|that\b|they\b).{2,80}? (?:lives?|sits?|resides?|(?:is|are) (?:located|stored|kept|defined|found|generated|built|deployed|hosted|served|cached|handled|owned|mounted|configured|documented|called|named|written|implemented)) (?:in|under|at|inside|on|by|from|with|via|to|`|"|[A-Z])/i,
    },
    {
      kind: 'fact',
      sure: 'concrete',
      polarity: 0,
      pattern:
        /^(?:the|our|all|prod\w*|staging|ci|dev|tests?|each|every|`|[\w-]+(?= (?:runs?|listens?|deploys?|returns?|uses|comes? from|means|stands for|contains?|supports?|also creates?|creates?) ))(?:.{0,60}?) (?:runs?|listens?|deploys?|returns?|uses|reads?|writes?|comes? from|means|stands for|goes through|contains?|supports?|creates?) \S+/i,
    },
    {
      kind: 'fact',
      sure: 'concrete',
      polarity: 0,
      pattern:
        /^(?:(?:the|our|my) (?:[\w-]+ ){0,3}|(?:prod(?:uction)?|staging|dev|local|test|ci) (?:[\w-]+ ){0,2})(?=(?:url|port|host|database|db|branch|version|region|bucket|queue|limit|timeout|command|path|folder|directory|table|namespace|package manager|test runner|linter|formatter|framework|orm|runtime|domain|license|owner|default|line (?:length|width)|indentation|server|cluster|schema|prefix|endpoint|base|environment|env|docs|dashboard|board|wiki|repo|site)\b(?: [\w-]+){0,4} (?:is|are|=)\b)/i,
    },
    {
      kind: 'requirement',
      sure: 'reasoned',
      polarity: 0,
      pattern:
        /^(?:every|each|all) [\w-]+(?: [\w-]+){0,3} (?:needs?|must|should|has its own|have their own|gets?) (?!to be (?:fixed|updated)|fixed|updated)\S+/i,
    },
    {
      kind: 'fact',
      sure: 'concrete',
      polarity: 0,
      pattern:
        /^(?!you\b|i\b|it\b|this\b|that\b|they\b|there\b|we\b).{2,60}? (?:is|are) (?:always|never) \w+(?:ed|en|t)\b|^you(?:'ll| can| will) find \S+/i,
    },
    {
      kind: 'fact',
      sure: 'reasoned',
      polarity: 0,
      pattern:
        /^(?!you\b|i\b|it\b|this\b|that\b|they\b|there\b|we\b)[\w"`].{1,60}? (?:is|are|has|have|means?|takes?|comes?) .+(?:, not|, never| not | instead of | rather than ) ?\S+/i,
    },
    {
      kind: 'fact',
      sure: 'concrete',
      polarity: 0,
      pattern:
        /^there (?:is|are) (?=.*(?:[`@/]|\.[a-z]{2,4}\b))(?:an? |the |only |already |no |two |three )?.{2,60}? (?:in|at|under|for) /i,
    },
    // How to work, this time: a preference where it comes again.
    {
      kind: 'wish',
      sure: 'named',
      polarity: -1,
      pattern: where(
        /^(?:don't|do not|no) /i,
        opens(`(?:don't|do not) (?:ever |just )?(?:${DO})`, `no [a-z][\\w-]+`),
      ),
    },
    {
      kind: 'wish',
      sure: 'often',
      polarity: 0,
      pattern: where(
        /^(?:make sure|be sure|remember|i want|i'd like|you|don't forget) |\b(?:instead of|rather than|, not)\b/i,
        new RegExp(
          `^(?:make sure (?:to |that you |you )?|be sure to |remember to |i want you to |i'd like you to |you (?:should|must|need to|have to) |don't forget to |(?=.*\\b(?:instead of|rather than|, not)\\b))${ahead(DO)}`,
          'i',
        ),
      ),
    },
  ],
};
