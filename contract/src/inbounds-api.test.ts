import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { clientsApi } from './clients-api.ts'
import { clientGroupsApi, clientsBulkApi } from './clients-bulk-api.ts'
import { hostsApi } from './hosts-api.ts'
import { InboundInput } from './inbound.ts'
import { inboundsApi } from './inbounds-api.ts'
import { type EndpointSpec, methodsOf, pathsOf } from './wire.ts'

const all: [string, EndpointSpec][] = Object.entries({
  inbounds: inboundsApi,
  clients: clientsApi,
  bulk: clientsBulkApi,
  groups: clientGroupsApi,
  hosts: hostsApi,
}).flatMap(([room, api]) =>
  Object.entries(api).map(([name, e]): [string, EndpointSpec] => [`${room}.${name}`, e]),
)

test.each(all)('%s can be written down as OpenAPI', (_name, e) => {
  expect(z.toJSONSchema(e.reply)).toBeTypeOf('object')
  for (const input of [e.body, e.query])
    if (input) expect(z.toJSONSchema(input, { io: 'input' })).toBeTypeOf('object')
})

test('no two endpoints share method and path', () => {
  const doors = all.flatMap(([, e]) => methodsOf(e).flatMap((m) => pathsOf(e).map((p) => `${m} ${p}`)))
  expect(new Set(doors).size).toBe(doors.length)
})

describe('an inbound as it arrives', () => {
  test('blocks come as object or as JSON text, nulls and blanks count as absent', () => {
    const text = {
      settings: '{"clients":[]}',
      streamSettings: '',
      sniffing: null,
      port: '443',
      enable: 'true',
    }
    const parsed = InboundInput.parse({ ...text, id: 9, up: 5, clientStats: null })
    expect(parsed).toEqual({ settings: { clients: [] }, streamSettings: undefined, port: 443, enable: true })
    expect(InboundInput.parse({ settings: { a: { b: 1 } } })).toEqual({ settings: { a: { b: 1 } } })
  })

  test.each([
    [{ settings: '{broken' }, 'settings'],
    [{ settings: [] }, 'settings'],
    [{ port: 'https' }, 'port'],
    [{ enable: 'maybe' }, 'enable'],
    [{ remark: 5 }, 'remark'],
  ])('%j is refused and names the field', (input, field) => {
    expect(InboundInput.safeParse(input).error?.issues[0]?.path).toEqual([field])
  })
})
