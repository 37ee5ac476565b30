import type { TagTraffic } from '#contract/events.ts'
import type { Settings } from '#contract/settings.ts'
import type { Log } from '../log.ts'
import type { Outbound } from '../outbound/safe-fetch.ts'
import type { ClientDelta } from './frames.ts'

interface Deps {
  outbound: Outbound
  settings: () => Pick<Settings, 'externalTrafficInformEnable' | 'externalTrafficInformURI'>
  log: Log
}

export interface Told {
  clientTraffics: readonly ClientDelta[]
  traffics: readonly TagTraffic[]
}

const deadlineMs = 3_000

/**
 * The external traffic notification (core.md 5.9): on its own, so that a receiver that stalls delays no tick, and never
 * sent again: whoever adds deltas up would count them twice (property 42).
 */
export function createInform({ outbound, settings, log }: Deps) {
  const ending = new AbortController()
  let running: Promise<void> | undefined
  let trouble = ''

  async function send(url: string, { clientTraffics, traffics }: Told): Promise<void> {
    try {
      await outbound.safeFetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=UTF-8' },
        body: JSON.stringify({
          clientTraffics: clientTraffics.length > 0 ? clientTraffics : null,
          inboundTraffics: traffics.length > 0 ? traffics : null,
        }),
        timeoutMs: deadlineMs,
        signal: ending.signal,
      })
      trouble = ''
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      if (said !== trouble && !ending.signal.aborted)
        log.warn(`the external traffic notification did not arrive: ${said}`)
      trouble = said
    }
  }

  const isOn = () => settings().externalTrafficInformEnable && settings().externalTrafficInformURI !== ''

  return {
    isOn,
    /** One at a time: what moves while one is under way is not told. */
    tell(told: Told): void {
      if (!isOn() || running) return
      if (told.clientTraffics.length + told.traffics.length === 0) return
      running = send(settings().externalTrafficInformURI, told).finally(() => {
        running = undefined
      })
    },
    async stop(): Promise<void> {
      ending.abort()
      await running
    },
  }
}

export type Inform = ReturnType<typeof createInform>
