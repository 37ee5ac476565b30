import type { Finding, Health } from '#contract/health-api.ts'
import { endpoints, keyOf, useCall, useReply } from '../api/endpoints.ts'
import { useApp } from '../services.tsx'
import { sayError } from '../ui/say-error.ts'

const MINUTE = 60_000

/** Current findings. The hub says when they have changed, but not that the checks looked again and found the same. */
export const useHealth = () =>
  useReply(endpoints.health.state, { staleTime: MINUTE, refetchInterval: 5 * MINUTE })

/** The shown findings; what is muted is on the page Health only. */
export const unmuted = (findings: readonly Finding[]): Finding[] => findings.filter(({ muted }) => !muted)

/** Calls that answer with the new findings. */
export function useHealthCalls() {
  const { t, queries, toasts } = useApp()
  const options = {
    onSuccess: (health: Health) => queries.setQueryData(keyOf(endpoints.health.state), health),
    onError: (error: Error) => void toasts.show({ tone: 'bad', text: sayError(t, error) }),
  }
  return {
    check: useCall(endpoints.health.check, options),
    mute: useCall(endpoints.health.mute, options),
    unmute: useCall(endpoints.health.unmute, options),
  }
}
