import { createContext, use } from 'react'
import type { createServices } from './create-services.ts'
import { useTranslation } from './i18n/translation.tsx'

export type Services = ReturnType<typeof createServices>
export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = use(ServicesContext)
  if (!services) throw new Error('useServices outside of its provider')
  return services
}

/** What most components need: the services, and the reader's language. */
export const useApp = () => ({ ...useServices(), ...useTranslation() })
