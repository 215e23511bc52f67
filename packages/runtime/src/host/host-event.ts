import type { ActionRequest, Annex, AttentionItem, Digest, EvidenceClass, Receipt } from '@cux/contracts';
import type { PolicyDecision } from '@cux/policy';

/**
 * What a host tells while it works: for terminals and views, never for decisions. It holds no plan and no value; of
 * a page only the redacted label of a blocker, and of the content what a question to a person names.
 */
export type HostEvent =
  | { readonly kind: 'request-built'; readonly request: ActionRequest; readonly policy: PolicyDecision }
  | { readonly kind: 'attempt-admitted'; readonly attempt_id: string; readonly fence: number }
  | { readonly kind: 'attempt-refused'; readonly rule: string; readonly message: string }
  | { readonly kind: 'session-opened'; readonly provider_id: string; readonly stored_session: boolean }
  | {
      readonly kind: 'evidence-kept';
      readonly evidence_class: EvidenceClass;
      readonly digest: Digest;
      readonly media_type: string;
    }
  | { readonly kind: 'prepared'; readonly attempt_id: string }
  | { readonly kind: 'committed'; readonly attempt_id: string; readonly gate_id: string }
  | { readonly kind: 'pressed'; readonly attempt_id: string }
  | { readonly kind: 'reported'; readonly receipt: Receipt; readonly annex: Annex; readonly state: string }
  | { readonly kind: 'voided'; readonly attempt_id: string }
  | {
      readonly kind: 'settled';
      readonly because: string;
      readonly todo_state: string;
      readonly gate_id: string | null;
      readonly attention: AttentionItem | null;
    }
  | { readonly kind: 'takeover-started'; readonly account: string; readonly origin: string }
  | { readonly kind: 'takeover-ended' }
  | { readonly kind: 'recovered'; readonly explanation: string }
  /** Something of a session could not be put away. The guard denies; a person has to end or delete it. */
  | { readonly kind: 'left-behind'; readonly what: 'engine' | 'guard' | 'working-directory' };
