import type { Detector } from '../detector.ts';

/** Tokens that name themselves by a prefix: sources of patterns, matched at a word's start, in any case. */
const prefixed = [
  // Clouds and hosting
  'ya29\\.[\\w-]{20,512}',
  'AIza[\\w-]{35}',
  'GOCSPX-[\\w-]{20,64}',
  'LTAI[a-z0-9]{12,24}',
  'do[op]_v1_[a-f0-9]{64}',
  'dor_v1_[a-f0-9]{64}',
  'HRKU-[\\w-]{20,80}',
  'nfp_[a-z0-9]{30,64}',
  'rnd_[a-z0-9]{24,64}',
  'fo1_[\\w-]{30,64}',
  'FlyV1 fm[12][\\w+/=,-]{20,512}',
  'pscale_(?:tkn|oauth|pw)_[\\w.=-]{20,64}',
  'sbp_[a-f0-9]{40}',
  'sb_secret_[\\w-]{20,64}',
  'hvs\\.[\\w-]{20,300}',
  'hvb\\.[\\w-]{20,300}',
  '[a-z0-9]{14}\\.atlasv1\\.[\\w-]{40,100}',
  'dp\\.(?:pt|st|ct|scim|audit|sa)\\.(?:[\\w-]{2,35}\\.)?[a-z0-9]{30,50}',
  'pul-[a-f0-9]{40}',
  'AGE-SECRET-KEY-1[a-z0-9]{40,64}',
  'ops_eyJ[\\w+/=-]{60,600}',
  'dapi[a-f0-9]{32}',
  // Version control, packages, delivery
  'gh[pousr]_[a-z0-9]{30,255}',
  'github_pat_\\w{22,255}',
  'gl(?:pat|dt|rt|ptt|cbt|ft|imt|agent|soat|oas|ffct)-[\\w.-]{20,300}',
  'ATBB[a-z0-9]{28,40}',
  'AT(?:ATT|CTT)3[\\w=-]{20,300}',
  'npm_[a-z0-9]{36}',
  'pypi-AgE[\\w-]{30,300}',
  'rubygems_[a-f0-9]{48}',
  'dckr_(?:pat|oat)_[\\w-]{20,64}',
  'cio[a-z0-9]{32}',
  'AKCp[a-z0-9]{60,80}',
  'oy2[a-z0-9]{43}',
  'CCIPAT_\\w{20,100}',
  'bkua_[a-z0-9]{40}',
  // Communication
  'xox[abeoprs]-[\\w-]{10,255}',
  'xapp-\\d-[\\w-]{20,255}',
  'xwfp-[\\w-]{20,255}',
  'https:\\/\\/hooks\\.slack\\.com\\/(?:services|workflows|triggers)\\/[\\w/+-]{20,100}',
  'https:\\/\\/(?:ptb\\.|canary\\.)?discord(?:app)?\\.com\\/api\\/webhooks\\/\\d{15,20}\\/[\\w-]{40,100}',
  'https:\\/\\/[\\w-]{1,60}\\.webhook\\.office\\.com\\/[\\w@/-]{40,200}',
  '[MNO][\\w-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}',
  '\\d{8,10}:AA[\\w-]{32,35}',
  'SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}',
  'key-[a-f0-9]{32}',
  '[a-f0-9]{32}-us\\d{1,2}',
  'xkeysib-[a-f0-9]{64}-[a-z0-9]{16}',
  'SK[a-f0-9]{32}',
  're_[a-z0-9]{8}_[a-z0-9]{20,30}',
  // Money and commerce
  '[rs]k_(?:live|test|prod)_[a-z0-9]{10,255}',
  'whsec_[\\w+/=]{20,100}',
  'sq0(?:atp|csp|idp)-[\\w-]{20,64}',
  'EAAA[\\w-]{56,80}',
  'shp(?:at|ca|pa|ss|ua|tka)_[a-f0-9]{32}',
  'access_token\\$(?:production|sandbox)\\$[a-z0-9]{16}\\$[a-f0-9]{32}',
  '(?:live|test)_[a-z0-9]{35}_[a-z0-9]{20,40}',
  'rzp_(?:live|test)_[a-z0-9]{14,24}',
  'plaid-(?:production|sandbox|development)-[a-f0-9-]{30,40}',
  // Models
  'sk-(?:ant|or|proj|svcacct|admin|lf)-[\\w-]{16,255}',
  'sk-[a-z0-9]{32,64}',
  'hf_[a-z0-9]{30,40}',
  'r8_[a-z0-9]{30,40}',
  'gsk_[a-z0-9]{40,64}',
  'xai-[a-z0-9]{60,90}',
  'pplx-[a-z0-9]{40,64}',
  'nvapi-[\\w-]{50,80}',
  'tvly-[\\w-]{20,60}',
  'fw_[a-z0-9]{20,40}',
  'lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{8,12}',
  // Work and observation
  'lin_(?:api|oauth)_[a-z0-9]{32,64}',
  'ntn_[a-z0-9]{40,60}',
  'secret_[a-z0-9]{40,50}',
  'pat[a-z0-9]{14}\\.[a-f0-9]{64}',
  'figd_[\\w-]{30,64}',
  'PMAK-[a-f0-9]{24}-[a-f0-9]{34}',
  'NRAK-[a-z0-9]{27}',
  'NRJS-[a-f0-9]{19}',
  'glc_[\\w+/=]{32,400}',
  'glsa_[a-z0-9]{32}_[a-f0-9]{8}',
  'sntry[su]_[\\w+/=-]{40,400}',
  'dd[ap]_[a-z0-9]{34,44}',
  'phx_[a-z0-9]{30,60}',
  'ATTA[a-f0-9]{60,80}',
  'EAAC[\\w]{60,300}',
  'sk\\.eyJ[\\w.-]{60,255}',
  '(?:sdk|api|mob)-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}',
  'v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,200}',
  'pat-(?:na|eu)\\d-[a-f0-9-]{30,40}',
  'CFPAT-[\\w-]{40,50}',
  'dG9rO[\\w+/=]{30,100}',
  'tfp_[\\w-]{30,60}',
  'apify_api_[a-z0-9]{30,50}',
  'tskey-(?:auth|api|client)-[\\w-]{16,80}',
  'ubu_[a-z0-9]{40,60}',
].join('|');

