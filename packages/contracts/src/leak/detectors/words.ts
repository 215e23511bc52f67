/** Words for a password, in the languages that people write forms in: the source of a pattern. */
export const passwordWords = [
  'pass ?word|pass ?wd|passwd|pwd|pass ?phrase|pass ?code',
  'kenn ?wort|passwort|wachtwoord|l(?:ö|o)senord|adgangskode|passord|salasana|[sş]ifre',
  'contrase(?:ñ|n)a|clave|mot ?de ?passe|mdp|senha|palavra-passe|password[ei]|parola',
  'has[lł]o|heslo|jelsz[oó]|пароль|гасло|κωδικός',
  '密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|mật ?khẩu|รหัสผ่าน|पासवर्ड|סיסמה|كلمة ?(?:ال)?(?:مرور|سر)',
].join('|');

const owners =
  'client|app|api|consumer|shared|signing|webhook|master|encryption|private|secret|access|account|storage|auth|session|service|deploy|license|recovery|bot|user|refresh|id|bearer|csrf|xsrf|anti-?csrf|device|push|oauth|personal';

/** Words for other named secrets. */
export const secretWords = [
  `(?:${owners})[ _-]?(?:secret(?:[ _-]?(?:access[ _-]?)?key)?|key|tokens?|credentials?|pass)`,
  'secret|token|api[ _-]?key|credentials?|access[ _-]?code|session[ _-]?id|security[ _-]?answer',
  "cl(?:é|e) (?:d['’])?api|jeton|geheim(?:nis|schl(?:ü|u)ssel)?|segredo|secreto|segreto",
  'токен|секрет|ключ|令牌|密钥|トークン',
].join('|');
