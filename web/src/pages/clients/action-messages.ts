import type { useTranslation } from '../../i18n/translation.tsx'
import { planWords } from './plan-words.ts'
import type { Plan } from './plans.ts'

type Words = ReturnType<typeof useTranslation>

/** One client by name, or how many. */
export type Who = { email: string } | { count: number }

const isOne = (who: Who): who is { email: string } => 'email' in who

/** What was done to which clients, in a sentence; needs the words `client-toasts`. */
export function actionMessages(words: Words) {
  const { t, measures } = words
  return {
    enabled: (who: Who) => (isOne(who) ? t('action.enabled', who) : t('action.enabledMany', who)),
    disabled: (who: Who) => (isOne(who) ? t('action.disabled', who) : t('action.disabledMany', who)),
    limited: (who: Who) => (isOne(who) ? t('action.limited', who) : t('action.limitedMany', who)),
    reset: (who: Who) => (isOne(who) ? t('action.reset', who) : t('action.resetMany', who)),
    deleted: (who: Who) => (isOne(who) ? t('action.deleted', who) : t('action.deletedMany', who)),
    revoked: (email: string) => t('action.revoked', { email }),
    extended(who: Who, by: number) {
      const days = measures.days(Math.abs(by))
      if (by < 0)
        return isOne(who)
          ? t('action.shortened', { ...who, days })
          : t('action.shortenedMany', { ...who, days })
      return isOne(who) ? t('action.extended', { ...who, days }) : t('action.extendedMany', { ...who, days })
    },
    renewed(who: Who, terms: Plan) {
      const { label, hint } = planWords(terms, words)
      const plan = hint ? `${label} (${hint})` : label
      return isOne(who) ? t('action.renewed', { ...who, plan }) : t('action.renewedMany', { ...who, plan })
    },
    attached: (who: Who, inbounds: string) =>
      isOne(who)
        ? t('action.attached', { ...who, inbounds })
        : t('action.attachedMany', { ...who, inbounds }),
    detached: (who: Who, inbounds: string) =>
      isOne(who)
        ? t('action.detached', { ...who, inbounds })
        : t('action.detachedMany', { ...who, inbounds }),
    grouped(who: Who, group: string) {
      if (group === '') return isOne(who) ? t('action.ungrouped', who) : t('action.ungroupedMany', who)
      return isOne(who) ? t('action.grouped', { ...who, group }) : t('action.groupedMany', { ...who, group })
    },
    skipped: (done: string, count: number, reasons: string) => t('action.skipped', { done, count, reasons }),
  }
}

export type ActionMessages = ReturnType<typeof actionMessages>
