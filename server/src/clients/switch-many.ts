import type { StoredClient } from '#domain/clients/client.ts'
import { type EndRule, switchedBy, whyEnded } from '#domain/clients/enable.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Skip } from './create-many.ts'

/** What ends a client, with what its group and plan say. */
export type RuleOf = (next: StoredClient) => EndRule

/** The rule of one act that switches clients on or off, and which clients stay off because they have ended. */
export function switching(enable: boolean, now: number) {
  const stillOff: Skip[] = []
  function rule(client: StoredClient, used: number, ruleOf: RuleOf): StoredClient {
    const next = switchedBy(client, enable, used, now, ruleOf(client))
    const code = enable && !next.enable ? whyEnded(client, used, now, ruleOf(client)) : undefined
    if (code) {
      const why = new Refusal(code)
      stillOff.push({ email: client.email, reason: why.message, reasonCoded: [codedOf(why)] })
    }
    return next
  }
  return { rule, stillOff }
}
