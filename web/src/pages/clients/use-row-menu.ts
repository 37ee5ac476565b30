import type { ClientSlim } from '#contract/client-bodies.ts'
import { endpoints, replyOf } from '../../api/endpoints.ts'
import { loadCoded } from '../../i18n/coded.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useApp } from '../../services.tsx'
import { deletion, type MenuEntry } from '../../table/row-menu.tsx'
import { copyText } from '../../ui/copy-text.ts'
import {
  ActivityIcon,
  EditIcon,
  LeaveIcon,
  LinkIcon,
  PowerIcon,
  QrIcon,
  RenewIcon,
  ResetIcon,
  RevokeIcon,
} from '../../ui/icons.tsx'
import { sayCoded, sayError } from '../../ui/say-error.ts'
import { subscriptionsOf } from './access.ts'
import { endOf, usedOf } from './client-view.ts'
import { planWords } from './plan-words.ts'
import { sameAsNow } from './plans.ts'
import { useActions } from './use-actions.ts'

const page = 'panel/clients'

/** The actions of one client, for its row, its drawer and the palette. */
export function useRowMenu(online: ReadonlySet<string>): (client: ClientSlim) => MenuEntry[] {
  const words = useTranslation()
  const { t } = words
  const { api, queries, router, questions, toasts } = useApp()
  const actions = useActions()
  const disconnect = useDisconnect()

  /** On the clients page the filter is kept; other pages navigate there. */
  const show = (params: Record<string, string>) =>
    router.path() === page
      ? router.setParams(params, 'push')
      : router.go(`${page}?${new URLSearchParams(params)}`)

  async function copySubscription(subId: string) {
    const settings = await queries.ensureQueryData(replyOf(api, endpoints.setting.defaultSettings))
    const [first] = subscriptionsOf(subId, settings)
    const isCopied = first !== undefined && (await copyText(first.url))
    if (!isCopied) return toasts.show({ tone: 'bad', text: t('verb.copyFailed') })
    if (first.isLocal) return toasts.show({ tone: 'warn', text: t('access.copiedLocal') })
    toasts.show({ tone: 'good', text: t('copy.done') })
  }

  return (client) => {
    const { email, enable } = client
    const plan = sameAsNow(client.reset || undefined)
    const affected = online.has(email) ? 1 : 0
    const ask = async (title: string, verb: string, action: () => unknown, more: object = {}) => {
      if (await questions.ask({ title, verb, ...more })) await action()
    }
    const open = (tab: string) => show({ c: email, tab })
    /** A reversible action asks only if it disconnects a client. */
    const revoke = async () => {
      const question = {
        title: t('verb.revokeTitle', { email }),
        text: t('verb.revokeText'),
        verb: t('verb.revoke'),
        online: affected,
      }
      if (affected > 0 && !(await questions.ask(question))) return
      if (await actions.revoke(email)) open('access')
    }
    /** Who has ended stays off: what helps is offered instead. */
    const enableEnded = (isExpired: boolean) => {
      const { bytes } = words.measures
      const said = { used: bytes(usedOf(client)), quota: bytes(client.totalGB) }
      const title = t(isExpired ? 'verb.enableExpired' : 'verb.enableSpent', { email })
      const figures = client.totalGB > 0 && !isExpired ? `${t('verb.enableUsed', said)} ` : ''
      const text = figures + t(isExpired ? 'verb.enableExpiredText' : 'verb.enableSpentText')
      return ask(title, t('verb.enableRenew'), () => show({ renew: email }), { text })
    }
    const toggle = () => {
      const ended = enable ? undefined : endOf(client, Date.now())
      if (ended) return enableEnded(ended === 'expired')
      if (!enable || affected === 0) return actions.setEnable([client], !enable)
      const disable = () => actions.setEnable([client], false)
      return ask(t('verb.disableTitle', { email }), t('verb.disable'), disable, { online: affected })
    }
    return [
      { label: t('verb.qr'), words: 'qr link access', icon: QrIcon, run: () => open('access') },
      {
        label: t('verb.copySub'),
        words: 'copy subscription',
        icon: LinkIcon,
        run: () => void copySubscription(client.subId),
      },
      { label: t('verb.edit'), words: 'edit', icon: EditIcon, run: () => open('settings') },
      { label: t('verb.diagnose'), words: 'diagnose', icon: ActivityIcon, run: () => open('diagnose') },
      {
        label: t('verb.renew'),
        words: 'renew',
        hint: planWords(plan, words).label,
        icon: RenewIcon,
        apart: true,
        run: () => show({ renew: email }),
        now: () => void actions.renew([client], plan),
      },
      {
        label: t('verb.reset'),
        words: 'reset',
        icon: ResetIcon,
        ...(usedOf(client) === 0 && { why: t('verb.resetNothing') }),
        run: () => void actions.resetTraffic([client]),
      },
      { label: t('verb.revoke'), words: 'revoke reissue', icon: RevokeIcon, run: () => void revoke() },
      {
        label: t('verb.kick'),
        words: 'kick end connections disconnect',
        icon: LeaveIcon,
        ...(affected === 0 && { why: t('verb.kickNobody') }),
        run: () => void disconnect(email),
      },
      {
        label: t(enable ? 'verb.disable' : 'verb.enable'),
        words: enable ? 'disable' : 'enable',
        icon: PowerIcon,
        run: () => void toggle(),
      },
      {
        ...deletion(t('verb.delete'), () =>
          ask(t('verb.deleteTitle', { email }), t('verb.delete'), () => actions.remove([client]), {
            text: t('verb.deleteText'),
            online: affected,
            danger: true,
          }),
        ),
        words: 'delete',
      },
    ]
  }
}

/** Ends a client's open connections, here and on nodes. It may connect again, so nothing is asked before. */
function useDisconnect(): (email: string) => Promise<void> {
  const { t, api, toasts } = useApp()
  return async (email) => {
    try {
      const reply = await api.call(endpoints.clientDetails.kick, { params: { email } })
      const { ended, remaining, nodes = [] } = reply
      const failed = nodes.filter(({ error }) => error !== undefined)
      if (failed.length > 0) await loadCoded()
      const lines = [
        t('verb.kicked', { email, count: ended }),
        ...(remaining > 0 ? [t('verb.kickLeft', { count: remaining })] : []),
        ...failed.map(({ error = '', errorCoded }) => sayCoded(errorCoded, error)),
      ]
      toasts.show({ tone: lines.length > 1 ? 'warn' : 'good', text: lines.join(' ') })
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('clients.actionFailed', { reason: sayError(t, error) }) })
    }
  }
}
