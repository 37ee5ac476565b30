import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { loadCoded } from '../../i18n/coded.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { words as bring } from '../../i18n/words.ts'
import { useServices } from '../../services.tsx'
import { sayAll, sayError } from '../../ui/say-error.ts'
import {
  type Action,
  adjust,
  attachment,
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
import type { ActionMessages, Who } from './action-messages.ts'
import { inboundName } from './inbound-name.ts'
import type { Plan } from './plans.ts'

/** So many inbounds are named in a message. */
const MOST_NAMED = 3

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

  async function messages() {
    const [{ actionMessages }] = await Promise.all([
      import('./action-messages.ts'),
      bring.need('client-toasts'),
    ])
    return actionMessages(words)
  }

  /** Shows the result: what was done to which clients, and why some were skipped. */
  async function tell(
    work: Promise<Action>,
    targets: Targets,
    message: (say: ActionMessages, who: Who) => string,
  ) {
    try {
      const { outcome, undo } = await work
      const { done, skipped = [] } = outcome
      refresh()
      const say = await messages()
      const one = onlyOf(targets)
      const what = message(say, one ? { email: one.email } : { count: done })
      if (skipped.length > 0) await loadCoded()
      const reasons = [
        ...new Set(skipped.map(({ reasonCoded, reason }) => sayAll(reasonCoded, reason))),
      ].join('; ')
      const partly = () =>
        done > 0 ? say.skipped(what, skipped.length, reasons) : t('clients.actionFailed', { reason: reasons })
      toasts.show({
        text: skipped.length > 0 ? partly() : what,
        tone: skipped.length > 0 ? 'warn' : 'good',
        ...(undo !== undefined && { undo: () => takeBack(undo).then(refresh) }),
      })
      return true
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('clients.actionFailed', { reason: sayError(t, error) }) })
      return false
    }
  }

  async function inboundsSaid(ids: readonly number[]): Promise<string> {
    const options = await queries.ensureQueryData(replyOf(api, endpoints.inbounds.options))
    const names = options.filter(({ id }) => ids.includes(id)).map(inboundName)
    return [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ['…'] : [])].join(', ')
  }

  return {
    setEnable: (targets: Targets, enable: boolean) =>
      tell(switching(api, targets, enable), targets, (say, who) =>
        enable ? say.enabled(who) : say.disabled(who),
      ),
    extend: (targets: Targets, days: number) =>
      tell(adjust(api, targets, { addDays: days }), targets, (say, who) => say.extended(who, days)),
    setLimits: (targets: Targets, limits: Limits) =>
      tell(limitation(api, targets, limits), targets, (say, who) => say.limited(who)),
    renew: (targets: Targets, plan: Plan) =>
      tell(renewal(api, targets, plan), targets, (say, who) => say.renewed(who, plan)),
    revoke: (email: string) => tell(revocation(api, email), [{ email }], (say) => say.revoked(email)),
    resetTraffic: (targets: Targets) => tell(resetting(api, targets), targets, (say, who) => say.reset(who)),
    async attach(targets: Targets, inboundIds: number[]) {
      const inbounds = await inboundsSaid(inboundIds)
      return tell(attachment(api, targets, inboundIds), targets, (say, who) => say.attached(who, inbounds))
    },
    async detach(targets: Targets, inboundIds: number[]) {
      const inbounds = await inboundsSaid(inboundIds)
      return tell(detachment(api, targets, inboundIds), targets, (say, who) => say.detached(who, inbounds))
    },
    setGroup: (targets: Targets, group: string) =>
      tell(groupTo(api, targets, group), targets, (say, who) => say.grouped(who, group)),
    remove: (targets: Targets) => tell(deletion(api, targets), targets, (say, who) => say.deleted(who)),
  }
}

export type Actions = ReturnType<typeof useActions>

/** The client, if exactly one is named. */
export const onlyOf = (targets: Targets) =>
  'query' in targets || targets.length !== 1 ? undefined : targets[0]
