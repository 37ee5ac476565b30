import type { ClientSlim } from '#contract/client-bodies.ts'
import type { Api } from '../../api/client.ts'
import { endpoints } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { sayError } from '../../ui/say-error.ts'
import { limitsOf, type Plan } from './plans.ts'

type Targets = readonly Pick<
  ClientSlim,
  'email' | 'totalGB' | 'expiryTime' | 'enable' | 'traffic' | 'group'
>[]
interface Skip {
  email: string
  reason: string
}
interface Outcome {
  done: number
  skipped?: readonly Skip[] | undefined
}

const DAY = 86_400_000
const emailsOf = (targets: Targets) => targets.map(({ email }) => email)
const nothingAdded = { addDays: 0, addBytes: 0, flow: '' }

/** One call for each value that is put back: 50 clients with the same quota are one. */
async function putBack<V>(
  targets: Targets,
  stateOf: (target: Targets[number]) => V,
  send: (emails: string[], value: V) => Promise<unknown>,
) {
  for (const value of new Set(targets.map(stateOf)))
    await send(emailsOf(targets.filter((target) => stateOf(target) === value)), value)
}

const adjust = async (
  api: Api,
  body: { emails: string[]; addDays?: number; setBytes?: number; setExpiryTime?: number },
): Promise<Outcome> => {
  const { adjusted, skipped } = await api.call(endpoints.clientsAdjust, {
    body: { ...nothingAdded, ...body },
  })
  return { done: adjusted, skipped }
}

const groupTo = (api: Api, emails: string[], group: string) =>
  group === ''
    ? api.call(endpoints.groupRemove, { body: { emails } })
    : api.call(endpoints.groupAdd, { body: { emails, group } })

/** The verbs on one client or on many. Reversible ones are done at once and can be taken back (screens.md 5.8). */
export function useDeeds() {
  const { t } = useTranslation()
  const { api, toasts, queries, live } = useServices()

  /** The hub tells the lists; a page that does not listen finds out by itself. */
  const refresh = () => {
    if (live.state() === 'live') return
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/panel/api/clients'),
    })
  }

  async function tell(
    work: Promise<Outcome>,
    targets: Targets,
    undo?: () => Promise<unknown>,
  ): Promise<boolean> {
    try {
      const { done, skipped = [] } = await work
      refresh()
      const [one] = targets
      const what =
        targets.length === 1 && one ? t('deed.one', { email: one.email }) : t('deed.many', { count: done })
      const reasons = [...new Set(skipped.map(({ reason }) => reason))].join('; ')
      const text =
        skipped.length > 0 ? t('deed.skipped', { done: what, count: skipped.length, reasons }) : what
      toasts.show({
        text,
        tone: skipped.length > 0 ? 'warn' : 'good',
        ...(undo && { undo: () => undo().then(refresh) }),
      })
      return true
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('deed.failed', { reason: sayError(t, error) }) })
      return false
    }
  }

  return {
    setEnable(targets: Targets, enable: boolean) {
      const call = (on: boolean, emails: string[]) =>
        on
          ? api.call(endpoints.clientsEnable, { body: { emails } })
          : api.call(endpoints.clientsDisable, { body: { emails } })
      const changed = emailsOf(targets.filter((target) => target.enable !== enable))
      const work = call(enable, emailsOf(targets)).then(({ changed: done, skipped }) => ({ done, skipped }))
      return tell(work, targets, () => call(!enable, changed))
    },
    extend(targets: Targets, days: number) {
      const work = adjust(api, { emails: emailsOf(targets), addDays: days })
      return tell(work, targets, () =>
        putBack(
          targets,
          (c) => c.expiryTime,
          (emails, setExpiryTime) => adjust(api, { emails, setExpiryTime }),
        ),
      )
    },
    setQuota(targets: Targets, setBytes: number) {
      return tell(adjust(api, { emails: emailsOf(targets), setBytes }), targets, () =>
        putBack(
          targets,
          (c) => c.totalGB,
          (emails, before) => adjust(api, { emails, setBytes: before }),
        ),
      )
    },
    async renew(targets: Targets, plan: Plan) {
      const { totalGB: setBytes } = limitsOf(plan, Date.now())
      const emails = emailsOf(targets)
      const work = async (): Promise<Outcome> => {
        // Who still has time left loses none of it.
        const endOf = ({ expiryTime }: Targets[number]) =>
          plan.days === 0 ? 0 : Math.max(Date.now(), expiryTime) + plan.days * DAY
        await putBack(targets, endOf, (some, setExpiryTime) =>
          adjust(api, { emails: some, setBytes, setExpiryTime }),
        )
        await api.call(endpoints.clientsReset, { body: { emails } })
        return { done: emails.length }
      }
      return tell(work(), targets)
    },
    resetTraffic(targets: Targets) {
      const work = api.call(endpoints.clientsReset, { body: { emails: emailsOf(targets) } })
      return tell(
        work.then(({ affected }) => ({ done: affected })),
        targets,
      )
    },
    attach(targets: Targets, inboundIds: number[]) {
      const body = { emails: emailsOf(targets), inboundIds }
      const work = api.call(endpoints.clientsAttach, { body }).then(({ attached, errors }) => ({
        outcome: { done: attached.length, skipped: errors.map((reason) => ({ email: '', reason })) },
        attached,
      }))
      return tell(
        work.then(({ outcome }) => outcome),
        targets,
        async () =>
          api.call(endpoints.clientsDetach, { body: { emails: (await work).attached, inboundIds } }),
      )
    },
    detach(targets: Targets, inboundIds: number[]) {
      const body = { emails: emailsOf(targets), inboundIds }
      const work = api
        .call(endpoints.clientsDetach, { body })
        .then(({ detached }) => ({ done: detached.length, detached }))
      // Who was on some of them only would come back to all of them: taken back where there was one.
      const undo = async () =>
        api.call(endpoints.clientsAttach, { body: { emails: (await work).detached, inboundIds } })
      return inboundIds.length === 1 ? tell(work, targets, undo) : tell(work, targets)
    },
    setGroup(targets: Targets, group: string) {
      const work = groupTo(api, emailsOf(targets), group).then(({ affected }) => ({ done: affected }))
      return tell(work, targets, () =>
        putBack(
          targets,
          (c) => c.group,
          (emails, before) => groupTo(api, emails, before),
        ),
      )
    },
    remove(targets: Targets) {
      const work = api.call(endpoints.clientsDelete, {
        body: { emails: emailsOf(targets), keepTraffic: false },
      })
      return tell(
        work.then(({ deleted: done, skipped }) => ({ done, skipped })),
        targets,
      )
    },
  }
}

export type Deeds = ReturnType<typeof useDeeds>
