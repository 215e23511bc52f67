import type { RetentionKind, RuntimeProfile } from '@cux/contracts';
import type { GuardEndpoint } from '../guard/guard-endpoint.ts';
import type { Surface } from '../surface/surface.ts';

/** One line of a provider's doctor, in the order in which a person can act on it. */
export interface DoctorLine {
  readonly check: string;
  readonly ok: boolean;
  /** One sentence; when not ok, with the next step. */
  readonly message: string;
}

/** What the host hands to a provider that opens a session. */
export interface OpenSessionOptions {
  /** The host's guard proxy, denying since before this call. A provider sends all traffic through it. */
  readonly guard: GuardEndpoint;
  /** Logical pixels. */
  readonly viewport: { readonly width: number; readonly height: number };
  /** A stored session's bytes, as `exportStoredSession` returned them; never logged. */
  readonly storedSession: Uint8Array | null;
  /** Fresh, private folder of this session; the provider empties it at close. */
  readonly workingDirectory: string;
  /**
   * The workspace's retention; `standard` when left out. Under `zdr` nothing that a page has said reaches a disk, while the
   * session lives and after it was killed. The working directory is in memory then where the provider needs it to be.
   */
  readonly retention?: RetentionKind;
  readonly signal: AbortSignal;
}

/**
 * How a provider leaves nothing that was observed on a disk: it writes none of it anywhere, or into the working directory of
 * its session alone (its engine's profile, temporary files, downloads).
 */
export type ZeroRetention = 'writes_nothing' | 'in_working_directory';

/**
 * The port that an engine implements (design §6). A provider enforces and reports facts; it never authorises,
 * decides, or sees the kernel.
 */
export interface Provider {
  readonly providerId: string;
  /** Left out by one that cannot promise it: it is given no work in a `zdr` workspace. */
  readonly zeroRetention?: ZeroRetention;
  /** What it can do. Contacts no page and starts nothing; readiness, never permission. */
  profile(): RuntimeProfile;
  doctor(): Promise<readonly DoctorLine[]>;
  /** Throws a `ProviderFault` when the engine cannot be started. */
  openSession(options: OpenSessionOptions): Promise<ProviderSession>;
}

/** The size of what is drawn on: logical pixels, and device pixels for 100 of them. */
export interface SurfaceGeometry {
  readonly width: number;
  readonly height: number;
  readonly scale_percent: number;
}

export interface ProviderSession {
  /** Opaque; registered with the kernel before the first page is opened. Printable ASCII, at most 200 characters. */
  readonly sessionReference: string;
  readonly surface: Surface;
  /** As the engine itself measures it, whatever it was asked for. */
  geometry(): Promise<SurfaceGeometry>;
  /** The signed-in state of the browser (cookies, storage), for the vault and nowhere else. */
  exportStoredSession(): Promise<Uint8Array>;
  /** Ends the engine and every process of it. Never throws; safe to call twice. */
  close(): Promise<void>;
}
