import { describe, expect, it } from 'vitest'
import { externalRows, linksIn } from '#domain/links/external.ts'
import { readerTools, tablesWith } from '#test/fixtures/three-x-ui.ts'
import type { SourceRow } from '../source-tables.ts'
import { readThreeXui } from './read.ts'

describe('external links', () => {
  const clients = [1, 2].map((n) => ({
    id: n,
    email: `c${n}`,
    uuid: `00000000-0000-4000-8000-00000000000${n}`,
    sub_id: 's',
    enable: 1,
  }))
  const link = (n: number, value: string, more: SourceRow = {}): SourceRow => ({
    ...{ id: n, client_id: 1, kind: 'link', value, remark: '', sort_index: 0 },
    ...more,
  })
  const linksOf = (rows: readonly SourceRow[]) => {
    const tables = tablesWith({
      ...{ inbounds: [], settings: [], users: [], client_traffics: [], clients },
      client_external_links: rows,
    })
    const { clients: found, findings } = readThreeXui(tables, readerTools)
    const served = found.map(({ externalLinks }) =>
      externalRows(JSON.stringify(externalLinks), readerTools.now),
    )
    const links = served.map((row) => linksIn(row, (address) => [`list of ${address}`]))
    const rowsOf = found.map(({ externalLinks }) => externalLinks)
    return { links, rows: rowsOf, findings, codes: findings.map(({ said }) => said.code) }
  }

  it('come in the order of the release, each with its client, also where several share one id', () => {
    const rows = [
      link(3, 'ss://c@h:1', { sort_index: 2 }),
      link(2, 'ss://b@h:1', { sort_index: null }),
      link(4, 'ss://other@h:1', { client_id: 2, sort_index: 0 }),
      link(1, 'ss://a@h:1', { sort_index: null }),
    ]
    expect(linksOf(rows).links).toEqual([['ss://a@h:1', 'ss://b@h:1', 'ss://c@h:1'], ['ss://other@h:1']])
  })

  it('come with blanks in their names, with their remark, and without a kind', () => {
    const rows = [
      link(1, ' vless://a@h:1#my server '),
      link(2, 'vless://b@h:1#old', { remark: 'new & better', kind: '' }),
      link(3, 'vmess://eyJwcyI6Im9sZCJ9', { remark: 'inside', kind: 'Link' }),
    ]
    expect(linksOf(rows).links[0]).toEqual([
      'vless://a@h:1#my%20server',
      'vless://b@h:1#new%20%26%20better',
      `vmess://${btoa('{"ps":"inside"}')}`,
    ])
  })

  it('that are switched off or over come so, with their end', () => {
    const end = readerTools.now + 1
    const rows = [
      link(1, 'ss://off@h:1', { enable: 0 }),
      link(2, 'ss://over@h:1', { enable: 1, expiry_time: 1 }),
      link(3, 'https://off.example/x', { kind: 'subscription', enable: 0 }),
      link(4, 'ss://on@h:1', { enable: null, expiry_time: end }),
    ]
    const { links, rows: stored, codes } = linksOf(rows)
    expect(links[0]).toEqual(['ss://on@h:1'])
    expect(stored[0]).toMatchObject([
      { enable: false },
      { expiryTime: 1 },
      { enable: false },
      { expiryTime: end },
    ])
    expect(codes).not.toContain('movein.external-links-left')
  })

  it('of the kind subscription come in their place; other kinds are counted', () => {
    const rows = [
      link(1, 'ss://a@h:1', { sort_index: 3 }),
      link(2, 'https://sub.example/x', { kind: 'subscription', sort_index: 2, remark: 'label' }),
      link(3, 'https://sub.example/y', { kind: 'Subscription', client_id: 2 }),
      link(4, 'not an address', { kind: 'subscription' }),
      link(5, 'ss://b@h:1', { kind: 'folder' }),
    ]
    const { links, findings } = linksOf(rows)
    expect(links).toEqual([
      ['list of https://sub.example/x', 'ss://a@h:1'],
      ['list of https://sub.example/y'],
    ])
    const left = findings.find(({ said }) => said.code === 'movein.external-links-left')
    expect(left?.said.params).toEqual({ count: 2 })
  })
})
