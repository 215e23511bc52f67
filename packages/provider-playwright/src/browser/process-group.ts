/**
 * Ends the group that this process leads. On Windows, which has no process groups, only the process itself: its
 * children lose their channel to it and end.
 */
export function endProcessGroup(leader: number): void {
  for (const target of process.platform === 'win32' ? [leader] : [-leader, leader]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // Already gone.
    }
  }
}
