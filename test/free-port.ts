import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that the kernel gives to outgoing connections: none of those can take it before its listener comes. */
const [lowest, highest] = [12_000, 32_000]
const given = new Set<number>()

const canListen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A port of loopback that nobody listens on, and that was not given to another test of this process. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(lowest, highest)
    if (given.has(port) || !(await canListen(port))) continue
    given.add(port)
    return port
  }
  throw new Error('100 ports in a row were taken')
}

export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) ports.push(await freePort())
  return ports
}
