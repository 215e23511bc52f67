import { describe, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type {
  ActionAuthority,
  ActionIntent,
  AttentionItem,
  actionAuthoritySchema,
  Computer,
  ComputerProfile,
  EvidenceRecord,
  GateRecord,
  Problem,
  Receipt,
  ReceiptAuthority,
  RequestAuthority,
  receiptAuthoritySchema,
  requestAuthoritySchema,
  Screen,
  ScreenObservation,
  StructuralAction,
  TodoRecord,
  Usage,
} from '../src/index.ts';

/** Types are derived from the schemas; this is what callers rely on. `tsc` checks it. */
describe('the types of the records', () => {
  it('of a Computer and its Screen', () => {
    expectTypeOf<Computer>().toEqualTypeOf<{
      schema_version: 'cux_computer_v1';
      computer_id: string;
      workspace_id: string;
      lifecycle: 'sleeping' | 'waking' | 'awake' | 'archiving' | 'archived';
      generation: number;
      profile: { profile_id: string; revision: number };
      recovery_grade: 'none' | 'cold' | 'warm';
      sharing_scope: 'exclusive' | 'workspace';
      resource_version: number;
      created_at: number;
      updated_at: number;
    }>();
    expectTypeOf<Screen>().toEqualTypeOf<{
      schema_version: 'cux_screen_v1';
      screen_id: string;
      computer_id: string;
      workspace_id: string;
      width: number;
      height: number;
      scale_percent: number;
      generation: number;
      control: 'agent' | 'draining' | 'human';
      control_epoch: number;
      observation_generation: number;
      attachment: 'detached' | 'attached';
      active_target: string | null;
      created_at: number;
      updated_at: number;
      observed_at: number | null;
    }>();
    expectTypeOf<ComputerProfile['screen']>().toEqualTypeOf<
      Pick<Screen, 'width' | 'height' | 'scale_percent'>
    >();
    expectTypeOf<ScreenObservation['screenshot']>().toEqualTypeOf<{
      digest: string;
      redacted: true;
    } | null>();
  });

  it('of an action', () => {
    expectTypeOf<ActionIntent['kind']>().toEqualTypeOf<
      'click' | 'keypress' | 'scroll' | 'type_text' | 'select_option' | 'switch_target' | 'close_target'
    >();
    expectTypeOf<keyof StructuralAction>().toEqualTypeOf<
      'schema_version' | 'intent' | 'deadline_ms' | 'idempotency_key'
    >();
  });

  it('of what the kernel keeps', () => {
    expectTypeOf<GateRecord['decision']>().toEqualTypeOf<
      | { status: 'pending'; closed_for: null }
      | { status: 'open'; closed_for: null }
      | {
          status: 'closed';
          closed_for: 'consumed' | 'rejected' | 'revoked' | 'expired' | 'superseded' | 'content_gone';
        }
    >();
    expectTypeOf<TodoRecord['state']>().toEqualTypeOf<
      'open' | 'running' | 'awaiting_gate' | 'reconciling' | 'blocked' | 'done' | 'cancelled'
    >();
    expectTypeOf<TodoRecord['attention']>().toEqualTypeOf<AttentionItem | null>();
    expectTypeOf<EvidenceRecord>().not.toHaveProperty('bytes');
    expectTypeOf<Usage['measure']>().toEqualTypeOf<
      | 'awake_milliseconds'
      | 'unproved_milliseconds'
      | 'actions'
      | 'observations'
      | 'approvals'
      | 'interventions'
      | 'evidence_bytes'
    >();
    expectTypeOf<Usage['action']>().toEqualTypeOf<ActionIntent['kind'] | null>();
    expectTypeOf<Problem['findings']>().toEqualTypeOf<{ rule: string; path: string }[] | undefined>();
  });

  it('of a receipt, in which no decision can stand', () => {
    expectTypeOf<Receipt['evidence']['raw_evidence_copied']>().toEqualTypeOf<false>();
    expectTypeOf<Receipt['stop_reason']>().toEqualTypeOf<
      'completed' | 'stopped_at_gate' | 'blocked_by_unknown_modal' | 'failed'
    >();
    expectTypeOf<Receipt>().not.toHaveProperty('complete_todo');
  });

  it('of the snapshots, which are what the judges take', () => {
    expectTypeOf<z.infer<typeof receiptAuthoritySchema>>().toExtend<ReceiptAuthority>();
    expectTypeOf<z.infer<typeof requestAuthoritySchema>>().toExtend<RequestAuthority>();
    expectTypeOf<z.infer<typeof actionAuthoritySchema>>().toExtend<ActionAuthority>();
    expectTypeOf<keyof ReceiptAuthority>().toEqualTypeOf<keyof z.infer<typeof receiptAuthoritySchema>>();
    expectTypeOf<keyof RequestAuthority>().toEqualTypeOf<keyof z.infer<typeof requestAuthoritySchema>>();
    expectTypeOf<keyof ActionAuthority>().toEqualTypeOf<keyof z.infer<typeof actionAuthoritySchema>>();
    expectTypeOf<keyof ReceiptAuthority['attempt']>().toEqualTypeOf<
      keyof z.infer<typeof receiptAuthoritySchema>['attempt']
    >();
  });
});
