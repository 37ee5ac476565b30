import { loadCoded } from '../../i18n/coded.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { words as bring } from '../../i18n/words.ts'
import { useServices } from '../../services.tsx'
import { sayAll, sayError } from '../../ui/say-error.ts'
import {
  type Action,
  adjust,
  attachment,
  countOf,
  deletion,
  detachment,
  groupTo,
  type Limits,
  limitation,
  renewal,
  resetting,
  revocation,
  switching,
  type Targets,
} from './action-calls.ts'
import { planWords } from './plan-words.ts'
import type { Plan } from './plans.ts'

/** Actions on one or many clients. Reversible ones run at once and can be undone. */
export function useActions() {
  const words = useTranslation()
  const { t } = words
  const services = useServices()
  const { api, toasts, queries, live } = services
  const undoNumbered = async (id: number) => {
    const [{ undoAct }] = await Promise.all([import('../../undo/undo-act.ts'), bring.need('undo')])
    await undoAct(services, t, (error) => sayError(t, error), id)
  }
  const takeBack = (undo: NonNullable<Action['undo']>) =>
    typeof undo === 'number' ? undoNumbered(undo) : undo()

  /** The hub refreshes the lists; a paused page refetches by itself. */
  const refresh = () => {
    if (live.state() === 'live') return
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/panel/api/clients'),
    })
  }

  /** Shows the result; `say` replaces the general message. */
  async function tell(work: Promise<Action>, targets: Targets, say?: string) {
    try {
      const {
        outcome: { done, skipped = [] },
        undo,
      } = await work
      refresh()
      const one = onlyOf(targets)
      const plain = one ? t('action.one', { email: one.email }) : t('action.many', { count: done })
      const what = say ?? plain
      if (skipped.length > 0) await loadCoded()
      const reasons = [
        ...new Set(skipped.map(({ reasonCoded, reason }) => sayAll(reasonCoded, reason))),
      ].join('; ')
      const text =
        skipped.length > 0 ? t('action.skipped', { done: what, count: skipped.length, reasons }) : what
      toasts.show({
        text,
        tone: skipped.length > 0 ? 'warn' : 'good',
        ...(undo !== undefined && { undo: () => takeBack(undo).then(refresh) }),
      })
      return true
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('action.failed', { reason: sayError(t, error) }) })
      return false
    }
  }

  return {
    setEnable: (targets: Targets, enable: boolean) => tell(switching(api, targets, enable), targets),
    extend: (targets: Targets, days: number) => tell(adjust(api, targets, { addDays: days }), targets),
    setLimits: (targets: Targets, limits: Limits) => tell(limitation(api, targets, limits), targets),
    renew(targets: Targets, plan: Plan) {
      const { label, hint } = planWords(plan, words)
      const said = { plan: hint ? `${label} (${hint})` : label, count: countOf(targets) }
      const one = onlyOf(targets)
      const say = one
        ? t('action.renewed', { email: one.email, plan: said.plan })
        : t('action.renewedMany', said)
      return tell(renewal(api, targets, plan), targets, say)
    },
    revoke: (email: string) => tell(revocation(api, email), [{ email }], t('action.revoked', { email })),
    resetTraffic: (targets: Targets) => tell(resetting(api, targets), targets),
    attach: (targets: Targets, inboundIds: number[]) => tell(attachment(api, targets, inboundIds), targets),
    detach: (targets: Targets, inboundIds: number[]) => tell(detachment(api, targets, inboundIds), targets),
    setGroup: (targets: Targets, group: string) => tell(groupTo(api, targets, group), targets),
    remove: (targets: Targets) => tell(deletion(api, targets), targets),
  }
}

export type Actions = ReturnType<typeof useActions>

/** The client, if exactly one is named. */
export const onlyOf = (targets: Targets) =>
  'query' in targets || targets.length !== 1 ? undefined : targets[0]
