/** No prompts, no background traffic, no crash reports; what a page could use beside the proxy is off. */
export const ownArguments: readonly string[] = [
  '--deny-permission-prompts',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-breakpad',
  '--disable-sync',
  '--no-pings',
  '--disable-blink-features=WebTransport',
];
