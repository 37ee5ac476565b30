import type { ClientSlim } from '#contract/client-bodies.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import type { MenuEntry } from '../../table/row-menu.tsx'
import { EditIcon, PowerIcon, QrIcon, RenewIcon, ResetIcon, TrashIcon } from '../../ui/icons.tsx'
import { usedOf } from './client-view.ts'
import { planWords } from './plan-words.ts'
import { planOf, readLast, usePlans } from './plans.ts'
import { useDeeds } from './use-deeds.ts'

/** The verbs of one client, for its row and for its drawer. */
export function useRowMenu(online: ReadonlySet<string>): (client: ClientSlim) => MenuEntry[] {
  const words = useTranslation()
  const { t } = words
  const { place, questions } = useServices()
  const deeds = useDeeds()
  const plans = usePlans()

  return (client) => {
    const { email, enable } = client
    const plan = planOf(plans, readLast().plan)
    const affected = online.has(email) ? 1 : 0
    const ask = async (title: string, verb: string, deed: () => unknown, more: object = {}) => {
      if (await questions.ask({ title, verb, ...more })) await deed()
    }
    const open = (tab: string) => place.setParams({ c: email, tab }, 'push')
    return [
      { label: t('verb.qr'), icon: QrIcon, run: () => open('access') },
      { label: t('verb.edit'), icon: EditIcon, run: () => open('settings') },
      {
        label: t('verb.renew'),
        icon: RenewIcon,
        apart: true,
        run: () =>
          ask(t('verb.renewTitle', { email }), t('verb.renew'), () => deeds.renew([client], plan), {
            text: t('verb.renewText', { plan: planWords(plan, words).label }),
          }),
      },
      {
        label: t('verb.reset'),
        icon: ResetIcon,
        ...(usedOf(client) === 0 && { why: t('verb.resetNothing') }),
        run: () =>
          ask(t('verb.resetTitle', { email }), t('verb.reset'), () => deeds.resetTraffic([client]), {
            text: t('verb.resetText'),
          }),
      },
      {
        label: t(enable ? 'verb.disable' : 'verb.enable'),
        icon: PowerIcon,
        run: () =>
          enable && affected > 0
            ? ask(
                t('verb.disableTitle', { email }),
                t('verb.disable'),
                () => deeds.setEnable([client], false),
                {
                  online: affected,
                },
              )
            : deeds.setEnable([client], !enable),
      },
      {
        label: t('verb.delete'),
        icon: TrashIcon,
        danger: true,
        apart: true,
        run: () =>
          ask(t('verb.deleteTitle', { email }), t('verb.delete'), () => deeds.remove([client]), {
            text: t('verb.deleteText'),
            online: affected,
            danger: true,
          }),
      },
    ]
  }
}
