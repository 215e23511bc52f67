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
  expect(chromiumEnvironment(host, '/work', '/work/tmp')).toEqual({
    PATH: '/usr/bin',
    DISPLAY: ':1',
    HOME: '/work',
    XDG_CONFIG_HOME: '/work',
    XDG_CACHE_HOME: '/work',
    TMPDIR: '/work/tmp',
    TEMP: '/work/tmp',
    TMP: '/work/tmp',
  });
});
