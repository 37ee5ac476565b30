import { expect, it } from 'vitest'
import { inboundProblems } from './form/validate.ts'
import { realityInbound } from './templates.ts'

const parts = {
  remark: 'Reality',
  port: 443,
  target: 'www.example.com:443',
  serverName: 'www.example.com',
  privateKey: 'iBhtDvIGnRnUyGtTXW3jWxIyJgKxQmJ5ZLZGnB1T7HI',
  publicKey: 'vxr3U0uDnJcZKv5tLzq3dSLW7Jt7O9c2bdZ4cXq2dxo',
  shortIds: ['0a1b2c3d'],
}

it('the Reality template has nothing that the form would refuse', () => {
  expect(inboundProblems(realityInbound(parts))).toEqual([])
  expect(inboundProblems(realityInbound({ ...parts, port: 0 })).map((p) => p.field)).toEqual(['port'])
})
