/** `1 publication`, `2 publications`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `once`, `3 times`. */
export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
