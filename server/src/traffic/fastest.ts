import type { Delta } from '#domain/traffic/delta.ts'

/** So many clients are ordered by their speed; slower ones follow in the usual order. */
const most = 1_000

/** The clients that moved the most bytes in a reading, with those bytes. */
export const fastest = (deltas: readonly Delta[]): [email: string, bytes: number][] =>
  deltas
    .filter(({ kind, up, down }) => kind === 'client' && up + down > 0)
    .map(({ name, up, down }): [string, number] => [name, up + down])
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
