import type { Plan } from '#contract/plan.ts'
import { bold, clipped, escaped, mono } from '../html.ts'
import { planWords } from '../menus/client.ts'
import { type InboundFacts, inboundName } from '../menus/inbounds.ts'
import { backTo, homeRow, listPage } from '../menus/paging.ts'
import type { Amount, Button, Draft, DraftField, Screen, View } from '../screen.ts'
import type { Translator } from '../translator.ts'
import { toggled, vision, withPlan } from './add-client.ts'

export function draftInboundsView(
  draft: Draft,
  all: readonly InboundFacts[],
  wanted: number,
  translator: Translator,
): View {
  const fit = all.filter(({ takesClients }) => takesClients)
  const at = (next: Draft, page: number): Screen => ({ at: 'draftInbounds', draft: next, page })
  const { line, rows } = listPage(fit, wanted, translator, {
    button: (inbound, page) => ({
      text: `${draft.inboundIds.includes(inbound.id) ? '✅' : '▫️'} ${inboundName(inbound)}`,
      go: at(toggled(draft, inbound.id), page),
    }),
    at: (page) => at(draft, page),
  })
  const ready: Button = { text: `${translator.t('continue')} ›`, go: { at: 'draft', draft } }
  return {
    text: [translator.h(fit.length > 0 ? 'askInbounds' : 'noClientInbound'), ...line].join('\n'),
    rows: [...rows, ...(draft.inboundIds.length > 0 ? [[ready]] : []), homeRow(translator)],
    brief: true,
  }
}

interface DraftFacts {
  inbounds: readonly InboundFacts[]
  plans: readonly Plan[]
  /** What was wrong with the last try, in words. */
  wrong?: string | undefined
}

function draftLines(draft: Draft, chosen: readonly InboundFacts[], translator: Translator): string[] {
  const none = translator.t('none')
  const expiry =
    draft.days === 0
      ? translator.t('never')
      : draft.fromFirstUse
        ? translator.t('daysFromFirstUse', { days: translator.days(draft.days) })
        : translator.days(draft.days)
  const line = (label: string, value: string) => `${escaped(label)}: ${escaped(value)}`
  return [
    bold(translator.t('newClient')).text,
    `${escaped(translator.t('fieldEmail'))}: ${mono(draft.email).text}`,
    line(translator.t('menuInbounds'), chosen.map(inboundName).join(', ') || none),
    line(translator.t('fieldPlan'), draft.plan || none),
    line(
      translator.t('fieldQuota'),
      draft.quota > 0 ? translator.bytes(draft.quota) : translator.t('unlimited'),
    ),
    line(translator.t('setExpiry'), expiry),
    line(translator.t('setIpLimit'), draft.ips > 0 ? translator.number(draft.ips) : translator.t('noLimit')),
    line(translator.t('telegramUser'), draft.tgId > 0 ? String(draft.tgId) : none),
    ...(chosen.some(({ takesFlow }) => takesFlow)
      ? [line(translator.t('fieldFlow'), draft.flow || none)]
      : []),
    line(translator.t('fieldComment'), clipped(draft.comment.replace(/\s+/g, ' '), 300) || none),
  ]
}

export function draftView(
  draft: Draft,
  { inbounds, plans, wrong }: DraftFacts,
  translator: Translator,
): View {
  const chosen = inbounds.filter(({ id }) => draft.inboundIds.includes(id))
  const text = (label: string, field: DraftField): Button => ({
    text: label,
    go: { at: 'draftText', draft, field },
  })
  const toggle = (isOn: boolean, label: string, next: Partial<Draft>): Button => ({
    text: `${isOn ? '✅' : '▫️'} ${label}`,
    go: { at: 'draft', draft: { ...draft, ...next } },
  })
  const { flow, fromFirstUse } = draft
  const choose = (label: string, what: Amount): Button => ({
    text: label,
    go: { at: 'choose', what, subject: { draft } },
  })
  const rows: Button[][] = [
    [text(translator.t('fieldEmail'), 'email'), text(translator.t('fieldComment'), 'comment')],
    [choose(translator.t('fieldQuota'), 'quota'), choose(translator.t('setExpiry'), 'days')],
    draft.days > 0
      ? [toggle(fromFirstUse, translator.t('fromFirstUse'), { fromFirstUse: !fromFirstUse })]
      : [],
    [choose(translator.t('setIpLimit'), 'ips'), text(translator.t('telegramUser'), 'telegram')],
    [
      { text: translator.t('menuInbounds'), go: { at: 'draftInbounds', draft, page: 1 } },
      ...(plans.length > 0
        ? [{ text: translator.t('fieldPlan'), go: { at: 'draftPlans', draft, page: 1 } as const }]
        : []),
    ],
    chosen.some(({ takesFlow }) => takesFlow)
      ? [toggle(flow !== '', `${translator.t('fieldFlow')} ${vision}`, { flow: flow === '' ? vision : '' })]
      : [],
    [
      { text: `✅ ${translator.t('addEnabled')}`, act: { do: 'create', draft, enable: true } },
      { text: translator.t('addDisabled'), act: { do: 'create', draft, enable: false } },
    ],
    [{ text: `✖ ${translator.t('cancel')}`, go: { at: 'home' } }],
  ]
  return {
    text: [...draftLines(draft, chosen, translator), ...(wrong ? [`⚠️ ${escaped(wrong)}`] : [])].join('\n'),
    rows: rows.filter((row) => row.length > 0),
    brief: true,
  }
}

const questions = { email: 'askEmail', comment: 'askComment', telegram: 'askTelegramId' } as const

export const draftTextView = (draft: Draft, field: DraftField, translator: Translator): View => ({
  text: translator.h(questions[field]),
  rows: [backTo(translator, { at: 'draft', draft })],
  asks: { at: 'draftText', draft, field },
  brief: true,
})

export function draftPlansView(
  draft: Draft,
  plans: readonly Plan[],
  known: ReadonlySet<number>,
  wanted: number,
  translator: Translator,
): View {
  const { rows } = listPage(plans, wanted, translator, {
    button: (plan) => ({
      text: planWords(plan, translator),
      go: { at: 'draft', draft: withPlan(draft, plan, known) },
    }),
    at: (page) => ({ at: 'draftPlans', draft, page }),
  })
  return {
    text: translator.h('choosePlan'),
    rows: [...rows, backTo(translator, { at: 'draft', draft })],
    brief: true,
  }
}