/** Random letters rather than a word with a prefix: two digits, or changes of case. */
function looksRandom([text]: RegExpExecArray): boolean {
  const digits = text.match(/\d/g)?.length ?? 0;
  const changes = text.match(/[a-z][A-Z]/g)?.length ?? 0;
  if (/_(?:live|test|prod)_/i.test(text) && (digits > 0 || changes > 0)) return true;
  return digits >= 2 || changes >= 2;
}

export const tokenDetectors: readonly Detector[] = [
  {
    rule: 'leak.token',
    pattern: new RegExp(`(?<![a-z0-9])(?:${prefixed})`, 'gi'),
    strong: true,
    confirms: looksRandom,
  },
  {
    rule: 'leak.token',
    pattern: /(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|ANPA|AIPA)[A-Z0-9]{16}(?![A-Z0-9])/g,
    strong: true,
  },
  {
    rule: 'leak.token',
    pattern: /(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|ANPA|AIPA)[A-Z0-9]{16}(?![A-Z0-9])/gi,
    strong: true,
    confirms: looksRandom,
  },
  // Long opaque values that a neighbouring word names.
  {
    rule: 'leak.token',
    pattern:
      /(?:aws|azure|gcp|heroku|twilio|datadog|okta|algolia|cloudflare|mailgun|vercel|telegram|twitter|facebook)[\w .-]{0,30}(?:key|token|secret|sid)["']?\s{0,3}(?:[:=]|=>|is)\s{0,3}["']?(?<value>[\w+/=.-]{20,200})/gi,
    confirms: looksRandom,
  },
  { rule: 'leak.token', pattern: /(?<![\w])A{16,24}[\w%]{30,120}/g, strong: true },
];
