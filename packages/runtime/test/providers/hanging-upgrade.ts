// Run as a process of its own: probes a new release, says so, and never comes to the switch.
import type { ReleaseSource } from '../../src/providers/provider-registry.ts';
import { loadPackage, registryIn } from './support.ts';

const [, , folder = '', source = '{}'] = process.argv;
const wanted: ReleaseSource = JSON.parse(source);
let probes = 0;
const registry = registryIn(folder, async (release) => {
  const provider = await loadPackage(release);
  return {
    ...provider,
    doctor: async () => {
      const lines = await provider.doctor();
      probes += 1;
      process.stdout.write('probed\n');
      // The answer is there; what follows is the switch, and this process will not see it.
      await new Promise((resolve) => setTimeout(resolve, 3_600_000));
      return lines;
    },
  };
});
await registry.upgrade('sample', wanted);
process.exitCode = probes;
