/** Returned by a handler that has sent the reply itself. */
export const sent = { sent: true } as const
export type Sent = typeof sent
