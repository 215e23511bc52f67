import type { AnchoredDetector, SearchedDetector } from '../detector.ts';
import { anchoredCookies, searchedCookies } from './cookies.ts';
import { anchoredKeys } from './keys.ts';
import { anchoredNames } from './named.ts';
import { searchedNumbers } from './numbers.ts';
import { anchoredEvidence, searchedEvidence } from './raw-evidence.ts';
import { anchoredSecondFactors } from './second-factor.ts';
import { anchoredStored, searchedStored } from './stored.ts';
import { anchoredTokens, searchedTokens } from './tokens.ts';
import { anchoredLinks } from './web.ts';

export const anchoredDetectors = (): readonly AnchoredDetector[] => [
  ...anchoredTokens(),
  ...anchoredKeys(),
  ...anchoredSecondFactors(),
  ...anchoredCookies(),
  ...anchoredLinks(),
  ...anchoredNames(),
  ...anchoredEvidence(),
  ...anchoredStored(),
];

export const searchedDetectors = (): readonly SearchedDetector[] => [
  ...searchedTokens(),
  ...searchedCookies(),
  ...searchedEvidence(),
  ...searchedNumbers(),
  ...searchedStored(),
];
