import type { Page } from 'playwright-core'

/** Extra frames on top of the panel's own: counters of a fifth of all clients, as on a busy server. */
export async function pushCounters(page: Page, clients: number, everyMs: number): Promise<() => void> {
  const timers: ReturnType<typeof setInterval>[] = []
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer()
    let tick = 0
    timers.push(
      setInterval(() => {
        tick += 1
        const rows = Array.from({ length: Math.ceil(clients / 5) }, (_, i) => ({
          email: `client-${String(((i * 5 + tick) % clients) + 1).padStart(4, '0')}`,
          up: tick * 1_000_000 + i,
          down: tick * 9_000_000 + i,
        }))
        socket.send(JSON.stringify({ type: 'client_stats', payload: { clients: rows }, time: Date.now() }))
      }, everyMs),
    )
  })
  return () => timers.forEach(clearInterval)
}
