/**
 * What Playwright turns off. Chromium heeds the last `--disable-features` alone, so whoever adds one says all of
 * Playwright's again; a test compares them.
 */
const turnedOffByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Pages that Chromium draws below its address bar. Nobody types there, and loading them costs a process of its own and
 * about a third of the computing time of every start.
 */
const pagesOfTheAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** No prompts, no background traffic, no crash reports, and no page that nobody asked for. */
export const ownArguments: readonly string[] = [
  '--deny-permission-prompts',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-breakpad',
  '--disable-sync',
  '--no-pings',
  `--disable-features=${[...turnedOffByPlaywright, ...pagesOfTheAddressBar].join(',')}`,
];

/** What a page has a graphics card compute is its own text; it is not kept beside the profile. */
export const unkeptArguments: readonly string[] = ['--disable-gpu-shader-disk-cache'];
