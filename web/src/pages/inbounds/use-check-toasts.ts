import type { Inbound } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { outcomeText, savedText, useEntryCheck } from '../../entries/use-entries.ts'
import { useApp } from '../../services.tsx'
import { sayCoded, sayError } from '../../ui/say-error.ts'

/** A core that restarts with the change, or a node that gets it, needs a moment before clients can connect. */
const againMs = 2_500

/** The panel's own client has no keys of a tunnel. */
export const isCheckable = (protocol: string): boolean => carriesClients(protocol) && protocol !== 'wireguard'

/** Whether the panel's own client goes through it. */
export const isChecked = ({ protocol, enable }: Pick<Inbound, 'enable'> & { protocol: string }) =>
  enable && isCheckable(protocol)

/** Says in toasts what a client of an inbound sees. */
export function useCheckToasts() {
  const { t, toasts } = useApp()
  const check = useEntryCheck()

  return {
    /** Says at once that it was saved, and then what a client sees. A check that says nothing is not mentioned. */
    async saved(id: number, name: string, isToBeChecked: boolean): Promise<void> {
      const first = toasts.show({ tone: 'good', text: t('inboundForm.saved', { name }) })
      if (!isToBeChecked) return
      try {
        let outcome = await check(id)
        if (outcome.kind === 'failed' || outcome.kind === 'unchecked') {
          await new Promise((resolve) => setTimeout(resolve, againMs))
          outcome = await check(id)
        }
        const text = savedText(t, name, outcome)
        if (text === undefined) return
        toasts.drop(first)
        toasts.show({ tone: outcome.kind === 'good' ? 'good' : 'bad', text })
      } catch {
        // It is saved all the same; the next round looks again.
      }
    },
    async checkNow(id: number): Promise<void> {
      const first = toasts.show({ tone: 'info', text: t('entry.checking') })
      try {
        const outcome = await check(id)
        const tone = outcome.kind === 'good' ? 'good' : outcome.kind === 'failed' ? 'bad' : 'warn'
        toasts.show({ tone, text: outcomeText(t, outcome, sayCoded) ?? t('entry.late') })
      } catch (error) {
        toasts.show({ tone: 'bad', text: sayError(t, error) })
      } finally {
        toasts.drop(first)
      }
    },
  }
}
