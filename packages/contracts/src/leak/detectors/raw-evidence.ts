import type { Detector } from '../detector.ts';

/** Bytes and bodies that belong in the vault and never in a record. */
export const rawEvidenceDetectors: readonly Detector[] = [
  {
    rule: 'leak.raw-evidence',
    pattern: /(?<![\w-])data:[\w.+/-]{0,80}(?:;[\w=-]{1,40}){0,4},[^\s"'<>]{8,65536}/gi,
  },
  { rule: 'leak.raw-evidence', pattern: /(?<![\w-])blob:https?:\/\/[^\s"'<>]{8,400}/gi },
  // PNG, JPEG, GIF, WebP, PDF, ZIP, gzip, WebM and MP4 in base64.
  {
    rule: 'leak.raw-evidence',
    pattern:
      /(?<![\w+/])(?:iVBORw0KGgo|\/9j\/[24]|R0lGOD(?:dh|lh)|UklGR[\w+/]{2,12}|JVBERi0|UEsDB[AB]|H4sI[AC]|GkXfo|AAAA[\w+/]{2,4}Z0eX|Qk0[\w+/]{2}|SUkqA|TU0AK)[\w+/=-]{12,65536}/g,
  },
  {
    rule: 'leak.raw-evidence',
    pattern:
      /(?<![0-9a-f])(?:89504e470d0a1a0a|ffd8ffe[0-9a-f]|47494638|25504446|504b0304|1f8b08)[0-9a-f]{16,65536}/gi,
  },
  { rule: 'leak.raw-evidence', pattern: /\u0089PNG|ÿØÿ|GIF8[79]a|%PDF-1/g },
  {
    rule: 'leak.raw-evidence',
    pattern: /<!doctype\s{1,4}html|<html[\s>]|<body[\s>]|<head>|<\/html>|<script[\s>]/gi,
  },
  {
    rule: 'leak.raw-evidence',
    pattern:
      /(?:<(?:div|span|p|a|td|tr|li|form|input|meta|table|section|svg)\b[^<>]{0,400}>[^<>]{0,400}(?:<\/\w{1,20}>)?\s{0,20}){3,400}/gi,
  },
  { rule: 'leak.raw-evidence', pattern: /<input\b[^<>]{0,400}\bvalue\s{0,3}=[^<>]{1,400}>/gi },
];
