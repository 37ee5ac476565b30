import type { InboundOption } from '#contract/inbound.ts'

/** What an operator calls it; one without a name is known by its port. */
export const inboundName = ({
  remark,
  protocol,
  port,
}: Pick<InboundOption, 'remark' | 'protocol' | 'port'>) => remark || `${protocol}:${port}`
