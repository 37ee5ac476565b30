import { z } from 'zod'

/** The inbounds that a group or a plan names: by id, and by label. */
const named = {
  /** Members are attached and detached as this changes. */
  followInbounds: z.boolean(),
  inboundIds: z.array(z.int().min(1)).max(1000),
  labels: z.array(z.string().max(255)).max(100),
}
export const Named = z.object(named)
export type Named = z.infer<typeof Named>

export const namedShape = named
