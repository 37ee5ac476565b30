import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { inEnglish } from '#domain/refusal.ts'
import { createTestCores } from '#server/core/process/throwaway-cores.ts'
import { createTrial } from '#server/outbounds/trial.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { coreBinary } from '#test/core-binary.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { until } from '#test/until.ts'

const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'
const json = (value: object) => encodeURIComponent(JSON.stringify(value))
const outboundOf = (link: string): Block => {
  const parsed = parseShareLink(link)
  if (!parsed.ok) throw new Error(`${link}: ${inEnglish(parsed.why)}`)
  return parsed.outbound
}

describe.skipIf(!coreBinary)('a throwaway core', () => {
  const binary = coreBinary ?? ''
  const trial = createTrial(createTestCores(tmpdir()))

  it('survives what links may contain', async () => {
    const fm = {
      tcp: [{ type: 'fragment', settings: { packets: 'tlshello', length: '100-200', delay: '1-2' } }],
      udp: [{ type: 'noise', settings: { noise: [{ rand: '10-20', delay: '1-2' }] } }],
    }
    const download = { address: 'd.example', port: 443, network: 'xhttp', security: 'tls' }
    const key = encodeURIComponent(Buffer.alloc(32, 7).toString('base64'))
    const links = [
      `vless://${id}@a.example:443?security=tls&fm=${json(fm)}`,
      `vless://${id}@a.example:443?type=kcp&fm=${json({ udp: fm.udp })}`,
      `vless://${id}@a.example:443?type=xhttp&security=tls&extra=${json({ downloadSettings: download })}`,
      `vless://${id}@a.example:443?type=grpc&serviceName=s&security=tls`,
      `vmess://${id}@a.example:80?type=ws&path=/`,
      'trojan://p@a.example:443?type=httpupgrade&path=/x',
      `ss://${Buffer.from('aes-128-gcm:pw').toString('base64url')}@a.example:8388`,
      'hy2://p@a.example:443,1000-2000?obfs=salamander&obfs-password=x',
      `wireguard://${key}@a.example:51820?publickey=${key}&address=10.0.0.2%2F32`,
    ]
    expect(await trial(binary, links.map(outboundOf))).toEqual({ ok: true })
  })

  it('does not survive noise of a negative size, and reports it', async () => {
    const finalmask = { udp: [{ type: 'noise', settings: { noise: [{ rand: '-1000000-1', delay: 0 }] } }] }
    const bad: Block = {
      tag: 'bad',
      protocol: 'vless',
      settings: { vnext: [{ address: 'a.example', port: 443, users: [{ id, encryption: 'none' }] }] },
      streamSettings: { network: 'kcp', finalmask },
    }
    expect(await trial(binary, [bad])).toEqual({
      ok: false,
      refused: true,
      words: { code: 'outbound.test-core-dies', params: { reason: expect.stringMatching(/^panic: /) } },
    })
  })
})

describe.skipIf(!coreBinary)('a core that crashes on an outbound of a list', () => {
  let folder: string
  let panel: TestPanel
  let me: Visitor
  const list = ['trojan://fine@a.example:443#good', 'trojan://poison@b.example:443#bad'].join('\n')

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-poisoned-'))
    const wrapper = join(folder, 'core')
    const source = readFileSync(new URL('./core/poisoned-core.mjs', import.meta.url), 'utf8')
    writeFileSync(`${wrapper}.mjs`, source)
    writeFileSync(wrapper, `#!/bin/sh\nexec "${process.execPath}" "${wrapper}.mjs" "$@"\n`)
    chmodSync(wrapper, 0o755)
    writeFileSync(
      join(folder, 'poisoned.json'),
      JSON.stringify({ core: coreBinary, flag: join(folder, 'flag') }),
    )
    vi.stubEnv('SLUICE_CORE_BIN', wrapper)
    const egress: Egress = {
      safeFetch: async () => ({
        ...{ status: 200, headers: new Map(), bytes: new TextEncoder().encode(list) },
        ...{ text: () => list, json: async () => list },
      }),
      safeDownload: () => Promise.reject(new Error('no')),
      checkUrl: async () => {},
    }
    panel = await testPanel({}, { egress })
    me = await panel.login()
    panel.panel.core.start()
    await until('the core runs', () => panel.panel.core.connected() !== undefined)
  })
  afterAll(async () => {
    await panel?.stop()
    rmSync(folder, { recursive: true, force: true })
    vi.unstubAllEnvs()
  })

  const tags = async () => {
    const text = await panel.panel.core.configText()
    const { outbounds } = JSON.parse(text) as { outbounds: { tag: string }[] } // our own text
    return outbounds.map((o) => o.tag)
  }

  it('comes back without it, and says which', async () => {
    const root = '/panel/api/xray/outbound-subs'
    const { id: sub } = (await me.post<{ id: number }>(root, { url: 'https://l.example/', tagPrefix: 'l-' }))
      .obj
    expect(await me.post(`${root}/${sub}/refresh`)).toMatchObject({ success: true })
    expect(await me.post('/panel/api/server/restartXrayService')).toMatchObject({ success: true })
    expect(await tags()).toEqual(expect.arrayContaining(['l-good', 'l-bad']))
    const said = vi.spyOn(panel.panel.hub, 'publish')

    writeFileSync(join(folder, 'flag'), '')
    await until('the core died', () => panel.panel.core.connected() === undefined)
    await until('it is set aside', async () => !(await tags()).includes('l-bad'))
    await until('the core runs again', () => panel.panel.core.connected() !== undefined)
    expect(await tags()).toContain('l-good')
    await expect
      .poll(async () => (await me.get<{ lastError: string }[]>(root)).obj[0]?.lastError)
      .toMatch(/"l-bad"\. It crashed the core \(panic: .*makeslice/)
    await expect
      .poll(() => said)
      .toHaveBeenCalledWith(
        'notification',
        expect.objectContaining({ level: 'error', message: expect.stringContaining('"l-bad"') }),
      )

    const again = await me.post<{ tag: string }[]>(`${root}/${sub}/refresh`)
    expect(again.obj.map((o) => o.tag)).toEqual(['l-good'])
  })
})
