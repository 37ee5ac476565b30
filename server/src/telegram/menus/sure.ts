import { mono } from '../html.ts'
import type { Act, Screen, View } from '../screen.ts'
import type { Translator } from '../translator.ts'
import { amountWords } from './client.ts'

const amountQuestions = { quota: 'sureQuota', days: 'sureDays', ips: 'sureIps' } as const

function question(act: Act, translator: Translator): string {
  const email = 'email' in act ? mono(act.email) : ''
  switch (act.do) {
    case 'reset':
      return translator.h('sureReset', { email })
    case 'switch':
      return translator.h(act.on ? 'sureEnable' : 'sureDisable', { email })
    case 'amount':
      if (act.what === 'days' && act.count === 0) return translator.h('sureNever', { email })
      return translator.h(amountQuestions[act.what], {
        email,
        amount: amountWords(act.what, act.count, translator),
      })
    case 'link':
      return act.tgId === 0
        ? translator.h('sureUnlink', { email })
        : translator.h('sureLink', { email, id: mono(String(act.tgId)) })
    case 'clearIps':
      return translator.h('sureClearIps', { email })
    case 'renew':
      return translator.h('sureRenew', { email, plan: act.plan })
    case 'delete':
      return translator.h('sureDelete', { email })
    case 'restart':
      return translator.h('sureRestart')
    case 'resetAll':
      return translator.h('sureResetAll')
    default:
      return translator.h('sure')
  }
}

/** The second step of everything that changes something. */
export const sureView = (act: Act, back: Screen, translator: Translator): View => ({
  text: question(act, translator),
  rows: [
    [
      { text: `✅ ${translator.t('yes')}`, act, go: act.do === 'delete' ? { at: 'home' } : back },
      { text: `✖ ${translator.t('no')}`, go: back },
    ],
  ],
  brief: true,
})
