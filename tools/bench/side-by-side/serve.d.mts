export function serve(cycle: (id: string) => Promise<void>, close: () => Promise<void>): void;
