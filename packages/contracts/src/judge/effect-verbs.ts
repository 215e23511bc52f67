import { lazy } from '../lazy.ts';

/**
 * Words for what leaves the site or cannot be taken back, in the languages that requests are written in: in lower case and
 * without marks, as folding leaves them.
 */

const words = (...lists: readonly string[]): string => lists.join(' ').trim().split(/\s+/).join('|');

/** English verbs that say so by themselves, in the forms that order or describe an action. */
const plainEnglish =
  /^(?:(?:un|re)?publish|submit|send|pay|purchase|buy|checkout|transfer|deploy|delete|remove|erase|approve|merge|tweet|broadcast|retweet|repost|unsubscribe|unfollow|vote|upvote|downvote)(?:s|es|t?ing)?$/;

/** The same verbs where the last letter of the verb is lost. */
const shortenedEnglish = /^(?:purchas|delet|remov|eras|approv|merg|unsubscrib|vot|upvot|downvot)ing$/;

export const isEnglishEffect = (word: string): boolean =>
  plainEnglish.test(word) || shortenedEnglish.test(word);

const determiners =
  '(?:(?:the|this|that|it|an?|all|every|everyone|them|our|your|my|his|her|their|any|on|to|for|with|now|final|new|next|two|up)\\s+){0,3}';

/** One verb in its forms, and what makes an effect of it. */
const pair = (verbs: string, objects: string): readonly [verb: RegExp, object: RegExp] => [
  new RegExp(`^(?:${verbs})(?:s|es|p?ing)?$`),
  // `confirm that the draft is saved` looks; the question of `the reviewer's question` is nobody to answer.
  new RegExp(
    `^(?!that (?:the|an?|all|no|every|each|it|this)\\s)${determiners}(?:${objects})(?![\\p{L}'-])`,
    'u',
  ),
];

/** Words that are an effect only with what is sent, shared, bound or moved behind them: `post the article`, `wire the money`. */
const dependents = lazy(() => [
  pair(
    'post|share|release|e-?mail|mail|message|wire|trash|schedule|schedul|confirm|place|plac|shar|releas',
    'it|this|them|now|article|articles|post|posts|story|page|entry|draft|message|newsletter|text|note|subscribers?|readers?|everyone|anyone|everybody|customers?|users?|team|order|purchase|payment|booking|publication|publishing|deletion|comments?|reply|replies|review|reviews|photos?|pictures?|videos?|advert|ad|transfer|money|funds|amount|release|tweet|twitter|x|facebook|social',
  ),
  pair('e-?mail|mail|message', 'all'),
  pair(
    'complete|finish|finali[sz]e|complet|finali[sz]',
    'checkout|purchase|order|payment|transaction|booking|registration|sale|transfer',
  ),
  pair('order|reorder', 'item|items|product|products|goods|ticket|tickets|meal'),
  pair('book|reserve|rent|reserv', 'it|flight|flights|room|hotel|tickets?|table|appointment|seats?|trip|car'),
  pair(
    'archive|close|archiv|clos',
    'thread|post|posts|article|conversation|ticket|tickets|issue|case|account|project|message',
  ),
  pair('invite|invit', 'users?|person|people|members?|colleagues?|them|everyone|guests?'),
  pair('grant|give|revoke|giv|revok', 'access|permissions?|rights?|role|ownership'),
  pair(
    'change|reset|rotate|chang|resett|rotat',
    'password|passwords|credentials?|permissions?|role|roles|owner|ownership|plan',
  ),
  pair('sign', 'contract|agreement|petition|lease|treaty'),
  pair('file|fil', 'tax return|taxes|claim|complaint|lawsuit|return'),
  pair('cancel|cancell', 'subscription|order|account|booking|membership|contract|reservation|appointment'),
  pair('accept|decline|declin', 'terms|offer|contract|agreement|invitation|invite|quote|conditions'),
  pair('subscribe|subscrib|register', 'plan|newsletter|channel|list|service|account|event|tier'),
  pair(
    'reply|repl[iy]|respond|answer',
    'comment|comments|message|e-?mail|thread|review|customer|customers|reviewer|author|him|her|them|everyone|all',
  ),
  pair('comment', 'issue|post|article|thread|pull request|ticket|page'),
  pair('like|lik|follow|report|block', 'post|posts|account|user|users|author|tweet|profile|comment'),
  pair(
    'refund|charge|charg|withdraw|deposit',
    'it|order|customer|payment|card|account|funds|money|amount|buyer',
  ),
  pair('launch|start|run', 'campaign|ad|ads|auction|sale'),
]);

