import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { jsonSubscription } from '#domain/subscription/json.ts'
import { newPeerKeys } from '#domain/wireguard/keys.ts'
import { cellClient, cellInbound } from '#test/fixtures/inbound-cells.ts'
import { linkCells, placed, setup } from '#test/fixtures/link-setups.ts'
import { type AdvertisedInbound, advertise } from './advertise.ts'
import type { Advertised } from './advertised.ts'
import { rawSubscription, shareLink } from './link.ts'
import { xrayOutbound } from './outbound.ts'

const runs = process.env.SLUICE_LONG === '1' ? 10_000 : 500
const long = { timeout: 600_000 }

const nasty = [
  '"',
  "'",
  '\n',
  '\r',
  '\t',
  '#',
  '&',
  '+',
  '%',
  '%41',
  '=',
  '@',
  ':',
  '/',
  '?',
  '\\',
  '😀',
  'é',
  '中',
  ' ',
  ',',
  ';',
  '|',
  '\ud800',
]
const text = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...nasty), fc.string({ maxLength: 3 })), { maxLength: 8 })
    .map((p) => p.join('')),
  fc.constantFrom('yes', '0123', '1:20', 'null', '2026-11-15', '12345e67', '', '%zz', '%E0%A4'),
)
const word = (allowed: RegExp) =>
  text.map((t) => t.replace(/[\s\p{Cc}\p{Cs}]/gu, '').replace(allowed, '')).filter((t) => t !== '')
