import { inputs } from './inputs.ts'
import { panel } from './panel.ts'
import { shareLinks } from './share-links.ts'

/** Every sentence with which the panel says no, once, in English. A code never changes its meaning. */
export const refusals = { ...inputs, ...shareLinks, ...panel } as const

export type RefusalCode = keyof typeof refusals
