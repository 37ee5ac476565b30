import type { CoreConfig } from '#domain/core-config/build.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { sameClaim } from '#domain/inbounds/port.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { testConfig } from '../binary/config-test.ts'
import { type Desired, isLocal } from '../reconcile/desired.ts'
import type { NotOpenInbounds, WhyNot } from '../reconcile/not-open.ts'
import { claimOf, heldClaim } from './held-claim.ts'

interface Running {
  config: CoreConfig
  inbounds: ReadonlyMap<number, SectionSource>
}

interface Deps {
  /** The running core, if it answers. */
  running: () => Running | undefined
  notOpen: Pick<NotOpenInbounds, 'has'>
  whyNot: WhyNot
  assetFolder: string
}

/** Before a core start: which inbounds it could not open, and whether a running one would be lost. */
export function createRestartGuard({ running, notOpen, whyNot, assetFolder }: Deps) {
  const heldBy = ({ id }: SectionSource) => {
    const core = running()
    return core && heldClaim(core.inbounds.get(id), core.config)
  }

  async function refuseLostPlace(next: Desired, leftOut: readonly string[]): Promise<void> {
    for (const source of next.inbounds.values()) {
      if (!leftOut.includes(source.tag) || !heldBy(source)) continue
      const why = await whyNot(claimOf(source))
      const reason = why ? codedOf(why) : coded('inbound.core-could-not-open')
      throw new Refusal('core.inbound-would-be-lost', {
        inbound: source.remark || source.tag,
        id: source.id,
        reason,
      })
    }
  }

  return {
    /**
     * Tags of inbounds to start the core without, so that they do not block the others: those it could not open before,
     * and those whose port another program holds. They are added while it runs, and retried.
     */
    async toLeaveOut(inbounds: Desired['inbounds']): Promise<string[]> {
      const out: string[] = []
      for (const source of [...inbounds.values()].filter(isLocal)) {
        const [held, wanted] = [heldBy(source), claimOf(source)]
        if (held && sameClaim(held, wanted)) continue
        if (notOpen.has(source.tag) || (await whyNot(wanted))) out.push(source.tag)
      }
      return out
    },

    /** Throws if the running core would be replaced by one that cannot serve all of its inbounds. */
    async refuseLoss(binary: string, configText: string, next: Desired, leftOut: readonly string[]) {
      if (!running()) return
      await refuseLostPlace(next, leftOut)
      const verdict = await testConfig(binary, configText, { assetFolder })
      if (!verdict.ok && verdict.refused) throw new Refusal('core.refuses-config', { reason: verdict.words })
    },
  }
}
