import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'

/** What a port or a certificate belongs to, as the beginning of a sentence. */
export const ownerOf = ({ of, name }: { of: 'panel' | 'subscriptions' | 'inbound'; name: string }): Coded =>
  of === 'inbound' ? coded('owner.inbound', { name }) : coded(`owner.${of}`)
