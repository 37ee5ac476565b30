import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entries, EntryStage } from '#contract/entries-api.ts'
import type { Diagnosis, Health } from '#contract/health-api.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import { coreBinary } from '#test/core-binary.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { templateTo } from './core/core-panel.ts'
import { dialledAt, withHints } from './entries-stage.ts'
import { namespacesMissing } from './fleet/namespaces.ts'
import { createSite, type Site } from './fleet/stage.ts'
import { lostAddress, openPublicPage, type PublicPage, pageAddress } from './public-page.ts'
import { openScreens, type Screens } from './screens.ts'

// The built program with a real core in a network of its own: each way to fail is made there, and named by the API, Home, the
// inbound and its client alike, within two rounds.

const missing = coreBinary && namespacesMissing()
if (missing) console.log(`Not tested with network namespaces: ${missing}.`)

type Cell = Parameters<typeof cellInbound>[0]
const plain: Cell = { protocol: 'vless', network: 'tcp', security: 'none' }
const tls: Cell = { protocol: 'trojan', network: 'tcp', security: 'tls' }

const certified = (stream: Block, { cert, key }: ReturnType<typeof selfSigned>): Block => ({
  ...stream,
  tlsSettings: {
    ...(stream.tlsSettings as Block), // a cell with TLS has them
    certificates: [{ certificate: cert.split('\n'), key: key.split('\n'), usage: 'encipherment' }],
  },
})

