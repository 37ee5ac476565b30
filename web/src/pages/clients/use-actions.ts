import type { z } from 'zod'
import type { Skipped } from '#contract/client-bodies.ts'
import { type BulkName, bulkFields, bulkNames, type StoredFields } from '#contract/clients/fields.ts'
import type { Sent } from '#domain/limits/fields.ts'
import { endpoints, replyOf } from '../../api/endpoints.ts'
import type { Key } from '../../i18n/catalogue.ts'
import { loadCoded } from '../../i18n/coded.ts'
import { withWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useApp } from '../../services.tsx'
import { sayAll, sayError } from '../../ui/say-error.ts'
import { useUndoAct } from '../../undo/use-undo-act.ts'
import type { actionMessages } from './action-messages.ts'
import { newSecrets } from './client-form.ts'
import { inboundName } from './inbound-name.ts'
import { planWords } from './plan-words.ts'
import { type Plan, termsOf } from './plans.ts'
import { onlyOf, type Targets, targetsIn } from './targets.ts'

/** So many inbounds are named in a message. */
const MOST_NAMED = 3

/** What the panel says about an action; it can be undone by the number that the panel gave, or by a call. */
interface Done {
  skipped?: z.output<typeof Skipped> | undefined
  undo?: number | (() => Promise<unknown>) | undefined
}

/** The message about an action, and its values. */
interface What {
  name: keyof typeof actionMessages
  with: Readonly<Record<string, string>>
}

export type Limits = Sent<Pick<StoredFields, (typeof bulkFields)[BulkName]>>
type Adjustment = { addDays?: number } & { [N in BulkName]?: StoredFields[(typeof bulkFields)[N]] }

/** Shows what was done to which clients, and why some were skipped. */
function useTelling() {
  const { t, toasts, queries, live } = useApp()
  const undoAct = useUndoAct()
  /** Every message of an action takes some of these values. */
  const say = t as (key: Key, values: Readonly<Record<string, string | number>>) => string

  /** The hub refreshes the lists; a paused page refetches by itself. */
  const refresh = () => {
    if (live.state.get() === 'live') return
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/panel/api/clients'),
    })
  }
  async function takeBack(undo: NonNullable<Done['undo']>) {
    await (typeof undo === 'number' ? undoAct(undo) : undo())
    refresh()
  }

  async function show(targets: Targets, count: number, { skipped = [], undo }: Done, what: What) {
    const { actionMessages, skippedMessage } = await withWords(
      () => import('./action-messages.ts'),
      'client-toasts',
    )
    const [one, many] = actionMessages[what.name]
    const only = onlyOf(targets)
    const done = only ? say(one, { ...what.with, email: only.email }) : say(many, { ...what.with, count })
    if (skipped.length > 0) await loadCoded()
    const said = new Set(skipped.map(({ reasonCoded, reason }) => sayAll(reasonCoded, reason)))
    const reasons = [...said].join('; ')
    const partly = () =>
      count > 0
        ? say(skippedMessage, { done, count: skipped.length, reasons })
        : t('clients.actionFailed', { reason: reasons })
    toasts.show({
      text: skipped.length > 0 ? partly() : done,
      tone: skipped.length > 0 ? 'warn' : 'good',
      ...(undo !== undefined && { undo: () => takeBack(undo) }),
    })
  }

  /** False if the action failed. */
  return async function tell<R extends Done>(
    targets: Targets,
    call: Promise<R>,
    countOf: (reply: R) => number,
    name: What['name'],
    values: What['with'] = {},
  ): Promise<boolean> {
    try {
      const reply = await call
      refresh()
      await show(targets, countOf(reply), reply, { name, with: values })
      return true
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('clients.actionFailed', { reason: sayError(t, error) }) })
      return false
    }
  }
}

