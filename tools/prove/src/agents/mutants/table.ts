import type { Mutant } from './mutant.ts';

/** At least one for each invariant of agents' work. Where two lines of defence stand, both are taken away. */
export const mutants: readonly Mutant[] = [
  {
    name: 'pressed twice',
    because: 'a permit whose rules are never spent, and a driver that presses once more to be sure',
    edits: [
      { file: 'provider-sdk/src/guard/armed-permit.ts', from: 'this.#spent.has(rule.id)', instead: 'false' },
      {
        file: 'provider-sdk/src/guard/armed-permit.ts',
        from: 'this.#contents.has(content)',
        instead: 'false',
      },
      {
        file: 'provider-sdk/src/driver/press-final-action.ts',
        from: 'return await send();',
        before: 'await send();',
      },
    ],
    law: /site\.one-effect-per-(permit|approval)/,
    from: 1,
  },
  {
    name: 'the guard opens',
    because: 'a write that no rule allows is let through',
    edits: [
      {
        file: 'provider-sdk/src/guard/decide-request.ts',
        from: "if (typeof verdict === 'string') return block(verdict);",
        before: "if (typeof verdict === 'string') return { kind: 'allow', rule: 'draft', permit: false };",
      },
    ],
    law: /desk\.permitted|desk\.effects-within-approvals/,
    from: 1,
  },
  {
    name: 'woken before it is held',
    because: 'the provider is contacted before the kernel has given the Computer to this process',
    edits: [
      {
        file: 'runtime/src/computer/wake-computer.ts',
        from: 'const taken = await context.send(',
        before:
          "const guard = await context.startGuard(); const asked = { guard: guard.endpoint, viewport: { width: 1280, height: 800 }, storedSession: null, workingDirectory: '', retention, signal: new AbortController().signal }; await (await provider.openSession(asked)).close();",
      },
    ],
    law: /contact\.placed-first/,
    from: 0,
  },
  {
    name: 'acts before it says so',
    because: 'the page is touched before the intent is written down',
    edits: [
      {
        file: 'runtime/src/action/act.ts',
        from: 'const begun = await context.send(',
        before: 'await held.guarded.session.surface.scrollBy(null, { x: 0, y: 0 });',
      },
    ],
    law: /contact\.admitted-first/,
    from: 0,
  },
  {
    name: 'looks before it asks',
    because: 'a question to a person needs no contact, and none is admitted',
    edits: [
      {
        file: 'runtime/src/action/ask-approval.ts',
        from: 'const evidence = await evidenceOf(context, held, running);',
        before: "await held.guarded.session.surface.capture('screenshot');",
      },
    ],
    law: /contact\.none-when-refused/,
    from: 0,
  },
  {
    name: 'a generation falls',
    because: 'a Computer that is woken again is of an earlier generation',
    edits: [
      {
        file: 'kernel/src/decide/computers.ts',
        from: 'computer.generation + 1',
        instead: 'computer.generation === 0 ? 1 : computer.generation - 1',
      },
      {
        file: 'kernel/src/invariants.ts',
        from: 'after.generation !== before.generation + (woken ? 1 : 0)',
        instead: 'false',
      },
    ],
    law: /computer\.generation-rises/,
    from: 0,
  },
  {
    name: 'hands before draining',
    because: 'a person gets the Screen while an attempt is under way on it',
    edits: [
      {
        file: 'kernel/src/decide/screens.ts',
        from: 'yield* attemptUnderWay(pair.computer.sessions)',
        instead: 'null',
      },
    ],
    law: /takeover\.person-alone|takeover\.agent-acts/,
    from: 480,
  },
  {
    name: 'two pairs of hands',
    because: 'an attempt begins on a Screen that an attempt of another session is under way on',
    edits: [
      {
        file: 'kernel/src/decide/sessions.ts',
        from: 'yield* attemptUnderWay(computer.sessions.filter((each) => each !== session_id))',
        instead: 'null',
      },
      {
        file: 'kernel/src/invariants.ts',
        from: 'sameScreen.filter(({ attempt_id }) => attempt_id !== null).length > 1',
        instead: 'false',
      },
    ],
    law: /screen\.one-attempt/,
    from: 0,
  },
  {
    name: 'control is not asked',
    because: 'an agent goes on while a person wants the Screen',
    edits: [
      { file: 'runtime/src/action/ladder.ts', from: "screen?.control !== 'agent'", instead: 'false' },
      {
        file: 'runtime/src/action/ladder.ts',
        from: 'attempt?.control_epoch === screen.control_epoch',
        instead: 'true',
      },
      {
        file: 'kernel/src/decide/sessions.ts',
        from: 'epochRefusal(control_epoch, screen)',
        instead: 'null',
      },
    ],
    law: /takeover\.begins-nothing/,
    from: 8,
  },
  {
    name: 'approvals outlive hands',
    because: 'a person may have done by hand what was approved',
    edits: [
      {
        file: 'kernel/src/decide/computers.ts',
        from: "gate === null || gate.kind === 'standing' || gate.status === 'closed'",
        instead: 'true',
      },
    ],
    law: /takeover\.ends-approvals/,
    from: 0,
  },
  {
    name: 'another page will do',
    because: 'an approval is used on a page that was opened after it',
    edits: [
      {
        file: 'runtime/src/action/ladder.ts',
        from: 'approval !== null && approval.subject.action.generation !== generation',
        instead: 'false',
      },
      {
        file: 'runtime/src/action/ladder.ts',
        from: 'approval !== null && computer?.placement === null',
        instead: 'false',
      },
      { file: 'runtime/src/action/approved-action.ts', from: '!unchanged', instead: 'false' },
    ],
    law: /approval\.bound-to-its-page/,
    from: 122,
  },
  {
    name: 'another text will do',
    because: 'what was typed is not looked at again before it is pressed',
    edits: [
      { file: 'provider-sdk/src/driver/prepare-approved.ts', from: 'draft.intact', instead: 'true' },
      {
        file: 'provider-sdk/src/driver/press-final-action.ts',
        from: 'countHeldFields(environment, facts)',
        instead: 'null',
      },
    ],
    law: /desk\.exactly-that/,
    from: 45,
  },
  {
    name: 'a fault leaves it behind',
    because: 'what a failing store has left half-way stays so while its process lives',
    edits: [
      {
        file: 'runtime/src/computer/recover-computers.ts',
        from: 'const attempts = await kernel.attempts(workspace, { states: unfinished });',
        before: 'return [];',
      },
    ],
    law: /liveness/,
    from: 0,
  },
];
