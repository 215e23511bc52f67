import manifest from './package.json' with { type: 'json' };

/** Only what installing one asks for; its doctor tells its version. */
export const createProvider = () => ({
  providerId: 'sample',
  profile: () => ({}),
  doctor: async () => [{ check: 'sample', ok: true, message: manifest.version }],
});
