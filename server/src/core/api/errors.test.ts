import { expect, it } from 'vitest'
import { coreError } from './errors.ts'

// Texts of Xray 26.7.28.
it.each([
  [2, 'proxy/vless: User ann already exists.', 'exists'],
  [2, 'app/proxyman/inbound: existing tag found: in', 'exists'],
  [2, 'proxy/vless: User ann not found.', 'missing'],
  [2, 'app/proxyman/command: failed to get handler: in', 'missing'],
  [2, 'common: not enough information for making a decision', 'missing'],
  [14, 'connect ECONNREFUSED', 'unavailable'],
  [4, 'Deadline exceeded', 'unavailable'],
  [12, 'unknown service', 'unimplemented'],
  [2, 'proxy is not a UserManager', 'refused'],
])('%i "%s" is %s', (code, details, kind) => {
  const error = coreError({ code, details })
  expect(error.kind).toBe(kind)
  expect(error.message).toContain(details)
})
