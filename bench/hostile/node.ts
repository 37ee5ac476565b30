import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'

const listed = (list: string) => `{"success":true,"msg":"","obj":${list}}`
const fill = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length))
const megabytes = 1024 * 1024

/** Entries that look as those of a real panel do: 64 MB of them is what a list may have at most. */
function honest(): string {
  const entry = (n: number) => ({
    email: `client-${n}`,
    id: `b831381d-6324-4d53-ad4f-${String(n).padStart(12, '0')}`,
    subId: `sub${String(n).padStart(13, '0')}`,
    ...{ flow: '', limitIp: 0, totalGB: 0, expiryTime: 0, enable: true, tgId: 0, comment: '', reset: 0 },
  })
  const numbers = Array.from({ length: 100_000 }, (_, n) => n)
  return JSON.stringify([
    {
      ...{ id: 1, tag: 'inbound-443', remark: 'all', enable: true, listen: '', port: 443, protocol: 'vless' },
      settings: JSON.stringify({ clients: numbers.map(entry), decryption: 'none' }),
      ...{ streamSettings: '{"network":"tcp"}', sniffing: '{}', up: 1, down: 2 },
      clientStats: numbers.map((n) => ({ ...entry(n), id: n, up: n, down: n, lastOnline: n })),
    },
  ])
}

const bodies = {
  'millions of empty objects, packed': () => gzipSync(listed(`[${fill('{},', 63 * megabytes)}{}]`)),
  'millions of empty objects': () => Buffer.from(listed(`[${fill('{},', 60 * megabytes)}{}]`)),
  'the same inside of a string': () =>
    Buffer.from(
      listed(`[{"id":1,"tag":"a","settings":"{\\"clients\\":[${fill('{},', 60 * megabytes)}{}]}"}]`),
    ),
  'millions of short texts': () => Buffer.from(listed(`[${fill('"abcdefgh",', 60 * megabytes)}""]`)),
  'millions of names': () =>
    Buffer.from(listed(`[{${Array.from({ length: 4_000_000 }, (_, n) => `"k${n}":1`).join(',')}}]`)),
  'a hundred thousand brackets': () => Buffer.from(listed('['.repeat(100_000))),
  '100,000 clients that look honest': () => Buffer.from(listed(honest())),
}
export type NodeAttack = keyof typeof bodies
export const nodeAttacks = Object.keys(bodies) as NodeAttack[] // the keys above

/** Answers its status as a 3x-ui does, and its list with the body that was chosen last. */
export async function startHostileNode() {
  let body: Buffer = Buffer.alloc(0)
  const status = {
    ...{ cpu: 1, mem: { current: 1, total: 2 }, uptime: 9, panelGuid: 'hostile', panelVersion: '3.6.0' },
    xray: { state: 'running', version: '26.4.25' },
  }
  const server = createServer((request, response) => {
    const isList = request.url?.endsWith('/inbounds/list')
    if (isList && body[0] === 0x1f) response.setHeader('content-encoding', 'gzip')
    response.setHeader('content-type', 'application/json')
    response.end(isList ? body : listed(request.url?.endsWith('/status') ? JSON.stringify(status) : 'null'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    choose(attack: NodeAttack): void {
      body = bodies[attack]()
    },
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
