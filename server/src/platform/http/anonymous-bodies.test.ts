import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { anonymousBytes, createInFlight } from './anonymous-bodies.ts'

function visit(bytes: number, complete = false) {
  let destroyed = false
  const request = {
    headers: { 'content-length': String(bytes) },
    complete,
    socket: {
      destroy: () => {
        destroyed = true
      },
    },
  }
  const response = new EventEmitter()
  return {
    request: request as unknown as IncomingMessage, // the part that the cap reads
    response: response as unknown as ServerResponse,
    end: () => response.emit('close'),
    isDestroyed: () => destroyed,
  }
}

it('unauthenticated bodies share one limit: the slowest are dropped first, and their bytes are released', () => {
  const inFlight = createInFlight(4 * anonymousBytes)
  const slow = Array.from({ length: 4 }, () => visit(anonymousBytes))
  for (const { request, response } of slow) inFlight.admit(request, response)
  expect(inFlight.bytes()).toBe(4 * anonymousBytes)
  const login = visit(80)
  inFlight.admit(login.request, login.response)
  expect(slow.map((one) => one.isDestroyed())).toEqual([true, false, false, false])
  for (const one of [...slow, login]) one.end()
  expect(inFlight.bytes()).toBe(0)
})

it('a body that is being answered is never dropped: later callers are told to retry', () => {
  const inFlight = createInFlight(4 * anonymousBytes)
  const atWork = Array.from({ length: 4 }, () => visit(anonymousBytes, true))
  for (const { request, response } of atWork) inFlight.admit(request, response)
  const late = visit(80)
  expect(() => inFlight.admit(late.request, late.response)).toThrow(Refusal)
  expect(atWork.some((one) => one.isDestroyed())).toBe(false)
  atWork[0]?.end()
  expect(() => inFlight.admit(late.request, late.response)).not.toThrow()
})

it('small bodies count as a whole KiB', () => {
  const inFlight = createInFlight(4 * 1024)
  for (let i = 0; i < 4; i++) {
    const { request, response } = visit(1, true)
    inFlight.admit(request, response)
  }
  const { request, response } = visit(1)
  expect(() => inFlight.admit(request, response)).toThrow(Refusal)
})
