import { expect, it } from 'vitest'
import type { ClientSlim } from '#contract/client-bodies.ts'
import type { InboundOption } from '#contract/inbound.ts'
import { csvOf, readClients, readCsv, writeCsv } from './clients-csv.ts'

const inbounds = [
  { id: 1, remark: 'Frankfurt', protocol: 'vless', port: 443 },
  { id: 2, remark: '', protocol: 'trojan', port: 8443 },
] as InboundOption[] // allowed characters of a name
const ann = {
  email: 'ann',
  enable: false,
  totalGB: 50 * 1024 ** 3,
  expiryTime: -30 * 86_400_000,
  limitIp: 2,
  group: 'gold, vip',
  comment: '=HYPERLINK("x")',
  inboundIds: [1, 2],
  traffic: { up: 0, down: 1024 ** 3 },
} as ClientSlim // what the table shows

it('reads back what it wrote', () => {
  const text = csvOf([ann], inbounds)
  expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  expect(readClients(text, inbounds, [])).toEqual({
    faults: [],
    clients: [
      {
        client: {
          email: 'ann',
          enable: false,
          totalGB: ann.totalGB,
          expiryTime: ann.expiryTime,
          limitIp: 2,
          group: 'gold, vip',
          comment: ann.comment,
        },
        inboundIds: [1, 2],
      },
    ],
  })
})

it('accepts a plain list of names', () => {
  const { clients } = readClients('bob\ncid\n\n', inbounds, [2])
  expect(clients.map(({ client, inboundIds }) => [client.email, inboundIds])).toEqual([
    ['bob', [2]],
    ['cid', [2]],
  ])
})

it('names the line and column that cannot be parsed', () => {
  const text =
    'email;quota_gb;expires;inbounds\nbob;lots;;\ncid;5;someday;\n;5;;\ndan;5;;Mars\neve;5;2027-01-01;1'
  const { clients, faults } = readClients(text, inbounds, [1])
  expect(faults).toEqual([
    { line: 2, column: 'quota_gb' },
    { line: 3, column: 'expires' },
    { line: 4, column: 'email' },
    { line: 5, column: 'inbounds' },
  ])
  expect(clients.map(({ client }) => client.email)).toEqual(['eve'])
})

it('keeps quotes, separators and line breaks inside a cell', () => {
  const rows = [
    ['a "b"', 'c,d'],
    ['e\nf', '-5'],
  ]
  expect(readCsv(writeCsv(rows))).toEqual(rows)
})
