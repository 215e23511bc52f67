import type { Request } from './operation.ts';

/** What a history changes, as one client alone would see it. */
export interface ModelState {
  readonly records: ReadonlyMap<string, { readonly version: number; readonly content: string }>;
  readonly goals: ReadonlyMap<string, 'active' | 'paused'>;
  readonly todos: ReadonlyMap<string, 'open' | 'cancelled'>;
}

export interface Applied {
  /** What the client is answered: the rule of a refusal, or what was accepted. */
  readonly outcome: string;
  readonly state: ModelState;
}

export const emptyState: ModelState = { records: new Map(), goals: new Map(), todos: new Map() };

/** The sequential model: what each request comes to when nothing else goes on. It shares nothing with the kernel. */
export function apply(state: ModelState, request: Request): Applied {
  const same = (outcome: string): Applied => ({ outcome, state });
  switch (request.kind) {
    case 'put-record': {
      const version = state.records.get(request.record)?.version ?? 0;
      if (request.version < version) return same('record.stale-version');
      if (request.version > version) return same('record.version-ahead');
      const written = { version: version + 1, content: request.content };
      const records = new Map(state.records).set(request.record, written);
      return { outcome: `version ${version + 1}`, state: { ...state, records } };
    }
    case 'pause-goal': {
      const goal = request.paused ? 'paused' : 'active';
      return { outcome: goal, state: { ...state, goals: new Map(state.goals).set(request.goal, goal) } };
    }
    case 'create-todo': {
      if (state.todos.has(request.todo)) return same('todo.exists');
      return {
        outcome: 'created',
        state: { ...state, todos: new Map(state.todos).set(request.todo, 'open') },
      };
    }
    case 'cancel-todo': {
      const todo = state.todos.get(request.todo);
      if (todo === undefined) return same('todo.unknown');
      if (todo === 'cancelled') return same('todo.terminal');
      return {
        outcome: 'cancelled',
        state: { ...state, todos: new Map(state.todos).set(request.todo, 'cancelled') },
      };
    }
    case 'read-record': {
      const record = state.records.get(request.record);
      return same(record === undefined ? 'nothing' : `version ${record.version}: ${record.content}`);
    }
  }
}
