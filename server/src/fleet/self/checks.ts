import type { FleetChecked, FleetChecks, FleetLookOut, FleetSaw } from '#contract/fleet-api.ts'
import { centreUserName } from '#domain/core-config/check-user.ts'
import { reportedOf } from '#domain/entries/reported.ts'
import { isPublic } from '#domain/net/address-class.ts'
import { Refusal } from '#domain/refusal.ts'
import { parseAccessLine } from '../../connections/cut/access-line.ts'
import type { Core } from '../../core/room.ts'
import { entriesIn } from '../../entries/received.ts'
import type { Base } from '../../settings/base-services.ts'

export interface CheckDeps extends Pick<Base, 'egress' | 'now'> {
  core: Core
}

/**
 * What a centre needs to check entries: its hidden clients on the inbounds that it placed here, and this panel as another
 * eye of it. Nothing of it is stored, and no answer has a key.
 */
export function createChecks({ core, egress, now }: CheckDeps) {
  const accepted = new Map<string, number>()
  let isLooking = false

  core.onLine((line) => {
    if (!line.includes(' check/')) return
    const { user = '', inbound = '' } = parseAccessLine(line) ?? {}
    if (user.toLowerCase() === centreUserName(inbound).toLowerCase())
      accepted.set(inbound, (accepted.get(inbound) ?? 0) + 1)
  })

  async function look({ at, page: url, entries }: FleetLookOut, from: string): Promise<FleetSaw> {
    const { checkRound } = await import('../../entries/round.ts')
    // An address in this panel's own network is for a centre in that network: another one could look around there.
    const targets = await entriesIn(entries, { allowPrivate: !isPublic(from), at, now: now() })
    const { outcomes, offline } = await checkRound({ core, egress, url, accepted: () => 0 }, targets)
    const results = targets.flatMap(({ inboundId, entry }, i) => {
      const outcome = outcomes[i]
      return outcome ? [reportedOf(inboundId, entry, outcome)] : []
    })
    return { offline: offline !== undefined, results }
  }

  return {
    async hold({ minutes, eyes }: FleetChecks, token: number): Promise<FleetChecked> {
      core.desired.give(token, eyes, now() + minutes * 60_000)
      await core.apply('entry checks')
      const running = new Set([...(core.connected()?.inbounds.values() ?? [])].map(({ tag }) => tag))
      const asked = new Set(eyes.flatMap(({ keys }) => Object.keys(keys)))
      const held = [...asked].filter((tag) => running.has(tag))
      return { held, accepted: Object.fromEntries(held.map((tag) => [tag, accepted.get(tag) ?? 0])) }
    },
    /** One call at a time: a round takes a processor. */
    async look(body: FleetLookOut, from: string): Promise<FleetSaw> {
      if (isLooking) throw new Refusal('fleet.looks-already')
      isLooking = true
      try {
        return await look(body, from)
      } finally {
        isLooking = false
      }
    },
  }
}
