import { expect, it } from 'vitest'
import { certificateFor } from './key-material.ts'

it('takes the certificate that names the server, by itself or by a wildcard of one level', () => {
  const [one, wild] = [{ names: ['a.example', 'vpn.a.example'] }, { names: ['*.b.example'] }]
  const list = [one, wild]
  expect(certificateFor(' VPN.a.example', list)).toBe(one)
  expect(certificateFor('x.b.example', list)).toBe(wild)
  for (const name of ['', 'b.example', 'x.y.b.example', 'c.example'])
    expect(certificateFor(name, list), name).toBeUndefined()
})