/** Names that R18 allows. */
const email = word(/[/\\<>"'`]/g)
const path = word(/,/g).map((p) => `/${p}`)
const hostHeader = word(/[,@/\\?#]/g)
const password = word(/^$/)

const cells = fc.constantFrom(...linkCells)

interface Case {
  cell: Cell
  remark: string
  email: string
  path: string
  hostHeader: string
  password: string
}
const cases = fc.record<Case>({ cell: cells, remark: text, email, path, hostHeader, password })

function made(c: Case): { inbound: AdvertisedInbound; client: StoredClient } {
  const source = cellInbound(c.cell, {
    settings: { ...(c.cell.protocol === 'shadowsocks' && { method: 'aes-256-gcm' }) },
  })
  const name = `${c.cell.network}Settings`
  const web = { path: c.path, host: c.hostHeader }
  const grpc = { serviceName: c.path, authority: c.hostHeader }
  const more: Block =
    c.cell.network === 'grpc'
      ? grpc
      : ['ws', 'httpupgrade', 'xhttp'].includes(c.cell.network ?? '')
        ? web
        : {}
  const streamSettings = {
    ...source.streamSettings,
    [name]: { ...(source.streamSettings[name] as Block), ...more },
  } // from the cell
  const client = { ...cellClient(source), email: c.email, password: c.password, auth: c.password }
  return { inbound: placed(source, { remark: c.remark, streamSettings }), client }
}

const entryOf = (c: Case): Advertised => {
  const { inbound, client } = made(c)
  const { entries, left } = advertise(setup(inbound, client))
  expect(left).toEqual([])
  return entries[0]!
}

/** What the core makes of the entry and of its link, as far as a link can express it. */
function essence(outbound: Block): Block {
  const { settings, streamSettings = {} } = outbound as { settings: Block; streamSettings?: Block } // made by us
  const network = String(streamSettings.network ?? '')
  const { path, host, serviceName, authority, auth } = (streamSettings[`${network}Settings`] ?? {}) as Block // made by us
  return { settings, network, security: streamSettings.security, path, host, serviceName, authority, auth }
}

describe('a link', () => {
  it('says what the entry says, whatever the texts hold', long, () => {
    fc.assert(
      fc.property(cases, (c) => {
        const entry = entryOf(c)
        const parsed = parseShareLink(shareLink(entry))
        expect(parsed.ok ? essence(parsed.outbound) : parsed.why).toEqual(essence(xrayOutbound(entry)))
        expect(parsed).toMatchObject({ outbound: { tag: entry.remark.slice(0, 100).trim() } })
      }),
      { numRuns: runs },
    )
  })

  it('is a URL of one line, and the platform reads the same host, port and remark in it', long, () => {
    fc.assert(
      fc.property(cases, (c) => {
        const entry = entryOf(c)
        const link = shareLink(entry)
        expect(link).toMatch(/^[\x21-\x7e]+$/)
        if (entry.access.protocol === 'vmess') {
          const json = JSON.parse(Buffer.from(link.slice(8), 'base64').toString())
          expect(json).toMatchObject({ ps: entry.remark, add: entry.host, port: entry.port })
          return
        }
        const url = new URL(link)
        expect(url.hostname).toBe(entry.host)
        expect(Number(url.port)).toBe(entry.port)
        expect(decodeURIComponent(url.hash.slice(1))).toBe(entry.remark)
        const { access, transport } = entry
        if (access.protocol === 'trojan') expect(decodeURIComponent(url.username)).toBe(access.password)
        if (access.protocol === 'hysteria') expect(decodeURIComponent(url.username)).toBe(access.auth)
        if (access.protocol === 'wireguard') expect(decodeURIComponent(url.username)).toBe(access.privateKey)
        if (transport.path) expect(url.searchParams.get('path')).toBe(transport.path)
      }),
      { numRuns: runs },
    )
  })

  it('is the same at every call', () => {
    fc.assert(
      fc.property(cases, (c) => {
        expect(shareLink(entryOf(c))).toBe(shareLink(entryOf(c)))
      }),
      { numRuns: 100 },
    )
  })
})

const jsonSettings = {
  subJsonFragment: '',
  subJsonNoises: '',
  subJsonMux: '',
  subJsonRules: '',
  subJsonFinalMask: '',
  subJsonAlwaysArray: true,
}

describe("a client's feeds", () => {
  const places = fc.array(fc.nat(linkCells.length - 1), { minLength: 1, maxLength: 4 })
  const attachments = fc.array(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), {
    minLength: 2,
    maxLength: 5,
  })

  const sources = linkCells.map((cell) => cellInbound(cell))
  const template = cellClient(sources[0]!)

  const person = (i: number): StoredClient => ({
    ...template,
    ...newPeerKeys({ bytes: (n) => new Uint8Array(n).fill(8 * i + 8) }),
    allowedIPs: `10.0.${i}.2/32`,
    email: `mail${i}x`,
    subId: `subid${i}x`,
    uuid: `00000000-0000-4000-8000-0000000000${10 + i}`,
    password: btoa(String.fromCharCode(...Array.from({ length: 32 }, (_, b) => (b * 7 + i) % 256))),
    auth: `auth${i}x`,
    comment: `comment${i}x`,
  })
  const secrets = (c: StoredClient) => [
    c.email,
    c.subId,
    c.uuid,
    c.password,
    c.auth,
    c.comment,
    c.privateKey,
    c.allowedIPs,
  ]

  /** Everything that is sent out, in every format, decoded. */
  function feedOf(entries: readonly Advertised[]): string {
    const links = entries.map(shareLink)
    return [
      decodeURIComponent(rawSubscription(links, false)),
      ...links.filter((l) => l.startsWith('vmess')).map((l) => atob(l.slice(8))),
      Buffer.from(rawSubscription(links, true), 'base64').toString(),
      jsonSubscription(entries, jsonSettings),
    ].join('\n')
  }

  it("never hold another client's data", long, () => {
    fc.assert(
      fc.property(places, attachments, (list, attached) => {
        const inbounds = list.map((at, i) => placed(sources[at]!, { id: i + 1, remark: `in-${i}` }))
        const clients = attached.map((_, i) => person(i))
        clients.forEach((client, i) => {
          const mine = inbounds.filter((_, at) => attached[i]![at])
          const input = {
            ...setup(inbounds[0]!, client),
            attachments: mine.map((inbound) => ({ inbound, flowOverride: '' })),
          }
          const { entries } = advertise(input)
          const feed = feedOf(entries)
          const others = clients.filter((other) => other !== client).flatMap(secrets)
          // The comment and the subscription id must not appear.
          const leaked = [...others, client.comment, client.subId].filter((secret) => feed.includes(secret))
          expect([entries.length, leaked]).toEqual([mine.length, []])
        })
      }),
      { numRuns: runs },
    )
  })
})
