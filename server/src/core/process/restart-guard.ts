import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { sameClaim } from '#domain/inbounds/port.ts'
import { isLocal } from '#domain/inbounds/runs-on.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import type { Bindable } from '../../inbounds/bindable.ts'
import type { BinaryProvider } from '../binary/binary-provider.ts'
import { testConfig } from '../binary/config-test.ts'
import { explained } from '../binary/explained.ts'
import type { Desired } from '../reconcile/desired.ts'
import type { CoreLink } from '../reconcile/link.ts'
import type { NotOpenInbounds } from '../reconcile/not-open.ts'
import { claimOf, claimsOf, heldClaim, templateClaim } from './held-claim.ts'

interface Deps {
  link: Pick<CoreLink, 'answering'>
  notOpen: Pick<NotOpenInbounds, 'has'>
  bindable: Bindable
  assetFolder: string
  provider: Pick<BinaryProvider, 'version'>
}

/** Before a core start: which inbounds it could not open, and whether a running one would be lost. */
export function createRestartGuard({ link, notOpen, bindable, assetFolder, provider }: Deps) {
  const { whyNot, whyNotAt } = bindable
  const heldBy = ({ id }: SectionSource) => {
    const core = link.answering()
    return core && heldClaim(core.inbounds.get(id), core.config)
  }

  async function whyNotAny(source: SectionSource) {
    for (const claim of claimsOf(source)) {
      const why = await whyNot(claim)
      if (why) return why
    }
    return undefined
  }

  async function refuseLostPlace(next: Desired, leftOut: readonly string[]): Promise<void> {
    for (const source of next.inbounds.values()) {
      if (!leftOut.includes(source.tag) || !heldBy(source)) continue
      const why = await whyNotAny(source)
      const reason = why ? codedOf(why) : coded('inbound.core-could-not-open')
      throw new Refusal('core.inbound-would-be-lost', {
        inbound: source.remark || source.tag,
        id: source.id,
        reason,
      })
    }
  }

  /** The core itself does not open them before it has started, and one that it cannot open ends it. */
  async function refuseClosedTemplate({ config, inbounds }: Desired): Promise<void> {
    const own = new Set([...inbounds.values()].map(({ tag }) => tag))
    for (const section of config.inbounds.filter(({ tag }) => !own.has(tag))) {
      const claim = templateClaim(section)
      const why = (await whyNotAt(claim.listen)) ?? (await whyNot(claim)) // ports that the core holds do not count
      if (why)
        throw new Refusal('core.template-inbound-closed', { inbound: section.tag, reason: codedOf(why) })
    }
  }

  return {
    /**
     * Tags of inbounds to start the core without, so that they do not block the others: those it could not open before,
     * and those whose port another program holds or whose address is gone. They are added while it runs, and retried.
     */
    async toLeaveOut(inbounds: Desired['inbounds']): Promise<string[]> {
      const out: string[] = []
      for (const source of [...inbounds.values()].filter(isLocal)) {
        const [held, wanted] = [heldBy(source), claimOf(source)]
        // The core holds the port, but could not open it again at an address that the machine has lost.
        if (held && sameClaim(held, wanted) && !(await whyNotAt(wanted.listen))) continue
        if (notOpen.has(source.tag) || (await whyNotAny(source))) out.push(source.tag)
      }
      return out
    },

    /** Throws if the running core would be replaced by one that cannot serve all of its inbounds. */
    async refuseLoss(binary: string, configText: string, next: Desired, leftOut: readonly string[]) {
      if (!link.answering()) return
      await refuseLostPlace(next, leftOut)
      await refuseClosedTemplate(next)
      const verdict = await testConfig(binary, configText, { assetFolder })
      if (!verdict.ok && verdict.refused)
        throw new Refusal('core.refuses-config', {
          reason: explained(verdict.words, provider.version(), next.config),
        })
    },
  }
}

export type RestartGuard = ReturnType<typeof createRestartGuard>