/** Whether the word, with these words behind it, is one of those. */
export function isDependentEffect(word: string, behind: string): boolean {
  return dependents().some(([verb, object]) => verb.test(word) && object.test(behind));
}

/** A whole action that bounds nothing, and so allows every effect. */
export const unbounded =
  /^(?:\*+|(?:(?:do |perform |take |use )?(?:all|any|every|anything|everything|whatever)(?: (?:possible|other|necessary|needed))?(?: (?:actions?|steps?|operations?|effects?|writes?|changes?))?(?: (?:that )?(?:(?:is|are|it is) )?(?:needed|necessary|required|possible|allowed|it takes|you (?:want|need|like)))?)|(?:full|unrestricted|unlimited) access|unrestricted|unlimited|no (?:limits?|restrictions?))[.!]?$/;

/** Ways to say it without one of the verbs. */
export const effectPhrase =
  /(?<!\p{L})(?:go(?:es|ing)? live|(?:set|take|put|push|bring)s? (?:\p{L}+ ){0,3}(?:live|online)|ma(?:ke|kes|king) (?:\p{L}+ ){0,3}public|(?:visible|available|accessible|open) (?:to|for) (?:everyone|everybody|anyone|the public|the world|all|readers|users|customers|subscribers)|(?:upload|share|list|put|show)(?:s|ing)? (?:\p{L}+ ){0,4}publicly|check out(?: now)?$|(?:press|click|tap|hit|push|double-click)(?:es|s|ing)? (?:on )?(?:the )?(?:final|last) (?:button|action|step)|online (?:stellen|schalten|nehmen)|mettre en ligne|met en ligne|poner en linea|colocar no ar|mettere online|go-live)(?!\p{L})/u;

const foreign: readonly string[] = [
  // German, Dutch, Swedish, Danish
  'veroffentlich\\w* publizier\\w* abschick\\w* absend\\w* sende senden schicke schicken bezahl\\w* uberweis\\w* kaufe kaufen bestell(?:e|en) losche loschen freigeben kundig(?:e|en) genehmig(?:e|en) unterschreib(?:e|en) unterzeichn(?:e|en) kommentier(?:e|en) buche buchen',
  'publiceren publiceer verzend(?:en)? verstuur versturen betaal betalen verwijder(?:en)? publicera skicka radera offentliggor offentliggore udgiv udgive slet slette',
  // French, Spanish, Portuguese, Italian, Romanian
  'publier publiez publions publie envoyer envoyez envoie soumettre soumettez payer payez acheter achetez supprimer supprimez repondre repondez commentez signez resilier approuver approuvez reservez partager partagez',
  'publicar publique publica publicando enviar envie envia mandar pagar pague comprar compre eliminar elimine borrar borre excluir apagar deletar publicalo enviarlo responda comentar firmar firme reservar aprobar apruebe compartir comparta assinar aprovar compartilhar',
  'pubblicare pubblica pubblicando inviare invia pagare paga eliminare elimina cancellare acquistare rispondere commentare firmare prenotare approvare condividere publica publicati trimite trimiteti sterge plateste',
  // Polish, Czech, Turkish, Finnish, Hungarian, Indonesian, Vietnamese
  'opublikuj opublikowac publikuj wyslij wyslac zaplac usun usunac kup publikovat zverejnit odeslat smazat zaplatit',
  'yayinla yayınla gonder sil satinal julkaise laheta poista maksa kozzetetel kuldd torold publikasikan kirim hapus terbitkan xuatban',
  // Russian, Ukrainian, Bulgarian, Greek
  'опублик\\S* публиковать публикуи\\S* публикуй\\S* отправ(?:ь|ьте|ить|ляи\\S*|ляй\\S*) удали(?:ть|те)? оплати(?:ть|те)? заплат\\S* купи(?:ть|те)? ответь ответить ответьте прокоммент\\S* подпиши подписать одобри одобрить заброниру\\S* поделись поделиться',
  'опублік\\S* надішли надіслати видали(?:ти)? публикуваи публикувай изпрати изтрии δημοσιευσ\\S* στειλε υποβαλ\\S* διαγραψ\\S*',
  // Arabic, Hebrew, Hindi
  'نشر انشر النشر أرسل ارسل إرسال ارسال احذف حذف ادفع פרסם לפרסם שלח לשלוח מחק प्रकाशित भेजें हटाएं',
];