describe.skipIf(!coreBinary || missing)('entries in a network of their own', { timeout: 900_000 }, () => {
  const ends: (() => Promise<unknown>)[] = []
  const made = new Map<string, Inbound>()
  let site: Site
  let page: PublicPage
  let screens: Screens

  const panel = () => site.panel

  /** The page that checks fetch, and where the core leads everything. */
  async function fetchFrom(host: string, exit = pageAddress): Promise<void> {
    const outboundTestUrl = `http://${host}:${page.port}/trace`
    const xraySetting = templateTo(page.port, { host: exit })
    await panel().call('/panel/xray/update', { xraySetting, outboundTestUrl })
    await panel().until('running')
  }

  async function add(name: string, cell: Cell, change = (stream: Block): Block => stream): Promise<Inbound> {
    const port = await freePort()
    const { id: _, tag: __, ...input } = cellInbound(cell, { port, target: site.origin.realityTarget })
    const streamSettings = change(input.streamSettings)
    const body = { ...input, listen: '', remark: name, streamSettings }
    const inbound = await panel().call<Inbound>('/panel/api/inbounds/add', body)
    made.set(name, inbound)
    await panel().addClient(`client-of-${name}`, [inbound.id])
    return inbound
  }

  beforeAll(async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // of this process: the panel makes its own certificate
    site = await createSite(coreBinary ?? '', ends)
    page = await openPublicPage(site, ends)
    await fetchFrom(pageAddress)
    await panel().call('/panel/setting/update', { publicHost: site.toUsers.far, entryCheckMinutes: 60 })
    const good = await add('good', plain)
    const at = (dest: string, port: number) => (stream: Block) => dialledAt(stream, dest, port)
    await add('nameless', plain, at('nowhere.example', 443))
    await add('closed', plain, at(site.toUsers.far, await freePort()))
    await add('dropped', plain, at(lostAddress, 443))
    await add('expired', tls, (stream) => certified(stream, selfSigned(['sluice.test'], [], -3_600_000)))
    await add('misnamed', tls, (stream) => certified(stream, selfSigned(['other.test'], [], 90 * 86_400_000)))
    const publicKey = 'V6k2m5Emy382rkU5QZ5VcfR9LQB78BkbUVC4DFgYhmA'
    await add('reality', { ...plain, security: 'reality' }, (stream) =>
      withHints(stream, 'realitySettings', { publicKey }),
    )
    await add('stranger', plain, at(site.toUsers.far, good.port))
    screens = await openScreens(panel(), ends)
  })
  afterAll(async () => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    for (const end of ends.reverse()) await end().catch((error: unknown) => console.error(error))
  })

  const round = async (name: string): Promise<Entries> => {
    const began = performance.now()
    const found = await panel().call<Entries>(`/panel/api/health/entries/check/${made.get(name)?.id}`)
    expect(performance.now() - began, name).toBeLessThan(patient(11_000))
    return found
  }
  const results = () => panel().read<Entries>('/panel/api/health/entries')
  const health = () => panel().call<Health>('/panel/api/health/check')
  const findingsOf = ({ findings }: Health, name: string) =>
    findings.filter(({ subject, id }) => subject.id === `${made.get(name)?.id}` && id.startsWith('entries.'))
  async function causesFor(name: string): Promise<string[]> {
    const { answers, canConnect } = await panel().read<Diagnosis>(
      `/panel/api/health/client/client-of-${name}`,
    )
    expect([name, canConnect]).toEqual([name, false])
    return answers.flatMap(({ causes }) => causes.map(({ sentence }) => sentence))
  }

  /** Two rounds; the same cause is in the results, the finding of the inbound and the diagnosis of its client. */
  async function expectNamed(name: string, stage: EntryStage, words: RegExp): Promise<void> {
    for (const _ of [1, 2]) await round(name)
    // A round that waits for a dead name server ends a moment after the answer.
    const own = async () => (await results()).entries.filter(({ inbound }) => inbound === name)
    await expect.poll(async () => (await own())[0]?.fails, { message: name }).toBeGreaterThanOrEqual(2)
    const [entries, { offline }] = [await own(), await results()]
    expect([name, offline, entries.map((one) => one.stage)]).toEqual([name, '', [stage]])
    expect(entries[0]?.cause, name).toMatch(words)
    const found = findingsOf(await health(), name)
    const sentences = found.map(({ sentence }) => sentence)
    expect(sentences, name).toEqual([expect.stringContaining(entries[0]?.cause ?? 'nothing')])
    expect(await causesFor(name), name).toEqual(expect.arrayContaining(sentences))
    const [id = ''] = found.map((one) => one.id)
    await screens.expectShown({ id, says: words, inbound: made.get(name)?.id, client: `client-of-${name}` })
  }

  it('one that works is said to', async () => {
    const { entries, offline } = await round('good')
    expect([offline, entries.map(({ state, cause }) => [state, cause])]).toEqual(['', [['good', '']]])
    expect(entries[0]).toMatchObject({ address: site.toUsers.far, exitAddress: pageAddress })
  })

  it.each<[string, EntryStage, RegExp]>([
    ['nameless', 'name', /nowhere\.example does not resolve/],
    ['closed', 'port', /refused|closed/i],
    ['dropped', 'port', /203\.0\.114\.9 could not be reached within/],
    ['expired', 'tls', /expired|TLS/i],
    ['misnamed', 'tls', /TLS/],
    ['reality', 'reality', /cover site/],
    ['stranger', 'login', /login was refused/],
  ])('%s fails at: %s', async (name, stage, words) => {
    await expectNamed(name, stage, words)
  })

  it('the certificates of the inbounds themselves are findings too', async () => {
    const { findings } = await health()
    const about = (name: string) =>
      findings
        .filter(({ subject, id }) => subject.id === `${made.get(name)?.id}` && id.startsWith('certificates.'))
        .map(({ sentenceCoded: { code } }) => code)
    expect([about('expired'), about('good')]).toEqual([['health.cert-expired'], []])
    expect(about('misnamed')).toEqual(['health.cert-other-name'])
  })

  it('a core whose way out is dead: it accepts, and no byte comes back', async () => {
    await fetchFrom(pageAddress, lostAddress)
    await expectNamed('good', 'silent', /page|no byte|nothing/i)
    await fetchFrom(pageAddress)
    expect((await round('good')).entries).toMatchObject([{ state: 'good' }])
  })

  it('without a way out, or with a dead name server, the checker is offline and blames nobody', async () => {
    const before = await results()
    const unchanged = async (why: RegExp) => {
      await round('good')
      // Whether there is a way out may be known a moment after the answer.
      await expect.poll(async () => (await results()).offline).toMatch(why)
      const entries = (await results()).entries.filter(({ inbound }) => inbound === 'good')
      expect(entries).toMatchObject([{ state: 'good', fails: 0 }])
      const { findings } = await health()
      expect(findings.find(({ id }) => id === 'entries')).toMatchObject({ state: 'note' })
      expect(findingsOf(await health(), 'good')).toEqual([])
    }
    page.remove()
    await unchanged(/cannot fetch the test page/)
    page.restore()
    await round('good')
    expect((await results()).offline).toBe('')
    await fetchFrom('page.example')
    await unchanged(/cannot fetch the test page/)
    const after = await results()
    const states = ({ entries }: Entries) => entries.map(({ inbound, stage }) => [inbound, stage])
    expect(states(after)).toEqual(states(before))
  })
})
