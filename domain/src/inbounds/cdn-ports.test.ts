import { expect, it } from 'vitest'
import { freeCdnPorts } from './cdn-ports.ts'

it('offers only ports that CDNs pass on and nothing uses', () => {
  expect(freeCdnPorts([])[0]).toBe(443)
  expect(freeCdnPorts([443, 2053, 2096, 16_293])).toEqual([8443, 2083, 2087])
})
