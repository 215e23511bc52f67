import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordEngine } from '../orphans/engine-record.ts';
import type { OpenSessionOptions, ProviderSession } from '../provider/provider.ts';
import { ProviderFault } from '../provider/provider-fault.ts';
import { ProviderConnection } from './connection.ts';
import { type GuardSocket, openGuardSocket } from './guard-socket.ts';
import type { ProviderManifest } from './manifest.ts';
import type { ProcessLimits } from './process-limits.ts';
import { processSurface } from './process-surface.ts';
import { protocolVersions } from './protocol.ts';
import { providerEnvironment } from './provider-environment.ts';
import { type StartedProcess, startProcess } from './start-process.ts';

/** Where and how the processes of one provider run. */
export interface ProcessPlace {
  readonly manifest: ProviderManifest;
  readonly folder: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly confinement: readonly string[];
  readonly limits: ProcessLimits;
  readonly onLog: (line: string) => void;
}

export interface Conversation {
  readonly started: StartedProcess;
  readonly connection: ProviderConnection;
  targetOpened(): boolean;
}

/** Starts the process and agrees on a version with it. Nothing is left when either fails. */
export async function converse(place: ProcessPlace, workingDirectory: string): Promise<Conversation> {
  const { manifest, folder, confinement, limits, onLog } = place;
  const started = await startProcess({
    ...manifest.command,
    folder,
    environment: providerEnvironment(process.env, workingDirectory),
    confinement,
    onLog,
  });
  let opened = false;
  const connection = new ProviderConnection(started, () => {
    opened = true;
  });
  try {
    const params = { protocol_versions: protocolVersions, host: 'cux' };
    const answer = await connection.call('initialize', params, limits.greeting);
    requireVersion(manifest, answer);
  } catch (fault) {
    started.kill();
    await started.ended;
    throw fault;
  }
  return { started, connection, targetOpened: () => opened };
}

function requireVersion(
  manifest: ProviderManifest,
  answer: { readonly protocol_version: number; readonly provider_id: string },
): void {
  const { minimum, maximum } = manifest.protocol;
  const version = answer.protocol_version;
  const ours = version >= protocolVersions.minimum && version <= protocolVersions.maximum;
  if (!ours || version < minimum || version > maximum) {
    throw new ProviderFault(
      'version_unsupported',
      `The provider chose version ${version} of the protocol, which was not offered; update cux or the provider.`,
    );
  }
  if (answer.provider_id !== manifest.provider_id) {
    throw new ProviderFault(
      'manifest_invalid',
      'The process calls itself by another provider id than its manifest does; correct one of them.',
    );
  }
}

/** One process for one session, behind the guard. */
export async function openProcessSession(
  place: ProcessPlace,
  options: OpenSessionOptions,
): Promise<ProviderSession> {
  const { signal, workingDirectory, guard } = options;
  signal.throwIfAborted();
  const socket = await openGuardSocket(guard.proxyUrl, workingDirectory);
  let conversation: Conversation | null = null;
  try {
    const authority = join(workingDirectory, 'guard-authority.pem');
    await writeFile(authority, guard.certificateAuthority, { mode: 0o600 });
    // What a provider writes of a page to its log may end in a file of somebody else's.
    const heard = options.retention === 'zdr' ? { ...place, onLog: () => undefined } : place;
    conversation = await converse(heard, workingDirectory);
    await recordEngine(workingDirectory, conversation.started.processId);
    const { session_reference } = await conversation.connection.call(
      'session/open',
      {
        guard: {
          proxy_url: guard.proxyUrl,
          proxy_socket: socket?.path ?? null,
          confined: place.confinement.length > 0,
          certificate_authority_file: authority,
          spki_sha256: guard.spkiSha256,
        },
        viewport: options.viewport,
        stored_session:
          options.storedSession === null ? null : Buffer.from(options.storedSession).toString('base64'),
        working_directory: workingDirectory,
        ...(options.retention === 'zdr' ? { retention: options.retention } : {}),
        config: { ...place.config },
      },
      place.limits.opening,
    );
    return liveSession(place, options, conversation, socket, session_reference);
  } catch (fault) {
    await putAway(conversation, socket, workingDirectory);
    throw fault;
  }
}

function liveSession(
  { limits, manifest }: ProcessPlace,
  { signal, workingDirectory }: OpenSessionOptions,
  conversation: Conversation,
  socket: GuardSocket | null,
  sessionReference: string,
): ProviderSession {
  const { connection, targetOpened } = conversation;
  let ending: Promise<void> | null = null;
  const end = async (asked: boolean): Promise<void> => {
    signal.removeEventListener('abort', abort);
    // The one that is asked may take a moment to put its things away; either way it is ended.
    if (asked) await connection.call('session/close', {}, limits.closing, () => ({})).catch(() => undefined);
    connection.fail(closed());
    await putAway(conversation, socket, workingDirectory);
  };
  const close = (asked: boolean): Promise<void> => {
    ending ??= end(asked).catch(() => undefined);
    return ending;
  };
  const abort = () => void close(false);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return {
    sessionReference,
    surface: processSurface(connection, limits, {
      takesFiles: manifest.features.includes('files'),
      targetOpened,
    }),
    geometry: () => connection.call('session/geometry', {}, limits.call),
    exportStoredSession: async () => {
      const { stored_session } = await connection.call('session/export', {}, limits.call);
      return Buffer.from(stored_session, 'base64');
    },
    close: () => close(true),
  };
}

function closed(): ProviderFault {
  return new ProviderFault('engine_gone', 'The session was closed; open a new one.');
}

/** Ends the process with its children, cuts its way to the guard, and empties its folder. */
async function putAway(
  conversation: Conversation | null,
  socket: GuardSocket | null,
  workingDirectory: string,
): Promise<void> {
  conversation?.started.kill();
  await conversation?.started.ended;
  await socket?.close();
  const names = await readdir(workingDirectory).catch(() => []);
  await Promise.all(
    names.map((name) =>
      rm(join(workingDirectory, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(
        () => undefined,
      ),
    ),
  );
}
