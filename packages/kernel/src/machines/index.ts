import { actionMachine } from './action.ts';
import { attemptMachine } from './attempt.ts';
import { computerMachine } from './computer.ts';
import { gateMachine } from './gate.ts';
import { goalMachine } from './goal.ts';
import { lockMachine } from './lock.ts';
import type { Machine } from './machine.ts';
import { screenMachine } from './screen.ts';
import { sessionMachine } from './session.ts';
import { todoMachine } from './todo.ts';
import { workspaceMachine } from './workspace.ts';

/** Every machine, the larger things first. `docs/kernel.md` draws them. */
export const machines: readonly Machine<string>[] = [
  goalMachine,
  todoMachine,
  attemptMachine,
  gateMachine,
  sessionMachine,
  actionMachine,
  computerMachine,
  screenMachine,
  lockMachine,
  workspaceMachine,
];
