import { describe, expect, test } from 'vitest'
import { hostPort } from '#domain/net/address.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { cellName } from '#test/fixtures/inbound-cells.ts'
import { linkCells, ways } from '#test/fixtures/link-setups.ts'
import { advertise } from './advertise.ts'
import { shareLink } from './link.ts'

/** Decodes VMess Base64 so that a reviewer sees the JSON. */
const readable = (link: string): string =>
  link.startsWith('vmess://') ? `vmess://${Buffer.from(link.slice(8), 'base64').toString()}` : link

const protocols = [...new Set(linkCells.map((cell) => cell.protocol))]

// Update with: `vitest run --project quick domain/src/links/golden.test.ts -u`
describe('share links of every cell', () => {
  test('all but the protocols without clients have them', () => {
    expect(linkCells).toHaveLength(52)
  })

  test.each(protocols)('%s', async (protocol) => {
    const lines = linkCells
      .filter((cell) => cell.protocol === protocol)
      .flatMap((cell) => [
        `# ${cellName(cell)}`,
        ...Object.entries(ways).flatMap(([way, input]) => {
          const { entries, left } = advertise(input(cell))
          expect(left).toEqual([])
          return entries.map((entry) => `${way.padEnd(14)} ${readable(shareLink(entry))}`)
        }),
        '',
      ])
    await expect(lines.join('\n')).toMatchFileSnapshot(`golden/${protocol}.golden.txt`)
  })

  test('each is read by our own importer as a server of the same address', () => {
    for (const cell of linkCells)
      for (const input of Object.values(ways))
        for (const entry of advertise(input(cell)).entries) {
          const parsed = parseShareLink(shareLink(entry))
          expect(parsed).toMatchObject({ ok: true, outbound: { tag: entry.remark } })
          const { host, port, access } = entry
          const at = access.protocol === 'wireguard' ? hostPort(host, port) : host
          expect(JSON.stringify(parsed)).toContain(JSON.stringify(at))
        }
  })
})
