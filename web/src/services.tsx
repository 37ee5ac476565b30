import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { NotificationEvent } from '#contract/events.ts'
import { type Api, createApi } from './api/client.ts'
import { endpoints } from './api/endpoints.ts'
import { createGate, type Gate } from './api/gate.ts'
import { createQueries } from './api/queries.ts'
import { type Commands, createCommands } from './commands/commands.ts'
import { loadCoded, noticeText } from './i18n/coded.ts'
import { applyFrame } from './live/apply-frame.ts'
import { createLive, type Live } from './live/live.ts'
import { createTagRates, type LiveTagRates } from './live/tag-rates.ts'
import { createTopClients, type TopClients } from './live/top-clients.ts'
import { createWork, type Work } from './live/work.ts'
import { createPlace, type Place } from './router/place.ts'
import { createQuestions, type Questions } from './ui/questions.ts'
import { createToasts, type Toasts } from './ui/toasts.ts'

export interface Services {
  base: string
  api: Api
  gate: Gate
  live: Live
  /** The clients with the most traffic right now. */
  topClients: TopClients
  /** The current rate of each inbound and outbound. */
  tagRates: LiveTagRates
  /** Long-running work, such as an install of the core. */
  work: Work
  queries: QueryClient
  place: Place
  /** `await questions.ask({ title, verb })`. */
  questions: Questions
  /** `toasts.show({ tone, text, undo })`. */
  toasts: Toasts
  commands: Commands
}

/** The composition root of the browser: the only place where its parts meet. */
export function createServices(base: string): Services {
  const gate = createGate()
  const api = createApi({ base, gate, fetch: (...args) => fetch(...args), loadCoded })
  const queries = createQueries()
  const toasts = createToasts()
  const announce = async (notice: NotificationEvent) => {
    await loadCoded()
    toasts.show(toastOf(notice))
  }
  const topClients = createTopClients()
  const tagRates = createTagRates()
  const work = createWork()
  const live = createLive({
    connect: () => new WebSocket(new URL(`${base}ws`, location.origin.replace(/^http/, 'ws'))),
    checkSession: () => api.call(endpoints.session.panelCsrfToken),
    onFrame(frame) {
      topClients.receive(frame)
      tagRates.receive(frame)
      if (work.receive(frame)) return
      if (frame.type === 'notification') return void announce(frame.payload)
      applyFrame(queries, frame)
    },
    onBack: () => void queries.invalidateQueries(),
  })
  const place = createPlace(base)
  const own = { questions: createQuestions(), commands: createCommands() }
  return { base, api, gate, live, topClients, tagRates, work, queries, place, toasts, ...own }
}

const tones = { success: 'good', info: 'info', warning: 'warn', error: 'bad' } as const
const toastOf = (notice: NotificationEvent) => ({
  tone: tones[notice.level] ?? 'info',
  text: [noticeText(notice, 'title') ?? notice.title, noticeText(notice, 'message') ?? notice.message]
    .filter(Boolean)
    .join(': '),
})

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('useServices outside of its provider')
  return services
}
