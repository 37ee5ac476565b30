import { type Delta, merged } from '#domain/traffic/delta.ts'
import type { Base } from '../settings/base-services.ts'
import { clientDeltas, tagTraffics } from './frames.ts'

type Deps = Pick<Base, 'egress' | 'log' | 'settings'>

const deadlineMs = 3_000

/**
 * The external traffic notification. It runs beside the ticks, so a stalled receiver delays none. Bytes that move
 * during a request are added up for the next one. A failed notification is not retried: the receiver may have read it
 * and would count the deltas twice (P42).
 */
export function createInform({ egress, settings, log }: Deps) {
  const stopping = new AbortController()
  let waiting: Delta[] = []
  let running: Promise<void> | undefined
  let trouble = ''

  const isOn = () =>
    settings.current().externalTrafficInformEnable && settings.current().externalTrafficInformURI !== ''

  async function send(url: string, deltas: readonly Delta[]): Promise<void> {
    const [clientTraffics, traffics] = [clientDeltas(deltas), tagTraffics(deltas)]
    try {
      await egress.safeFetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=UTF-8' },
        body: JSON.stringify({
          clientTraffics: clientTraffics.length > 0 ? clientTraffics : null,
          inboundTraffics: traffics.length > 0 ? traffics : null,
        }),
        timeoutMs: deadlineMs,
        signal: stopping.signal,
      })
      trouble = ''
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      if (said !== trouble) log.warn(`the external traffic notification failed: ${said}`)
      trouble = said
    }
  }

  /** One request at a time, until nothing is waiting. */
  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && isOn() && !stopping.signal.aborted) {
      const deltas = waiting
      waiting = []
      await send(settings.current().externalTrafficInformURI, deltas)
    }
  }

  return {
    isOn,
    tell(deltas: readonly Delta[]): void {
      if (!isOn()) {
        waiting = [] // turned off: drop what is waiting
        return
      }
      waiting = merged([...waiting, ...deltas])
      if (waiting.length === 0) return
      running ??= sendAll().finally(() => {
        running = undefined
      })
    },
    /** Sends what is waiting, but a stalled receiver does not delay the shutdown. */
    async stop(): Promise<void> {
      const late = setTimeout(() => stopping.abort(), deadlineMs)
      await running
      clearTimeout(late)
      if (waiting.length > 0)
        log.warn(`the external traffic notification lost the last bytes of ${waiting.length} names`)
    },
  }
}

export type Inform = ReturnType<typeof createInform>
