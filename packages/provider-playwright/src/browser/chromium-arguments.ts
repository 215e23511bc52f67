/** No prompts, no background traffic, no crash reports. */
export const ownArguments: readonly string[] = [
  '--deny-permission-prompts',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-breakpad',
  '--disable-sync',
  '--no-pings',
];
