import type { Plan } from '#contract/plan.ts'
import { type ClientFacts, clientCard, type Moment } from '../cards/client-card.ts'
import { bold, clipped, mono } from '../html.ts'
import type { Act, Amount, Button, Screen, Subject, View } from '../screen.ts'
import type { Translator } from '../translator.ts'
import { connectRow } from './clients.ts'
import { backTo, inRows, listPage } from './paging.ts'

export function clientView(client: ClientFacts, translator: Translator, at: Moment): View {
  const { email, enable } = client
  const here: Screen = { at: 'client', email }
  const sure = (text: string, act: Act): Button => ({ text, go: { at: 'sure', act, back: here } })
  const choose = (text: string, what: Amount): Button => ({
    text,
    go: { at: 'choose', what, subject: { email } },
  })
  return {
    text: clientCard(client, translator, at),
    rows: [
      [{ text: translator.t('refresh'), go: here }],
      [sure(translator.t('resetTraffic'), { do: 'reset', email }), choose(translator.t('setQuota'), 'quota')],
      [
        choose(translator.t('setExpiry'), 'days'),
        { text: translator.t('renew'), go: { at: 'plans', email, page: 1 } },
      ],
      [
        { text: translator.t('ipLog'), go: { at: 'addresses', email } },
        choose(translator.t('setIpLimit'), 'ips'),
      ],
      [
        { text: translator.t('telegramUser'), go: { at: 'telegramUser', email } },
        sure(translator.t(enable ? 'disable' : 'enable'), { do: 'switch', email, on: !enable }),
      ],
      connectRow(email, here, translator),
      [sure(translator.t('delete'), { do: 'delete', email })],
      backTo(translator, { at: 'home' }),
    ],
  }
}

const readyAmounts: Record<Amount, readonly number[]> = {
  quota: [0, 1, 5, 10, 20, 30, 40, 50, 60, 80, 100, 150, 200],
  days: [0, 7, 10, 14, 20, 30, 90, 180, 365],
  ips: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
}
const gib = 1024 ** 3

/** The number on a button in words: gigabytes, days, addresses. */
export function amountWords(what: Amount, count: number, translator: Translator): string {
  if (count === 0) return translator.t(what === 'quota' ? 'unlimited' : what === 'days' ? 'never' : 'noLimit')
  if (what === 'quota') return translator.bytes(count * gib)
  return what === 'days' ? translator.days(count) : translator.number(count)
}

const nameOf = (subject: Subject): string => ('email' in subject ? subject.email : subject.draft.email)
const homeOf = (subject: Subject): Screen =>
  'email' in subject ? { at: 'client', email: subject.email } : { at: 'draft', draft: subject.draft }

const questions = { quota: 'askQuota', days: 'askDays', ips: 'askIps' } as const

/** Where a chosen number leads: a client is asked about first, a draft takes it. */
export function chosen(what: Amount, count: number, subject: Subject): Screen {
  if ('email' in subject) {
    const act: Act = { do: 'amount', email: subject.email, what, count }
    return { at: 'sure', act, back: { at: 'client', email: subject.email } }
  }
  const { draft } = subject
  const field = what === 'quota' ? { quota: count * gib } : what === 'days' ? { days: count } : { ips: count }
  return { at: 'draft', draft: { ...draft, ...field } }
}

export function chooseView(what: Amount, subject: Subject, translator: Translator): View {
  const buttons = readyAmounts[what].map((count): Button => {
    const plus = what === 'days' && count > 0 && 'email' in subject ? '+' : ''
    return { text: plus + amountWords(what, count, translator), go: chosen(what, count, subject) }
  })
  const other: Button = { text: translator.t('otherNumber'), go: { at: 'keypad', what, subject, typed: '' } }
  return {
    text: translator.h(questions[what], { email: mono(nameOf(subject)) }),
    rows: [...inRows(buttons, 3), [other], backTo(translator, homeOf(subject))],
    brief: true,
  }
}

const longestNumber = 6

export function keypadView(what: Amount, subject: Subject, typed: string, translator: Translator): View {
  const at = (next: string): Screen => ({ at: 'keypad', what, subject, typed: next })
  const digit = (n: string): Button => ({ text: n, go: at((typed + n).slice(0, longestNumber)) })
  const count = Number(typed)
  const ready: Button[] =
    typed === ''
      ? []
      : [{ text: `✅ ${amountWords(what, count, translator)}`, go: chosen(what, count, subject) }]
  return {
    text: [
      translator.h(questions[what], { email: mono(nameOf(subject)) }),
      bold(typed === '' ? '…' : typed).text,
      translator.h('orSendNumber'),
    ].join('\n'),
    rows: [
      ...['123', '456', '789'].map((row) => [...row].map(digit)),
      [digit('0'), { text: '⌫', go: at(typed.slice(0, -1)) }],
      ...(ready.length > 0 ? [ready] : []),
      backTo(translator, homeOf(subject)),
    ],
    asks: at(typed),
    brief: true,
  }
}

export const telegramUserView = ({ email, tgId }: ClientFacts, translator: Translator): View => {
  const back: Screen = { at: 'client', email }
  const remove: Button[][] =
    tgId === 0
      ? []
      : [[{ text: translator.t('remove'), go: { at: 'sure', act: { do: 'link', email, tgId: 0 }, back } }]]
  return {
    text: [
      translator.h('askTelegramUser', { email: mono(email) }),
      ...(tgId === 0 ? [] : [translator.h('telegramId', { id: mono(String(tgId)) })]),
    ].join('\n'),
    rows: [...remove, backTo(translator, back)],
    asks: { at: 'telegramUser', email },
    brief: true,
  }
}

const mostAddresses = 50

export function addressesView(email: string, list: readonly string[], translator: Translator): View {
  const here: Screen = { at: 'addresses', email }
  const back: Screen = { at: 'client', email }
  const lines = list.slice(0, mostAddresses).map((line) => mono(line).text)
  return {
    text: [
      translator.h('addressesOf', { email: mono(email) }),
      ...(lines.length > 0 ? lines : [translator.h('noAddress')]),
    ].join('\n'),
    rows: [
      [
        { text: translator.t('refresh'), go: here },
        { text: translator.t('clearLog'), go: { at: 'sure', act: { do: 'clearIps', email }, back: here } },
      ],
      backTo(translator, back),
    ],
  }
}

export const planWords = ({ name, totalGB, days }: Plan, translator: Translator): string => {
  const quota = totalGB > 0 ? translator.bytes(totalGB) : translator.t('unlimited')
  return `${clipped(name, 30)} · ${quota} · ${days > 0 ? translator.days(days) : translator.t('never')}`
}

export function plansView(
  email: string,
  plans: readonly Plan[],
  wanted: number,
  translator: Translator,
): View {
  const back: Screen = { at: 'client', email }
  const { rows } = listPage(plans, wanted, translator, {
    button: (plan) => {
      const text = planWords(plan, translator)
      const act: Act = { do: 'renew', email, planId: plan.id, plan: text }
      return { text, go: { at: 'sure', act, back } }
    },
    at: (page) => ({ at: 'plans', email, page }),
  })
  return {
    text: plans.length > 0 ? translator.h('askPlan', { email: mono(email) }) : translator.h('noPlans'),
    rows: [...rows, backTo(translator, back)],
    brief: true,
  }
}