const foreignEffect = lazy(() => new RegExp(`^(?:${words(...foreign)})$`, 'u'));

export const isForeignEffect = (word: string): boolean => foreignEffect().test(word);

/** Where words are not set apart by spaces. */
export const unspacedEffect =
  /发布|發布|发表|發表|提交|发送|發送|付款|支付|购买|購買|删除|刪除|上线|回复|回覆|签署|簽署|预订|預訂|分享|返信|予約する|共有する|公開(?!日|状)|投稿(?:する|して|し|を送)|送信|削除|購入|支払|게시(?:하|해)|발행|전송|제출|삭제|결제|답장|예약하|공유하/u;

/** Words that turn around what follows them in a clause; a few stand behind. */
const negators = lazy(
  () =>
    new RegExp(
      `^(?:${words(
        "not never don't dont doesn't cannot can't no without before until unless avoid nor instead rather nothing except never-ever",
        'nicht nie niemals kein keine keinen ohne vor bevor niet geen zonder voor inte utan innan ikke uden',
        'ne pas jamais sans avant rien no nunca sin antes nada nao sem non mai senza prima nu fara',
        'nie bez przed ne neni bez pred degil once ala ei ilman nem ne jangan tidak tanpa sebelum khong',
        'не без до перед никогда нельзя δεν μην χωρις πριν',
        'لا دون بدون قبل לא בלי לפני नहीं बिना',
      )})$`,
      'u',
    ),
);

export const isNegator = (word: string): boolean => negators().test(word);

export const unspacedNegator =
  /不|勿|别|別|未|禁止|之前|以前|前停|前止|ない|ません|せず|しない|前に|前で|않|말|전에|금지|없이/u;

/** Words that use a control. */
export const isPress = (word: string): boolean => press().test(word);

const press = lazy(
  () =>
    new RegExp(
      `^(?:${words(
        '(?:double-|right-)?click(?:s|ed|ing)? press(?:es|ed|ing)? tap(?:s|ped|ping)? hit(?:s|ting)? push(?:es|ed|ing)? choose(?:s)? choosing select(?:s|ed|ing)? confirm(?:s|ed|ing)? trigger(?:s|ed|ing)? activate(?:s|d)? use(?:s|d)? using',
        'klick\\w* anklick\\w* druck(?:e|en) drucken tippen betatig\\w* klik(?:ken)? druk(?:ken)? tryck',
        'cliquer cliquez clique appuyer appuyez clic clicar clique pulsar pulse presionar presione cliccare clicca premere premi',
        'kliknij nacisnij klikni tikla bas нажать нажми нажмите кликни\\S* кликнуть натисни\\S* اضغط انقر לחץ',
      )})$`,
      'u',
    ),
);

export const unspacedPress = /点击|點擊|单击|按下|押す|押して|押下|クリック|클릭|누르|누른/u;

