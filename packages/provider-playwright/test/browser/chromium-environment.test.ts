import { expect, test } from 'vitest';
import { chromiumEnvironment } from '../../src/browser/chromium-environment.ts';

test('the browser gets what it needs and none of the host’s secrets', () => {
  const host = {
    PATH: '/usr/bin',
    DISPLAY: ':1',
    CUX_TOKEN: 'secret',
    AWS_SECRET: 'secret',
    HOME: '/home/ann',
    TMPDIR: '/home/ann/tmp',
  };
  expect(chromiumEnvironment(host, '/session', '/session/tmp')).toEqual({
    PATH: '/usr/bin',
    DISPLAY: ':1',
    HOME: '/session',
    XDG_CONFIG_HOME: '/session',
    XDG_CACHE_HOME: '/session',
    TMPDIR: '/session/tmp',
    TEMP: '/session/tmp',
    TMP: '/session/tmp',
  });
});
