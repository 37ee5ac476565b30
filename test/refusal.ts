import { expect } from 'vitest'
import type { Panel } from '#server/app/panel.ts'
import type { Visitor } from './panel.ts'
import { auditRows, wholeState } from './state.ts'

export interface RefusedReply {
  success: boolean
  msg: string
  obj: unknown
  field?: string
}

/** Refused with a message that names the field, and nothing has changed. */
export async function expectRefusal(
  panel: Panel,
  me: Visitor,
  url: string,
  body: unknown,
  field: string,
): Promise<void> {
  const before = [await wholeState(panel), await auditRows(panel)]
  const reply = (await me.post(url, body)) as RefusedReply // a failure's envelope has the field beside it
  const says = `${url} ${JSON.stringify(body).slice(0, 200)} -> ${JSON.stringify(reply)}`
  expect([reply.success, reply.obj, says]).toEqual([false, null, says])
  expect(`${reply.field}`.endsWith(field), says).toBe(true)
  const word = field.toLowerCase().replace(/(ids?|s)$/, '')
  expect(reply.msg.toLowerCase().includes(word), says).toBe(true)
  expect([await wholeState(panel), await auditRows(panel)]).toEqual(before)
}
