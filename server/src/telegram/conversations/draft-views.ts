import type { Plan } from '#contract/plan.ts'
import { type InboundFacts, inboundName } from '../cards/inbound-card.ts'
import { bold, clipped, escaped, mono } from '../html.ts'
import { planWords } from '../menus/client.ts'
import { backTo, homeRow, pageLine, pageRow, pagesOf, perPage } from '../menus/paging.ts'
import type { Button, Draft, DraftField, Screen, View } from '../screen.ts'
import type { Tongue } from '../tongue.ts'
import { toggled, vision, withPlan } from './add-client.ts'

export function draftInboundsView(
  draft: Draft,
  all: readonly InboundFacts[],
  wanted: number,
  tongue: Tongue,
): View {
  const fit = all.filter(({ takesClients }) => takesClients)
  const pages = pagesOf(fit.length)
  const page = Math.min(wanted, pages)
  const at = (next: Draft, to = page): Screen => ({ at: 'draftInbounds', draft: next, page: to })
  const rows = fit.slice((page - 1) * perPage, page * perPage).map((inbound): Button[] => [
    {
      text: `${draft.inboundIds.includes(inbound.id) ? '✅' : '▫️'} ${inboundName(inbound)}`,
      go: at(toggled(draft, inbound.id)),
    },
  ])
  const ready: Button[][] =
    draft.inboundIds.length > 0 ? [[{ text: `${tongue.t('continue')} ›`, go: { at: 'draft', draft } }]] : []
  return {
    text: [
      tongue.h(fit.length > 0 ? 'askInbounds' : 'noClientInbound'),
      ...(pages > 1 ? [pageLine(page, pages, tongue)] : []),
    ].join('\n'),
    rows: [...rows, ...pageRow(page, pages, tongue, (to) => at(draft, to)), ...ready, homeRow(tongue)],
    brief: true,
  }
}

interface DraftFacts {
  inbounds: readonly InboundFacts[]
  plans: readonly Plan[]
  /** What was wrong with the last try, in words. */
  wrong?: string | undefined
}

function draftLines(draft: Draft, chosen: readonly InboundFacts[], tongue: Tongue): string[] {
  const none = tongue.t('none')
  const expiry =
    draft.days === 0
      ? tongue.t('never')
      : draft.fromFirstUse
        ? tongue.t('daysFromFirstUse', { days: tongue.days(draft.days) })
        : tongue.days(draft.days)
  const line = (label: string, value: string) => `${escaped(label)}: ${escaped(value)}`
  return [
    bold(tongue.t('newClient')).text,
    `${escaped(tongue.t('fieldEmail'))}: ${mono(draft.email).text}`,
    line(tongue.t('menuInbounds'), chosen.map(inboundName).join(', ') || none),
    line(tongue.t('fieldPlan'), draft.plan || none),
    line(tongue.t('fieldQuota'), draft.quota > 0 ? tongue.bytes(draft.quota) : tongue.t('unlimited')),
    line(tongue.t('setExpiry'), expiry),
    line(tongue.t('setIpLimit'), draft.ips > 0 ? tongue.number(draft.ips) : tongue.t('noLimit')),
    line(tongue.t('telegramUser'), draft.tgId > 0 ? String(draft.tgId) : none),
    ...(chosen.some(({ takesFlow }) => takesFlow) ? [line(tongue.t('fieldFlow'), draft.flow || none)] : []),
    line(tongue.t('fieldComment'), clipped(draft.comment.replace(/\s+/g, ' '), 300) || none),
  ]
}

export function draftView(draft: Draft, { inbounds, plans, wrong }: DraftFacts, tongue: Tongue): View {
  const chosen = inbounds.filter(({ id }) => draft.inboundIds.includes(id))
  const takesFlow = chosen.some((one) => one.takesFlow)
  const text = (label: string, field: DraftField): Button => ({
    text: label,
    go: { at: 'draftText', draft, field },
  })
  const flow: Button[] = takesFlow
    ? [
        {
          text: `${draft.flow === '' ? '▫️' : '✅'} ${tongue.t('fieldFlow')} ${vision}`,
          go: { at: 'draft', draft: { ...draft, flow: draft.flow === '' ? vision : '' } },
        },
      ]
    : []
  const first: Button[] =
    draft.days > 0
      ? [
          {
            text: `${draft.fromFirstUse ? '✅' : '▫️'} ${tongue.t('fromFirstUse')}`,
            go: { at: 'draft', draft: { ...draft, fromFirstUse: !draft.fromFirstUse } },
          },
        ]
      : []
  const rows: Button[][] = [
    [text(tongue.t('fieldEmail'), 'email'), text(tongue.t('fieldComment'), 'comment')],
    [
      { text: tongue.t('fieldQuota'), go: { at: 'choose', what: 'quota', subject: { draft } } },
      { text: tongue.t('setExpiry'), go: { at: 'choose', what: 'days', subject: { draft } } },
    ],
    first,
    [
      { text: tongue.t('setIpLimit'), go: { at: 'choose', what: 'ips', subject: { draft } } },
      text(tongue.t('telegramUser'), 'telegram'),
    ],
    [
      { text: tongue.t('menuInbounds'), go: { at: 'draftInbounds', draft, page: 1 } },
      ...(plans.length > 0
        ? [{ text: tongue.t('fieldPlan'), go: { at: 'draftPlans', draft, page: 1 } as const }]
        : []),
    ],
    flow,
    [
      { text: `✅ ${tongue.t('addEnabled')}`, act: { do: 'create', draft, enable: true } },
      { text: tongue.t('addDisabled'), act: { do: 'create', draft, enable: false } },
    ],
    [{ text: `✖ ${tongue.t('cancel')}`, go: { at: 'home' } }],
  ]
  return {
    text: [...draftLines(draft, chosen, tongue), ...(wrong ? [`⚠️ ${escaped(wrong)}`] : [])].join('\n'),
    rows: rows.filter((row) => row.length > 0),
    brief: true,
  }
}

const questions = { email: 'askEmail', comment: 'askComment', telegram: 'askTelegramId' } as const

export const draftTextView = (draft: Draft, field: DraftField, tongue: Tongue): View => ({
  text: tongue.h(questions[field]),
  rows: [backTo(tongue, { at: 'draft', draft })],
  asks: { at: 'draftText', draft, field },
  brief: true,
})

export function draftPlansView(
  draft: Draft,
  plans: readonly Plan[],
  known: ReadonlySet<number>,
  page: number,
  tongue: Tongue,
): View {
  const rows = plans
    .slice((page - 1) * perPage, page * perPage)
    .map((plan): Button[] => [
      { text: planWords(plan, tongue), go: { at: 'draft', draft: withPlan(draft, plan, known) } },
    ])
  return {
    text: tongue.h('choosePlan'),
    rows: [
      ...rows,
      ...pageRow(page, pagesOf(plans.length), tongue, (to) => ({ at: 'draftPlans', draft, page: to })),
      backTo(tongue, { at: 'draft', draft }),
    ],
    brief: true,
  }
}
