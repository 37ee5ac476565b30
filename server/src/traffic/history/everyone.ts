import type { Named } from './names.ts'

/** The name of all clients together. */
export const everyone = { kind: 'all', name: 'clients' } as const satisfies Named
