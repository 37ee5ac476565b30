import type { InboundOption } from '#contract/inbound.ts'

/** Vision if any of the inbounds supports it, so that nobody forgets to set it. */
export const flowFor = (inbounds: readonly InboundOption[]): { flow?: string } =>
  inbounds.some(({ tlsFlowCapable }) => tlsFlowCapable) ? { flow: 'xtls-rprx-vision' } : {}
