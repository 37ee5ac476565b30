import { connect, type Socket } from 'node:net'
import type { PanelDeps } from '#server/app/panel.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel } from './panel.ts'

export interface ServedPanel extends TestPanel {
  port: number
  subPort: number
}

/** A test panel that really listens, on free loopback ports. */
export async function servedPanel(
  env: Record<string, string> = {},
  deps: Partial<PanelDeps> = {},
): Promise<ServedPanel> {
  const port = await freePort()
  const subPort = await freePort()
  const ports = { SLUICE_PORT: String(port), SLUICE_SUB_PORT: String(subPort) }
  const t = await testPanel({ ...ports, ...env }, deps)
  await t.panel.start()
  return { ...t, port, subPort }
}

export interface RawReply {
  /** Everything received until the peer closed, or until `until` was seen. */
  text: string
  closedAfterMs: number
}

/** Bytes in, bytes out: for what no HTTP client would send. */
export function rawCall(port: number, bytes: string | Buffer, until?: string): Promise<RawReply> {
  const began = Date.now()
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    const finish = () => {
      socket.destroy()
      resolve({ text, closedAfterMs: Date.now() - began })
    }
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (until !== undefined && text.includes(until)) finish()
    })
    socket.on('error', () => {}) // a reset also ends in close
    socket.on('close', finish)
  })
}
