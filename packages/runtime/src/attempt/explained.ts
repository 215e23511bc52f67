import { PlanFault, ProviderFault } from '@cux/provider-sdk';
import type { HostRefusal } from '../host/host.ts';
import { EvidenceRefused } from './evidence-refused.ts';

/** The refusal that a fault stands for, where it says itself what to do next; null for faults that nobody foresaw. */
export function explained(error: unknown): HostRefusal | null {
  if (ProviderFault.isInstance(error)) {
    return { kind: 'refused', rule: `provider.${error.code}`, message: error.message };
  }
  if (PlanFault.isInstance(error) || EvidenceRefused.isInstance(error)) {
    return { kind: 'refused', rule: error.rule, message: error.message };
  }
  return null;
}
