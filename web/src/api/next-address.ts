const browser: { get(url: string): Promise<{ ok: boolean }>; pause(ms: number): Promise<unknown> } = {
  get: (url) => fetch(url, { cache: 'no-store' }),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

const everyMs = 500
const tries = 60
/** The panel gives open connections two seconds before it opens its new listener. */
const closingMs = 3_000

/** `<host>` stands for the host in the address bar. */
export const withHost = (url: string, host: string): string => url.replace('<host>', host)

/** The panel is reached directly: what its settings say about the port is what the browser uses. */
export function isDirect(here: URL, panelFrom: string): boolean {
  try {
    const from = new URL(withHost(panelFrom, here.hostname))
    return from.port === here.port && from.protocol === here.protocol
  } catch {
    return false
  }
}

/**
 * Resolves when the panel can be opened at `to`; false if it takes too long. A page may not read what another origin
 * answers. So there it waits until `from` is closed, and for as long as the panel may need to open the other.
 */
export async function untilMoved(from: string, to: string, { get, pause } = browser): Promise<boolean> {
  const same = new URL(from).origin === new URL(to).origin
  for (let i = 0; i < tries; i += 1) {
    await pause(everyMs)
    const answers = await get(`${same ? to : from}csrf-token`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers !== same) continue
    if (!same) await pause(closingMs)
    return true
  }
  return false
}
