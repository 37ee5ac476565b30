/** A handler returns this to say that it has sent the reply itself. */
export const sent = { sent: true } as const
export type Sent = typeof sent
