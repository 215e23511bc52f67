import type { Principal } from '@cux/contracts';

/** Runs the host behind the command; part of every attempt's provenance, so it decides nothing. */
export const operator: Principal = { kind: 'operator', id: 'cux-cli' };

/** The workspace of an application folder that names none. */
export const defaultWorkspace = 'main';
