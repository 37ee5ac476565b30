import type { InboundOption } from '#contract/inbound.ts'

/** The remark, or the port if there is none. */
export const inboundName = ({ remark, protocol, port }: InboundOption) => remark || `${protocol}:${port}`
