import { createKernel, type Kernel, randomIds, systemClock } from '@cux/kernel';
import { openSqliteStore } from '@cux/store-sqlite';
import { openFileVault, type Vault } from '@cux/vault';
import { CliFault } from '../cli-fault.ts';
import type { StateLocation } from './locate-state.ts';

/** An opened state folder. */
export interface OpenState {
  readonly location: StateLocation;
  readonly workspaces: readonly string[];
  readonly kernel: Kernel;
  readonly vault: Vault;
  close(): Promise<void>;
}
