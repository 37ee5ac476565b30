import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import type { Finding } from '#contract/health-api.ts'
import { createRunState } from '#server/backup/run-state.ts'
import { createMetrics } from '#server/metrics/room.ts'
import { createStateText } from '#server/metrics/state.ts'
import { type Exposition, readExposition } from '#test/exposition.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const fileIn = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../docs/monitoring/${name}`, import.meta.url)), 'utf8')

let t: TestPanel
let me: Visitor
/** Everything that a panel can say, by the code that says it. */
let all: Exposition

const finding: Finding = {
  ...{ id: 'core', state: 'bad', subject: { kind: 'core', id: '', name: '' }, sentence: '', since: 0 },
  ...{ sentenceCoded: { code: '', params: {} }, checkedAt: 0, seenBy: '', muted: null },
}

const cap = {
  ...({ kind: 'node', id: 3, name: 'far', counts: 'both', atEnd: 'stop', stage: 'below' } as const),
  ...{ capBytes: 9, resetDay: 1, warnPercent: 80, costMonth: 0, costTb: 0 },
  ...{ from: 1_000, until: 9_000, up: 1, down: 2, used: 3 },
}

beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  const { id } = await addInbound(me)
  await addClient(me, { email: 'ann' }, [id])
  await t.panel.db.write(async (tx) => {
    await tx.insertInto('outbound_traffics').values({ tag: 'direct', up: 5, down: 6, total: 11 }).execute()
  })
  const node = { name: 'far', address: '203.0.113.9', port: 2053, apiToken: 'x'.repeat(48), enable: true }
  expect(await me.post('/panel/api/nodes/add', node)).toMatchObject({ success: true })
  const { db } = t.panel
  const core = { status: () => ({ state: 'running' as const, errorMsg: '', version: '26.7.28', uptime: 60 }) }
  const metrics = createMetrics({
    db,
    core,
    online: { emails: () => ['ann'], has: () => true },
    version: '1',
    startedAt: 0,
  })
  metrics.alsoTell(
    createStateText({
      ...{ db, core, now: Date.now, dataFolder: t.config.dataFolder, jobs: { states: () => [] } },
      leadership: { leads: () => true },
      health: {
        view: async () => ({
          ...{ checkedAt: 7_000, worst: 'bad', findings: [finding], passed: [] },
          counts: { bad: 1, warn: 0, note: 2, muted: 0 },
        }),
      },
      caps: { withCap: async () => [cap] },
      backups: { runs: createRunState(t.config.dataFolder, () => 0).get },
      certificates: {
        list: async () => [
          { of: 'panel', inboundId: 0, name: '', file: '/a', notBefore: 0, notAfter: 2_000 },
          { of: 'inbound', inboundId: 1, name: 'door', file: '/b', notBefore: 0, notAfter: 9_000 },
          { of: 'inbound', inboundId: 1, name: 'door', file: '/c', notBefore: 0, notAfter: 5_000 },
        ],
      },
    }),
  )
  let text = ''
  for await (const part of metrics.text(true)) text += part
  all = readExposition(text)
})
afterAll(() => t.stop())

/** The rows of the table in the docs: name, type, labels. */
const documented = () =>
  [...fileIn('README.md').matchAll(/^\| `(sluice_\w+)` \| (\w+) \| ([^|]*)\| /gm)].map(
    ([, name = '', type = '', labels = '']) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label).sort(),
    }),
  )

it('the docs name every metric with its type and labels, and no other', () => {
  const said = [...all.types].map(([name, type]) => ({
    name,
    type,
    labels: Object.keys(all.samples.find((sample) => sample.name === name)?.labels ?? {}).sort(),
  }))
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
  expect(documented().toSorted(byName)).toEqual(said.toSorted(byName))
})

it('a panel says all of it that it knows', async () => {
  const { body } = await me.call('GET', '/panel/api/metrics?clients=1')
  const names = [...readExposition(body).types.keys()]
  // No core runs here, nobody is online, no check has looked, and there is no certificate.
  const missing = documented()
    .map(({ name }) => name)
    .filter((name) => !names.includes(name))
  expect(missing.sort()).toEqual([
    'sluice_cap_bytes',
    'sluice_cap_reset_timestamp_seconds',
    'sluice_cap_used_bytes',
    'sluice_certificate_expiry_timestamp_seconds',
    'sluice_client_online',
    'sluice_core_start_time_seconds',
    'sluice_health_finding',
  ])
})

it('of several certificates of one place the first to expire counts', () => {
  const dates = all.samples.filter(({ name }) => name === 'sluice_certificate_expiry_timestamp_seconds')
  expect(dates.map(({ labels, value }) => [labels.of, labels.name, value])).toEqual([
    ['panel', '', 2],
    ['inbound', 'door', 5],
  ])
})

const isBalanced = (expression: string): boolean => {
  let open = 0
  for (const char of expression.replace(/"[^"]*"/g, '')) {
    if ('([{'.includes(char)) open += 1
    if (')]}'.includes(char)) open -= 1
    if (open < 0) return false
  }
  return open === 0
}

/** Metrics in an expression that do not exist; `up` is Prometheus' own. */
const unknownIn = (expression: string): string[] => {
  const known = new Set(documented().map(({ name }) => name))
  return [...expression.matchAll(/\bsluice_\w+/g)].map(([name]) => name).filter((name) => !known.has(name))
}

const Rules = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.object({
          alert: z.string().regex(/^Sluice[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[mh]$/)
            .optional(),
          labels: z.object({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.object({ summary: z.string().regex(/\.$/) }),
        }),
      ),
    }),
  ),
})

it('the alert rules are rules of Prometheus, and ask for metrics that exist', () => {
  const rules = Rules.parse(parseYaml(fileIn('sluice-alerts.yaml'))).groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(5)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { expr } of rules) {
    expect(unknownIn(expr)).toEqual([])
    expect(isBalanced(expr)).toBe(true)
    expect(expr).toMatch(/\bsluice_|\bup\{/)
  }
  expect(unknownIn('sluice_clients + sluice_nonsense')).toEqual(['sluice_nonsense'])
})

const Panels = z.object({
  title: z.literal('Sluice'),
  panels: z.array(
    z.looseObject({
      id: z.int(),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.looseObject({ refId: z.string(), expr: z.string() })).min(1),
    }),
  ),
})

it('the dashboard is JSON of Grafana, its boxes do not overlap, and it asks for metrics that exist', () => {
  const { panels } = Panels.parse(JSON.parse(fileIn('sluice-dashboard.json')))
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { expr } of panels.flatMap(({ targets }) => targets)) {
    expect(unknownIn(expr)).toEqual([])
    expect(isBalanced(expr)).toBe(true)
  }
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
})
