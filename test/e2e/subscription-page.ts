import type { BrowserContextOptions } from 'playwright-core'
import type { SettingsUpdate } from '#contract/settings.ts'
import { type BuiltPanel, scriptSession } from './browser-panel.ts'

export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 780 },
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
}

const gigabyte = 2 ** 30
const day = 86_400_000

/** Creates a client with content on its page; returns the URL. */
export async function subscribe(panel: BuiltPanel, settings: SettingsUpdate = {}): Promise<string> {
  const post = await scriptSession(panel)
  const done = async (path: string, body: unknown) => {
    const reply = await post(path, body)
    if (!reply.success) throw new Error(`${path}: ${reply.msg}`)
    return reply.obj
  }
  const all = { subTitle: 'Harbour', subSupportUrl: 'https://t.me/harbour', subClashEnable: true }
  await done('panel/setting/update', { ...all, subJsonEnable: true, subSingboxEnable: true, ...settings })
  const ids: number[] = []
  for (const [i, remark] of ['Frankfurt', 'Helsinki', 'Istanbul'].entries()) {
    const inbound = { remark, listen: '127.77.9.9', port: 24_100 + i, protocol: i === 1 ? 'trojan' : 'vless' }
    ids.push(((await done('panel/api/inbounds/add', inbound)) as { id: number }).id) // the contract's reply
  }
  const expiryTime = Date.now() + 27 * day + 4 * 3_600_000
  const client = { email: 'ann@example.com', subId: 'k3v9x0q2m7a1z5w8', totalGB: 100 * gigabyte, expiryTime }
  await done('panel/api/clients/add', { client, inboundIds: ids })
  const used = { upload: 3.2 * gigabyte, download: 38.4 * gigabyte }
  await done('panel/api/clients/updateTraffic/ann@example.com', {
    upload: Math.round(used.upload),
    download: Math.round(used.download),
  })
  return `${panel.subscriptions}/sub/${client.subId}`
}
