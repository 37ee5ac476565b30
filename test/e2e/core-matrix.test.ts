import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { compareVersions } from '#domain/core-config/core-version.ts'
import { PINNED_VERSION } from '#server/core/binary/binary-version.ts'
import { mapLimited } from '#server/platform/egress/map-limited.ts'
import { coreBinary, otherCores } from '#test/core-binary.ts'
import { patient } from '#test/patient.ts'
import { fetchThrough } from './core/dial.ts'
import { megabyte } from './core/origin.ts'
import { type Format, formatsWith } from './real-apps/apps.ts'
import { createWorld, type World } from './real-apps/world.ts'

// What clients get through each version of the core, by the files and links that the panel serves. The pinned version as
// server and client is real-apps.test.ts. With SLUICE_WRITE_MATRIX=1 the result is written into docs/core-updates.md.
const writes = process.env.SLUICE_WRITE_MATRIX === '1'
const page = new URL('../../docs/core-updates.md', import.meta.url)
const cores: Record<string, string> = { [PINNED_VERSION]: coreBinary ?? '', ...otherCores }
const versions = Object.keys(cores).sort(compareVersions)
const servers = coreBinary ? versions.filter((version) => writes || version !== PINNED_VERSION) : []

/** Programs on the client's side, in the order of the table's columns. */
const programsFor = (server: string): { name: string; format: Format }[] => {
  const newest = versions.at(-1) ?? PINNED_VERSION
  const clients = new Set([PINNED_VERSION, server === newest ? server : newest])
  const [clash, singbox] = formatsWith('')
  return [
    ...(clash?.binary ? [{ name: 'mihomo', format: clash }] : []),
    ...(singbox?.binary ? [{ name: 'sing-box', format: singbox }] : []),
    ...[...clients].flatMap((version) =>
      formatsWith(cores[version] ?? '', version)
        .slice(2)
        .map((format, i) => ({ name: `Xray ${version}, ${i === 0 ? 'JSON' : 'links'}`, format })),
    ),
  ]
}

const withoutKeyShare = /no key exchange for Reality of Xray 26\.9\.8/
/** Entries with Reality over a transport that sing-box has. */
const realityOf = ({ entries }: World) =>
  entries.filter(({ security, transport }) => security.kind === 'reality' && transport.network !== 'xhttp')

async function connects(door: number): Promise<boolean> {
  let got: unknown
  for (let tries = 0; tries < 3 && got !== megabyte; tries++)
    got = await fetchThrough(door, patient(8_000)).catch(String)
  return got === megabyte
}

interface Row {
  connected: number
  tried: number
  failed: string[]
  leftOut: string[]
  /** Left out because Reality of this server turns the program away. */
  turnedAway: string[]
}

async function tryAll(world: World, format: Format): Promise<Row> {
  const app = await format.open(world)
  try {
    const doors = [...app.doors]
    const results = await mapLimited(doors, 6, ([, door]) => connects(door))
    const failed = doors.flatMap(([name], i) => (results[i] ? [] : [name]))
    const leftOut = app.leftOut.map(({ remark }) => remark).sort()
    const turnedAway = app.leftOut.flatMap(({ remark, reason }) =>
      withoutKeyShare.test(reason) ? remark : [],
    )
    const connected = doors.length - failed.length
    return { connected, tried: doors.length, failed, leftOut, turnedAway }
  } finally {
    await app.stop()
  }
}

const table = new Map<string, Map<string, Row>>()

describe.each(servers)('Xray %s as the server', (version) => {
  it.each(programsFor(version))('$name gets through all that it is served', async ({ name, format }) => {
    const world = await createWorld(cores[version], version)
    const row = await tryAll(world, format).finally(() => world.close())
    table.set(version, (table.get(version) ?? new Map<string, Row>()).set(name, row))
    console.log(
      `Xray ${version}: ${name}: ${row.connected}/${row.tried}, left out: ${row.leftOut.join(', ') || 'none'}`,
    )
    const isSpelledOtherwise = name !== 'sing-box' && compareVersions(version, '26.6.22') < 0
    expect(row.failed).toEqual(isSpelledOtherwise ? ['vless-xhttp-packet-up'] : [])
    const keepsOut = name === 'sing-box' && compareVersions(version, '26.9.8') >= 0
    const reality = realityOf(world).map(({ remark }) => remark)
    expect(reality.length).toBeGreaterThan(3)
    expect(row.turnedAway.toSorted()).toEqual(keepsOut ? reality.toSorted() : [])
  })
})

afterAll(() => {
  if (!writes || table.size === 0) return
  const names = [...new Set([...table.values()].flatMap((row) => [...row.keys()]))]
  const cell = (row: Row | undefined) => (row ? `${row.connected}/${row.tried}` : '')
  const lines = [
    `| Server | ${names.join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...[...table].map(
      ([version, row]) => `| ${version} | ${names.map((name) => cell(row.get(name))).join(' | ')} |`,
    ),
  ]
  const text = readFileSync(page, 'utf8')
  const [begin, end] = ['<!-- matrix -->\n', '<!-- end of matrix -->']
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
  writeFileSync(page, `${text.slice(0, from)}\n${lines.join('\n')}\n\n${text.slice(to)}`)
})
