import { Refusal } from '#domain/refusal.ts'
import { canonicalIp, isSocketPath } from './listen.ts'

/**
 * The core refuses a host name here, and with it the whole configuration. Separate from `listen.ts`: the topology on
 * Home reads addresses, and must not load the sentences of all refusals for it.
 */
export function checkListen(listen: string): string {
  const text = listen.trim()
  if (text === '' || isSocketPath(text) || canonicalIp(text)) return text
  throw new Refusal('inbound.listen-invalid', {}, 'listen')
}
