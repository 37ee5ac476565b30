import { expect, it } from 'vitest'
import type { Check } from './check.ts'
import { judgeCoreVersion } from './core.ts'

const codes = (checks: readonly Check[]) => checks.map(({ sentence }) => sentence.code)

it.each([
  ['26.4.25', ['health.core-version-known']],
  ['26.7.28', ['health.core-version-known']],
  ['26.4.24', ['health.core-version-old']],
  ['26.10.10', ['health.core-version-new']],
  ['Unknown', []],
])('a core of version %s', (version, expected) => {
  expect(codes(judgeCoreVersion(version, '26.4.25', '26.7.28'))).toEqual(expected)
})
