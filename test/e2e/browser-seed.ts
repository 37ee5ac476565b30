import { freePorts } from '#test/free-port.ts'
import { adminSession, type BuiltPanel } from './browser-panel.ts'

/** An address on which nothing else listens. */
const quiet = '127.77.9.8'
const GB = 1024 ** 3
const DAY = 86_400_000
const groups = ['gold', 'silver', 'friends', '']
export const comments = ['phone and laptop', '', 'paid in cash', '', '']

/** A panel with realistic data: inbounds, and clients of every status, all created through the API. */
export async function seed(panel: BuiltPanel, count: number): Promise<void> {
  const send = await adminSession(panel)
  const ports = await freePorts(3)
  const expectDone = async (path: string, body: unknown) => {
    const reply = await send(path, body)
    if (!reply.success) throw new Error(`${path}: ${reply.msg}`)
    return reply.obj
  }
  for (const [i, remark] of ['Frankfurt', 'Helsinki', 'Behind the CDN'].entries())
    await expectDone('panel/api/inbounds/add', {
      remark,
      listen: quiet,
      enable: true,
      port: ports[i],
      protocol: i === 1 ? 'trojan' : 'vless',
      settings: i === 1 ? {} : { decryption: 'none' },
      streamSettings: { network: i === 2 ? 'ws' : 'tcp', security: 'none' },
    })
  const people = Array.from({ length: count }, (_, i) => ({
    client: {
      email: `client-${String(i + 1).padStart(4, '0')}`,
      enable: i % 11 !== 3,
      totalGB: i % 5 === 0 ? 0 : (20 + (i % 9) * 20) * GB,
      // Never, soon, past, far, and from first use.
      expiryTime: [0, Date.now() + 2 * DAY, Date.now() - DAY, Date.now() + 45 * DAY, -30 * DAY][i % 5],
      group: groups[i % groups.length],
      comment: comments[i % comments.length],
      limitIp: i % 4,
    },
    inboundIds: [[1], [1, 2], [2], [3, 1, 2]][i % 4],
  }))
  await expectDone('panel/api/clients/bulkCreate', people)
  for (let i = 0; i < Math.min(count, 40); i += 1)
    await expectDone(`panel/api/clients/updateTraffic/client-${String(i + 1).padStart(4, '0')}`, {
      upload: Math.round(GB * ((i * 7) % 13) * 0.4),
      download: Math.round(GB * ((i * 5) % 23) * 1.9),
    })
}
