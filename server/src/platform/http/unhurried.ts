import { serverOf } from './listener.ts'
import type { HttpReply } from './reply.ts'
import type { HttpRequest } from './request.ts'

/**
 * While the work of a known caller goes on, no bytes move, and that must not end the connection. Returns what sets the
 * limit again, for a reader that takes the answer too slowly.
 */
export function unhurried({ raw, caller }: HttpRequest, reply: HttpReply): () => void {
  const server = serverOf(raw.socket)
  if (!server || caller.kind === 'anonymous') return () => {}
  const wait = () => void reply.raw.setTimeout(0)
  const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers
  // Nobody reads a body that is not there, so its end is not told.
  if (raw.complete || (length === '0' && coding === undefined)) wait()
  else raw.once('end', wait) // an upload must not stand still
  return () => {
    raw.off('end', wait)
    reply.raw.setTimeout(server.timeout)
  }
}
