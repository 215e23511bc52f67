import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DemoFault } from '../story/demo-fault.ts';

const run = promisify(execFile);

/** PHP extensions that WordPress on SQLite needs, and the Debian package of each. */
const needed = [
  { extension: 'pdo_sqlite', debianPackage: 'php-sqlite3' },
  { extension: 'sqlite3', debianPackage: 'php-sqlite3' },
  { extension: 'xml', debianPackage: 'php-xml' },
  { extension: 'mbstring', debianPackage: 'php-mbstring' },
] as const;

const everything = 'apt-get install -y php-cli php-sqlite3 php-xml php-mbstring';

/**
 * The PHP command, once it is there with all that WordPress needs.
 * `CUX_PHP` names another than the one on the PATH.
 */
export async function requirePhp(environment: NodeJS.ProcessEnv): Promise<string> {
  const command = environment.CUX_PHP ?? 'php';
  const modules = await loadedModules(command);
  if (modules === null) {
    throw new DemoFault(
      'php_missing',
      `The WordPress demo needs the PHP command line, and ${environment.CUX_PHP === undefined ? 'there is no "php" on the PATH' : 'CUX_PHP names none that can be run'}; install it, on Debian or Ubuntu with: ${everything}`,
    );
  }
  const missing = needed.filter(({ extension }) => !modules.has(extension));
  if (missing.length > 0) {
    const packages = [...new Set(missing.map(({ debianPackage }) => debianPackage))].join(' ');
    const names = missing.map(({ extension }) => extension).join(', ');
    throw new DemoFault(
      'php_missing',
      `PHP is here, but without the extensions that WordPress needs (${names}); install them, on Debian or Ubuntu with: apt-get install -y ${packages}`,
    );
  }
  return command;
}

async function loadedModules(command: string): Promise<ReadonlySet<string> | null> {
  try {
    const { stdout } = await run(command, ['-m']);
    return new Set(stdout.split('\n').map((line) => line.trim().toLowerCase()));
  } catch {
    return null;
  }
}
