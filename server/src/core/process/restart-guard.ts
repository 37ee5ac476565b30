import type { CoreConfig } from '#domain/core-config/build.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { sameClaim } from '#domain/inbounds/port.ts'
import { Refusal } from '#domain/refusal.ts'
import { testConfig } from '../binary/config-test.ts'
import { type Desired, isLocal } from '../reconcile/desired.ts'
import type { NotOpenInbounds, WhyNot } from '../reconcile/not-open.ts'
import { claimOf, heldClaim } from './held-claim.ts'

interface Running {
  config: CoreConfig
  inbounds: ReadonlyMap<number, SectionSource>
}

interface Deps {
  /** The core that runs and answers. */
  running: () => Running | undefined
  notOpen: Pick<NotOpenInbounds, 'has'>
  whyNot: WhyNot
  assetFolder: string
}

/** Before a core is started: which inbounds it could not open, and whether one that runs now would be lost with it. */
export function createRestartGuard({ running, notOpen, whyNot, assetFolder }: Deps) {
  const heldBy = ({ id }: SectionSource) => {
    const core = running()
    return core && heldClaim(core.inbounds.get(id), core.config)
  }

  async function refuseLostPlace(next: Desired, leftOut: readonly string[]): Promise<void> {
    for (const source of next.inbounds.values()) {
      if (!leftOut.includes(source.tag) || !heldBy(source)) continue
      const reason = (await whyNot(claimOf(source)))?.message ?? 'The core could not open it.'
      throw new Refusal(
        `inbound '${source.remark || source.tag}' (#${source.id}) runs now and would be lost. ${reason}`,
      )
    }
  }

  return {
    /**
     * Tags to start the core without, so that they do not keep the others from coming back: what it could not open before,
     * and what somebody else holds. They are added while it runs, and tried again and again.
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

    /** Throws where the running core would be ended for one that cannot carry all that it carries. */
    async refuseLoss(binary: string, configText: string, next: Desired, leftOut: readonly string[]) {
      if (!running()) return
      await refuseLostPlace(next, leftOut)
      const verdict = await testConfig(binary, configText, { assetFolder })
      if (!verdict.ok && verdict.refused)
        throw new Refusal('core.refuses-config', { reason: verdict.words })
    },
  }
}
