import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Diagnosis, Health, HealthReport } from '#contract/health-api.ts'
import type { Node } from '#contract/node.ts'
import { doctorCommand } from '#server/cli/doctor.ts'
import { freePort } from '#test/free-port.ts'
import { addClient, addInbound, inbounds } from '#test/inbounds.ts'
import { type BotPanel, boss, botPanel } from '#test/telegram.ts'

// Every place outside of the web app that tells how the server is, tells what the checks found. The web app: browser-states.

const health = '/panel/api/health'

let b: BotPanel
beforeAll(async () => {
  b = await botPanel()
  await b.beat()
  b.t.panel.doctor.socket.start()
})
afterAll(() => b.stop())

async function commandSays(): Promise<string> {
  const lines: string[] = []
  await doctorCommand(b.t.config, [], (line) => lines.push(line))
  process.exitCode = 0 // it is that of this process
  return lines.join('\n')
}
const diagnosed = async (email: string) => (await b.me.get<Diagnosis>(`${health}/client/${email}`)).obj
/** Nothing of the core, which this panel does not have. */
const reasonOf = async (email: string) =>
  (await diagnosed(email)).answers.flatMap(({ answer, question, what, causes }) =>
    answer === 'bad' && question !== 'core'
      ? [`${question} ${what}`, ...causes.map(({ sentence }) => sentence)]
      : [],
  )

/** What each place says as text: which of the findings it names follows. */
const places: Record<string, () => Promise<string>> = {
  'GET health': async () =>
    (await b.me.get<Health>(health)).obj.findings.map(({ sentence }) => sentence).join('\n'),
  'the report of the doctor': async () =>
    (await b.me.get<HealthReport>('/panel/api/server/doctor')).obj.checks
      .filter(({ state }) => state !== 'ok')
      .map(({ sentence }) => sentence)
      .join('\n'),
  'the command doctor': commandSays,
  'the bot': async () => (await b.say(boss, '/status')).text,
  'the metrics': async () => (await b.me.call('GET', '/panel/api/metrics')).body,
  'the notices': async () => {
    await b.t.panel.notices.look()
    const { alerts } = (
      await b.me.get<{ alerts: { kind: string; text?: string; params: object }[] }>(
        '/panel/api/notices/list?limit=50',
      )
    ).obj
    return JSON.stringify(alerts.filter(({ kind }) => kind === 'health.found'))
  },
}
const said = async () =>
  Object.fromEntries(
    await Promise.all(Object.entries(places).map(async ([name, ask]) => [name, await ask()])),
  )
const checkNow = () => b.me.post(`${health}/check`)

it('all of them tell the same causes, and drop them together', async () => {
  const { me } = b
  const bare = await addInbound(me, {
    port: await freePort(),
    remark: 'bare',
    streamSettings: { network: 'tcp', security: 'tls', tlsSettings: {} },
  })
  const gone = await addInbound(me, { port: await freePort(), remark: 'gone' })
  const node = (
    await me.post<Node>('/panel/api/nodes/add', {
      ...{ name: 'bergen', address: 'bergen.invalid', port: 443, apiToken: 't' },
    })
  ).obj
  const far = await addInbound(me, { port: await freePort(), remark: 'far', nodeId: node.id })
  await addClient(me, { email: 'ann' }, [bare.id])
  await addClient(me, { email: 'bob' }, [gone.id])
  await addClient(me, { email: 'cat' }, [far.id])
  await me.post(`${inbounds}/del/${gone.id}`)
  await checkNow()

  const { findings } = (await me.get<Health>(health)).obj
  const found = ['health.cert-none', 'health.node-because', 'health.clients-entryless'].map((code) => {
    const one = findings.find(({ sentenceCoded }) => sentenceCoded.code === code)
    return { id: one?.id ?? code, sentence: one?.sentence ?? `nothing is said of ${code}` }
  })
  const [certificate = '', offline = '', entryless = ''] = found.map(({ sentence }) => sentence)
  const before = await said()
  for (const [place, text] of Object.entries(before)) {
    if (place === 'the metrics') {
      for (const { id } of found) expect(text, id).toContain(`sluice_health_finding{id="${id}",state=`)
      continue
    }
    // A node is told when it goes offline, which this one did not; a note is neither told nor sent.
    expect(text, place).toContain(certificate)
    if (place !== 'the notices') expect(text, place).toContain(offline)
    if (place !== 'the notices' && place !== 'the bot') expect(text, place).toContain(entryless)
  }
  expect(await reasonOf('ann')).toEqual(['entries down', certificate])
  expect(await reasonOf('bob')).toEqual(['inbounds none'])
  expect(await reasonOf('cat')).toEqual(['entries down', offline])

  for (const id of [bare.id, far.id]) await me.post(`${inbounds}/del/${id}`)
  await me.post(`/panel/api/nodes/del/${node.id}`)
  for (const email of ['ann', 'bob', 'cat']) await me.post(`/panel/api/clients/del/${email}`)
  await checkNow()
  for (const [place, text] of Object.entries(await said()))
    if (place !== 'the notices')
      // what was told stays told, and its end is told too
      for (const words of [certificate, offline, entryless]) expect(text, place).not.toContain(words)
  const ended = JSON.stringify((await me.get('/panel/api/notices/list?limit=50')).obj)
  expect(ended).toContain('health.cleared')
})
