import type { FleetChecked, FleetChecks, FleetLookOut, FleetSaw } from '#contract/fleet-api.ts'
import { centreUserName } from '#domain/core-config/check-user.ts'
import { reportedOf } from '#domain/entries/reported.ts'
import { isPublic } from '#domain/net/address-class.ts'
import { Refusal } from '#domain/refusal.ts'
import { parseAccessLine } from '../../connections/cut/access-line.ts'
import type { Core } from '../../core/room.ts'
import type { Target } from '../../entries/round.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import { NotPublic } from '../../platform/egress/resolve.ts'
import type { Base } from '../../settings/base-services.ts'

export interface CheckDeps extends Pick<Base, 'egress' | 'now'> {
  core: Core
}

const width = 8

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

  /** An address in this panel's own network is for a centre in that network: another one could look around there. */
  async function mayDial(
    { advertised: { host, port } }: Target,
    allowPrivateAddress: boolean,
  ): Promise<boolean> {
    const url = `https://${host.includes(':') ? `[${host}]` : host}:${port}/`
    try {
      await egress.publicAddresses?.(url, { allowPrivateAddress, signal: core.testCores.signal })
      return true
    } catch (error) {
      // Whether a name resolves is a part of the check.
      if (error instanceof Refusal) return !(error instanceof NotPublic)
      throw error
    }
  }

  async function look({ page: url, entries }: FleetLookOut, from: string): Promise<FleetSaw> {
    const may = await mapLimited(entries, width, (entry) => mayDial(entry, !isPublic(from)))
    const targets = entries.filter((_, i) => may[i])
    const { checkRound } = await import('../../entries/round.ts')
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
