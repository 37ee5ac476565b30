import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { protocols } from '#contract/protocol.ts'
import { cellsOf } from '#domain/inbounds/form/cells.ts'
import { formTable } from '#domain/inbounds/form/table.ts'
import { inCell } from '#domain/inbounds/form/values.ts'
import { addInbound, inboundBody, inbounds, type ListedInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { expectRefusal, type RefusedReply } from '#test/refusal.ts'
import { wholeState } from '#test/state.ts'

let t: TestPanel
let me: Visitor
let vless: ListedInbound
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  vless = await addInbound(me, { settings: { clients: [{ email: 'Ann' }] } })
})
afterAll(() => t.stop())

const expectRefused = (url: string, body: unknown, field: string) =>
  expectRefusal(t.panel, me, url, body, field)

const general: [string, unknown[]][] = [
  ['port', ['x', 0, -1, 65_536, 1.5]],
  ['protocol', ['socks5', '', 'constructor', 5]],
  ['listen', ['example.com', '300.1.1.1', '/a\u0007b']],
  ['remark', [5, 'x'.repeat(1025), 'a\u0007b']],
  ['enable', ['maybe', 5]],
  ['total', [-1, 1.5, 2 ** 60, 'x']],
  ['expiryTime', [-1, 1.5, 'x']],
  ['trafficReset', ['yearly', 5]],
  ['trafficResetDay', [32, -1]],
  ['subSortIndex', [-1, 2 ** 31]],
  ['nodeId', [4_242, 2 ** 40]],
  ['shareAddrStrategy', ['other']],
  ['settings', ['{', '[]', 5, []]],
  ['streamSettings', ['{', 5]],
  ['sniffing', ['{', 5]],
]
const cells = protocols.flatMap(cellsOf)

describe('an inbound with a wrong value', () => {
  it.each(general)('%s', async (field, values) => {
    for (const value of values) {
      await expectRefused(`${inbounds}/add`, inboundBody({ [field]: value }), field)
      if (field !== 'nodeId') await expectRefused(`${inbounds}/update/${vless.id}`, { [field]: value }, field)
    }
  })

  it('every other field of the form table is checked and named by its path', async () => {
    const before = await wholeState(t.panel)
    const nested = formTable.filter(
      (f) => /^(settings|streamSettings|sniffing)\./.test(f.path) && !f.path.includes('[]'),
    )
    expect(nested.length).toBeGreaterThan(100)
    const values: Record<string, unknown> = {
      text: true,
      whole: 'x',
      switch: 'yes',
      choice: 'none such',
      list: [5],
      wholes: ['x'],
      map: 5,
      headers: 5,
      range: '9-3',
      block: 5,
      rows: 5,
    }
    for (const f of nested) {
      const cell = cells.find((c) => inCell(f, c))
      const { protocol, ...stream } = cell ?? { protocol: 'none' }
      const body: Record<string, unknown> = inboundBody({ protocol, streamSettings: { ...stream } })
      put(body, f.path.split('.'), values[f.kind])
      const reply = (await me.post(`${inbounds}/add`, body)) as RefusedReply
      const says = `${f.path}: ${reply.msg}`
      expect([says, reply.success, `${reply.field}`.startsWith(f.path)]).toEqual([says, false, true])
    }
    expect(await wholeState(t.panel)).toBe(before)
  })
})

function put(into: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    into[key] = value
    return
  }
  into[key] = { ...(into[key] as object | undefined) }
  put(into[key] as Record<string, unknown>, rest, value) // it was just created
}
