/** No prompts, no background traffic, no crash reports; the sandbox stays on except where it cannot run. */
export function ownArguments(runsAsRoot: boolean): string[] {
  return [
    '--deny-permission-prompts',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-breakpad',
    '--disable-sync',
    '--no-pings',
    '--disable-blink-features=WebTransport',
    ...(runsAsRoot ? ['--no-sandbox'] : []),
  ];
}