/** Of those, the ones that choose a value as well. */
export const isChoice = (word: string): boolean =>
  /^(?:choose|chooses|choosing|select|selects|selected|selecting)$/.test(word);

/** Names of what is looked at: behind a verb they make it a name. */
export const control =
  /^(?:button|buttons|link|links|label|labels|icon|control|panel|tab|menu|dialog|screen|page|area|section|form|field|fields|box|knopf|schaltflache|taste|bouton|boton|botao|pulsante|przycisk|кнопка|кнопку|кнопки|زر)$/u;

/** Of those, what an effect may be done to. */
export const place = /^(?:screen|page|area|section|form|field|fields|box)$/;

/** What is set or seen about an effect, and is none. */
export const setting =
  /^(?:date|time|day|preview|previews|option|options|setting|settings|status|state|history|log|queue|method|tab|panel|menu|dialog|field|fields|list|column|filter|label|window|type)$/;

export const unspacedControl = /按钮|按鈕|标签|ボタン|버튼/u;

/** Verbs that only look, at the beginning of a clause. */
export const looks = lazy(
  () =>
    new RegExp(
      `^(?:${words(
        'read(?:s|ing)? check(?:s|ing)? inspect verify verifies note observe look(?:s)? see find locate count list compare report record capture describe detect measure wait stop(?:s)? leave(?:s)? keep(?:s)? watch open(?:s)?',
        'lies lesen prufe prufen zeige offne offnen lire lisez verifier verifiez ouvrir leer comprobar verificar abrir leggere controllare ler',
        'przeczytaj sprawdz прочитать прочитаи прочитай проверить проверь открыть открои открой',
      )})$`,
      'u',
    ),
);

export const unspacedLooks = /读取|阅读|检查|查看|確認|読|읽|확인/u;

/** Words that say that something stays as it is. */
export const stays =
  /(?<!\p{L})(?:stays?|remains?|must stay|left (?:alone|untouched)|un(?:pressed|clicked|touched|used)|bleibt|bleiben|reste|restent|queda|quedan|permanece|rimane|zostaje|остается|остаются|остаётся)(?!\p{L})/u;

/** What may be sent, paid or deleted without leaving the form: `pay attention`, `delete the placeholder text`. */
export const harmlessObject =
  /^(?:(?:the|a|an|any|all|this|that|each|every|keyboard|input|stray|extra|empty|old|some|from|of|close|no|more|existing|default|leading|trailing|double|duplicate|le|la|el|los|das|den|die|der)\s+){0,4}(?:attention|heed|focus|fokus|foco|cursor|placeholder|selection|selected text|text|word|words|character|characters|typo|typos|line|lines|line breaks?|sentence|sentences|paragraph|paragraphs|whitespace|spaces?|content|contents|value|values|formatting|markup|filter|filters|keystrokes?|keys|tab key|escape key|input)(?![\p{L}-])/u;

/** Verbs that change what a site holds or shows in a form, in a request that only reads. */
export const editVerb =
  /^(?:fill(?:s|ing)?|type(?:s)?|typing|edit(?:s|ing)?|save(?:s)?|saving|write(?:s)?|writing|insert(?:s|ing)?|paste(?:s)?|rewrite(?:s)?|overwrite(?:s)?|upload(?:s|ing)?|create(?:s)?|modify|modifies|replace(?:s)?|draft|ausfullen|speichern|bearbeiten|remplir|enregistrer|modifier|rellenar|guardar|editar|preencher|salvar|заполнить|сохранить|редактировать)$/u;

/** What a reading may fill or save: a search, and what is kept of the screen. */
export const readingObject =
  /(?<!\p{L})(?:search|query|quer|term|filter|filters|evidence|screenshot|screenshots|snapshot|observation|receipt|report|notes?|address|url|summary|copy|replay|handle|date range|page number|suche|recherche|busqueda)(?!\p{L})/u;
