import { endpoints } from '../../api/endpoints.ts'
import { loadCoded } from '../../i18n/coded.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { sayAll, sayError } from '../../ui/say-error.ts'
import {
  type Action,
  adjust,
  deletion,
  emailsOf,
  groupTo,
  inGroups,
  type Limits,
  limitation,
  putCountersBack,
  renewal,
  revocation,
  type Targets,
} from './action-calls.ts'
import { planWords } from './plan-words.ts'
import type { Plan } from './plans.ts'

/** Actions on one or many clients. Reversible ones run at once and can be undone. */
export function useActions() {
  const words = useTranslation()
  const { t } = words
  const { api, toasts, queries, live } = useServices()

  /** The hub refreshes the lists; a paused page refetches by itself. */
  const refresh = () => {
    if (live.state() === 'live') return
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/panel/api/clients'),
    })
  }

  /** Shows the result; `say` replaces the general message. */
  async function tell(work: Promise<Action>, targets: Pick<Targets[number], 'email'>[], say?: string) {
    try {
      const {
        outcome: { done, skipped = [] },
        undo,
      } = await work
      refresh()
      const [one] = targets
      const plain =
        targets.length === 1 && one
          ? t('action.one', { email: one.email })
          : t('action.many', { count: done })
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
        ...(undo && { undo: () => undo().then(refresh) }),
      })
      return true
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('action.failed', { reason: sayError(t, error) }) })
      return false
    }
  }

  return {
    setEnable(targets: Targets, enable: boolean) {
      const call = (on: boolean, emails: string[]) =>
        on
          ? api.call(endpoints.clientsBulk.enable, { body: { emails } })
          : api.call(endpoints.clientsBulk.disable, { body: { emails } })
      const others = emailsOf(targets.filter((target) => target.enable !== enable))
      const work = async (): Promise<Action> => {
        const { changed: done, skipped } = await call(enable, emailsOf(targets))
        return { outcome: { done, skipped }, undo: () => call(!enable, others) }
      }
      return tell(work(), [...targets])
    },
    extend(targets: Targets, days: number) {
      const undo = () =>
        inGroups(
          targets,
          (target) => target.expiryTime,
          (emails, { expiryTime }) => adjust(api, { emails, setExpiryTime: expiryTime }),
        )
      const work = adjust(api, { emails: emailsOf(targets), addDays: days })
      return tell(
        work.then((outcome) => ({ outcome, undo })),
        [...targets],
      )
    },
    setLimits: (targets: Targets, limits: Limits) => tell(limitation(api, targets, limits), [...targets]),
    renew(targets: Targets, plan: Plan) {
      const { label, hint } = planWords(plan, words)
      const said = { plan: hint ? `${label} (${hint})` : label, count: targets.length }
      const [one] = targets
      const say =
        targets.length === 1 && one
          ? t('action.renewed', { email: one.email, plan: said.plan })
          : t('action.renewedMany', said)
      return tell(renewal(api, targets, plan), [...targets], say)
    },
    revoke: (email: string) => tell(revocation(api, email), [{ email }], t('action.revoked', { email })),
    resetTraffic(targets: Targets) {
      const work = api.call(endpoints.clientsBulk.resetTraffic, { body: { emails: emailsOf(targets) } })
      return tell(
        work.then(({ affected }) => ({
          outcome: { done: affected },
          undo: () => putCountersBack(api, targets),
        })),
        [...targets],
      )
    },
    attach(targets: Targets, inboundIds: number[]) {
      const work = async (): Promise<Action> => {
        const body = { emails: emailsOf(targets), inboundIds }
        const { attached, refused } = await api.call(endpoints.clientsBulk.attach, { body })
        return {
          outcome: { done: attached.length, skipped: refused },
          undo: () => api.call(endpoints.clientsBulk.detach, { body: { emails: attached, inboundIds } }),
        }
      }
      return tell(work(), [...targets])
    },
    detach(targets: Targets, inboundIds: number[]) {
      const work = async (): Promise<Action> => {
        const body = { emails: emailsOf(targets), inboundIds }
        const { detached } = await api.call(endpoints.clientsBulk.detach, { body })
        const undo = () => api.call(endpoints.clientsBulk.attach, { body: { emails: detached, inboundIds } })
        // Undo would attach every client to all of them, so it is offered for a single inbound only.
        return { outcome: { done: detached.length }, ...(inboundIds.length === 1 && { undo }) }
      }
      return tell(work(), [...targets])
    },
    setGroup(targets: Targets, group: string) {
      const undo = () =>
        inGroups(
          targets,
          (target) => target.group,
          (emails, before) => groupTo(api, emails, before.group),
        )
      const work = groupTo(api, emailsOf(targets), group)
      return tell(
        work.then(({ affected }) => ({ outcome: { done: affected }, undo })),
        [...targets],
      )
    },
    remove: (targets: Targets) => tell(deletion(api, targets), [...targets]),
  }
}

export type Actions = ReturnType<typeof useActions>
