import type { NotificationEvent } from '#contract/events.ts'
import { createApi } from './api/client.ts'
import { createQueries, endpoints } from './api/endpoints.ts'
import { createGate } from './api/gate.ts'
import { createCommands } from './commands/commands.ts'
import { loadCoded, noticeText } from './i18n/coded.ts'
import { applyFrame } from './live/apply-frame.ts'
import { createLive } from './live/live.ts'
import { createTagRates } from './live/tag-rates.ts'
import { createTopClients } from './live/top-clients.ts'
import { createWork } from './live/work.ts'
import { createRouter } from './router/router.ts'
import { createQuestions } from './ui/questions.ts'
import { createToasts } from './ui/toasts.ts'

/** The composition root of the browser: the only place where its parts meet. */
export function createServices(base: string) {
  const gate = createGate()
  const api = createApi({ base, gate, fetch: (...args) => fetch(...args), loadCoded })
  const queries = createQueries()
  /** `toasts.show({ tone, text, undo })`. */
  const toasts = createToasts()
  const announce = async (notice: NotificationEvent) => {
    await loadCoded()
    toasts.show(toastOf(notice))
  }
  /** The clients with the most traffic right now. */
  const topClients = createTopClients()
  /** The current rate of each inbound and outbound. */
  const tagRates = createTagRates()
  /** Long-running work, such as an install of the core. */
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
  const router = createRouter(base)
  /** `await questions.ask({ title, verb })`. */
  const questions = createQuestions()
  const commands = createCommands()
  return { base, api, gate, live, topClients, tagRates, work, queries, router, toasts, questions, commands }
}

const tones = { success: 'good', info: 'info', warning: 'warn', error: 'bad' } as const
const toastOf = (notice: NotificationEvent) => ({
  tone: tones[notice.level] ?? 'info',
  text: [noticeText(notice, 'title') ?? notice.title, noticeText(notice, 'message') ?? notice.message]
    .filter(Boolean)
    .join(': '),
})
