import { mono } from '../html.ts'
import type { Act, Screen, View } from '../screen.ts'
import type { Tongue } from '../tongue.ts'
import { amountWords } from './client.ts'

const amountQuestions = { quota: 'sureQuota', days: 'sureDays', ips: 'sureIps' } as const

function question(act: Act, tongue: Tongue): string {
  const email = 'email' in act ? mono(act.email) : ''
  switch (act.do) {
    case 'reset':
      return tongue.h('sureReset', { email })
    case 'switch':
      return tongue.h(act.on ? 'sureEnable' : 'sureDisable', { email })
    case 'amount':
      if (act.what === 'days' && act.count === 0) return tongue.h('sureNever', { email })
      return tongue.h(amountQuestions[act.what], {
        email,
        amount: amountWords(act.what, act.count, tongue),
      })
    case 'link':
      return act.tgId === 0
        ? tongue.h('sureUnlink', { email })
        : tongue.h('sureLink', { email, id: mono(String(act.tgId)) })
    case 'clearIps':
      return tongue.h('sureClearIps', { email })
    case 'renew':
      return tongue.h('sureRenew', { email, plan: act.plan })
    case 'delete':
      return tongue.h('sureDelete', { email })
    case 'restart':
      return tongue.h('sureRestart')
    case 'resetAll':
      return tongue.h('sureResetAll')
    default:
      return tongue.h('sure')
  }
}

/** The second step of everything that changes something. */
export const sureView = (act: Act, back: Screen, tongue: Tongue): View => ({
  text: question(act, tongue),
  rows: [
    [
      { text: `✅ ${tongue.t('yes')}`, act, go: act.do === 'delete' ? { at: 'home' } : back },
      { text: `✖ ${tongue.t('no')}`, go: back },
    ],
  ],
  brief: true,
})
