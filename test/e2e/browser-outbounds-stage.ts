import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { freePorts } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { adminSession, type BuiltPanel, startBuiltPanel } from './browser-panel.ts'

export const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'

export interface OutboundsStage {
  panel: BuiltPanel
  /** Ports of servers on loopback: one that answers, one where nothing listens. */
  ports: { open: number; closed: number }
  template(): Promise<Record<string, unknown>>
  stop(): Promise<void>
}

/** A remote server: whatever is requested, a site on this machine answers. Nothing leaves the machine. */
async function startRemote(core: string, port: number) {
  const site = createServer((_, reply) => reply.writeHead(204).end()).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const address = site.address()
  const redirect = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const child = spawn(core, ['run', '-c', 'stdin:'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const settings = { clients: [{ id }], decryption: 'none' }
  child.stdin.end(
    JSON.stringify({
      log: { loglevel: 'warning' },
      inbounds: [{ listen: '127.0.0.1', port, protocol: 'vless', settings }],
      outbounds: [{ protocol: 'freedom', settings: { redirect, finalRules: [{ action: 'allow' }] } }],
    }),
  )
  const stop = async () => {
    child.kill('SIGKILL')
    site.close()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  let why = ''
  child.once('error', (error) => {
    why = error.message
  })
  for await (const line of createInterface({ input: child.stdout }))
    if (line.endsWith(' started')) return stop
  await stop()
  throw new Error(`the remote core did not start: ${why}`)
}

/** A panel with the real core, whose outbounds can be tested against a server on this machine. */
export async function startOutboundsStage(core: string): Promise<OutboundsStage> {
  const [open = 0, closed = 0] = await freePorts(2)
  const stopRemote = await startRemote(core, open)
  const panel = await startBuiltPanel('/deep/', { core }).catch(async (error) => {
    await stopRemote()
    throw error
  })
  const send = await adminSession(panel)
  const template = async () =>
    JSON.parse(String((await send('panel/xray/', {})).obj)).xraySetting as Record<string, unknown> // the panel's own
  const running = async () => {
    const { obj } = await send('panel/api/server/status', undefined, 'GET')
    return (obj as { xray: { state: string } } | null)?.xray.state === 'running' // the contract's reply
  }
  await until('the core runs', running)
  // A public address, as the panel requires; the remote redirects it to the site.
  await send('panel/xray/update', { xraySetting: await template(), outboundTestUrl: 'http://1.1.1.1/' })
  return {
    panel,
    ports: { open, closed },
    template,
    stop: async () => {
      await panel.stop()
      await stopRemote()
    },
  }
}
