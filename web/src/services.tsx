import type { QueryClient } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { type Api, createApi } from './api/client.ts'
import { endpoints } from './api/endpoints.ts'
import { createGate, type Gate } from './api/gate.ts'
import { createQueries } from './api/queries.ts'
import { applyFrame } from './live/apply-frame.ts'
import { createLive, type Live } from './live/live.ts'
import { createPlace, type Place } from './router/place.ts'

export interface Services {
  base: string
  api: Api
  gate: Gate
  live: Live
  queries: QueryClient
  place: Place
}

/** The composition root of the browser: the only place where its parts meet. */
export function createServices(base: string): Services {
  const gate = createGate()
  const api = createApi({ base, gate, fetch: (...args) => fetch(...args) })
  const queries = createQueries()
  const live = createLive({
    connect: () => new WebSocket(new URL(`${base}ws`, location.origin.replace(/^http/, 'ws'))),
    checkSession: () => api.call(endpoints.panelCsrfToken),
    onFrame: (frame) => applyFrame(queries, frame),
    onBack: () => void queries.invalidateQueries(),
  })
  return { base, api, gate, live, queries, place: createPlace(base) }
}

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('useServices outside of its provider')
  return services
}
