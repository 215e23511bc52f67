/** What stands where a secret was, or where one would stand: `<redacted>`, `***`, `${TOKEN}`, `required`. */
const placeholders =
  /^(?:\([^()]{2,60}\)?$|[a-z_.]{2,60}\([^()]{0,60}(?:\)|$)|\d{1,3}[-–—]\d{1,3}$|\d{1,3}[\p{Lo}]|<[a-z][a-z _-]{0,40}>|\[[a-z][a-z _-]{0,40}\]|\{\{?\s?[a-z][\w .-]{0,40}\}?\}|\$\{?[A-Z_]{2,40}\}?|%[sd]|[*•●·]{3,}|x{4,}|\.{3}|…)/iu;

const words: ReadonlySet<string> = new Set(
  `redacted changeme yourpassword example todo hidden masked removed none null undefined true false required optional empty unset missing placeholder
  forgotten vergessen oublie olvidada esquecida incorrect wrong invalid expired changed updated reset show hide
  weak strong medium good must should cannot field input text string number boolean object array value protected encrypted pflichtfeld requis
  obligatorio enabled disabled manager policy rules hint confirm confirmation here below above unknown rotated
  stored saved safe secure minimum maximum length characters kept vault never only with from when after before
  the your this that each please enter choose login sign
  unchanged visible verified valid allowed denied accepted rejected confirmed active inactive default generated automatic locked
  unlocked pending mandatory provided supplied matches mismatch forgot erforderlich obligatoire facultatif verplicht
  vereist krävs påkrævet pakollinen wymagane povinné обязательно требуется забыли 必須 必填 任意`.split(
    /\s+/,
  ),
);

/** How a hint or a question begins, in scripts that set no spaces between words. */
const unspacedHint =
  /^(?:请|請|什么|什麼|如何|怎么|怎麼|哪|为何|為何|输入|輸入|至少|最少|不少于|应|應|必须|必須|需要|何[をがか]|どう|무엇|입력)/u;

/** Whether a value that a sensitive name precedes is no value at all. */
export function isPlaceholder(value: string): boolean {
  if (placeholders.test(value) || unspacedHint.test(value)) return true;
  const word = value.toLowerCase().replace(/[^\p{L}].*$/su, '');
  return words.has(word) && !/\d/.test(value);
}

/** Whether a value looks chosen rather than written as prose: a digit, a symbol or mixed case. */
export function looksChosen(value: string): boolean {
  return /\d/.test(value) || /[a-z][A-Z]/.test(value) || /[\p{L}\d][!@#$%^&*+=~?_][\p{L}\d]?/u.test(value);
}