/** Actions on one or many clients. Reversible ones run at once and can be undone. */
export function useActions() {
  const words = useTranslation()
  const { api, queries } = useApp()
  const tell = useTelling()
  const { clientsBulk, clientGroups } = endpoints

  const adjust = (targets: Targets, change: Adjustment) =>
    api.call(clientsBulk.adjust, {
      body: { addDays: 0, addBytes: 0, flow: '', ...targetsIn(targets), ...change },
    })

  /** Regenerates every secret: old links and subscriptions stop working, and their connections are cut. */
  async function newLinks(email: string) {
    const params = { email }
    const { client } = await api.call(endpoints.clients.get, { params })
    const { uuid: id, password, auth, subId, privateKey, publicKey, preSharedKey } = client
    const put = (secrets: object) =>
      api.call(endpoints.clients.update, { params, body: { email: client.email, ...secrets } })
    const { uuid, ...others } = newSecrets(client)
    await put({ id: uuid, ...others })
    return { undo: () => put({ id, password, auth, subId, privateKey, publicKey, preSharedKey }) }
  }

  async function inboundsSaid(ids: readonly number[]) {
    const options = await queries.ensureQueryData(replyOf(api, endpoints.inbounds.options))
    const names = options.filter(({ id }) => ids.includes(id)).map(inboundName)
    return [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ['…'] : [])].join(', ')
  }

  return {
    setEnable(targets: Targets, enable: boolean) {
      const body = targetsIn(targets)
      const call = enable ? api.call(clientsBulk.enable, { body }) : api.call(clientsBulk.disable, { body })
      return tell(targets, call, ({ changed }) => changed, enable ? 'enabled' : 'disabled')
    },
    extend(targets: Targets, by: number) {
      const days = words.measures.days(Math.abs(by))
      const call = adjust(targets, { addDays: by })
      return tell(targets, call, ({ adjusted }) => adjusted, by < 0 ? 'shortened' : 'extended', { days })
    },
    /** Sets the limits of a tier or of a plan; fields that are not named stay. */
    setLimits(targets: Targets, limits: Limits) {
      const named = bulkNames.map((name) => [name, limits[bulkFields[name]]] as const)
      const change = Object.fromEntries(named.filter(([, value]) => value !== undefined))
      return tell(targets, adjust(targets, change), ({ adjusted }) => adjusted, 'limited')
    },
    /** The plan's quota or the same as before, its days added to the remaining ones, counters at zero. */
    renew(targets: Targets, terms: Plan) {
      const { label, hint } = planWords(terms, words)
      const call = api.call(clientsBulk.renew, { body: { ...targetsIn(targets), ...termsOf(terms) } })
      const plan = hint ? `${label} (${hint})` : label
      return tell(targets, call, ({ renewed }) => renewed, 'renewed', { plan })
    },
    revoke: (email: string) => tell([{ email }], newLinks(email), () => 1, 'revoked'),
    resetTraffic(targets: Targets) {
      const call = api.call(clientsBulk.resetTraffic, { body: targetsIn(targets) })
      return tell(targets, call, ({ affected }) => affected, 'reset')
    },
    async attach(targets: Targets, inboundIds: number[]) {
      const inbounds = await inboundsSaid(inboundIds)
      const call = api
        .call(clientsBulk.attach, { body: { ...targetsIn(targets), inboundIds } })
        .then(({ attached, refused: skipped, undo }) => ({ attached, skipped, undo }))
      return tell(targets, call, ({ attached }) => attached.length, 'attached', { inbounds })
    },
    async detach(targets: Targets, inboundIds: number[]) {
      const inbounds = await inboundsSaid(inboundIds)
      const call = api
        .call(clientsBulk.detach, { body: { ...targetsIn(targets), inboundIds } })
        .then(({ detached, undo }) => ({ detached, undo }))
      return tell(targets, call, ({ detached }) => detached.length, 'detached', { inbounds })
    },
    setGroup(targets: Targets, group: string) {
      const body = targetsIn(targets)
      const call =
        group === ''
          ? api.call(clientGroups.bulkRemove, { body })
          : api.call(clientGroups.bulkAdd, { body: { ...body, group } })
      return tell(targets, call, ({ affected }) => affected, group === '' ? 'ungrouped' : 'grouped', {
        group,
      })
    },
    remove(targets: Targets) {
      const call = api.call(clientsBulk.del, { body: { ...targetsIn(targets), keepTraffic: false } })
      return tell(targets, call, ({ deleted }) => deleted, 'deleted')
    },
  }
}
