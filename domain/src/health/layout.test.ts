import { expect, it } from 'vitest'
import { inEnglish } from '#domain/refusal.ts'
import { judgeLayout } from './data.ts'

it("a program folder that is not root's is a warning with what to run", () => {
  expect(judgeLayout(undefined)).toEqual([])
  expect(judgeLayout({ folder: '/opt/sluice', isRoots: true })).toEqual([])
  const checks = judgeLayout({ folder: '/opt/sluice', isRoots: false })
  expect(checks).toMatchObject([{ state: 'warn', sentence: { code: 'health.layout-old' } }])
  expect(inEnglish(checks[0]!.sentence)).toContain('/opt/sluice belongs to the service')
  expect(checks[0]?.action).toEqual({ kind: 'command', command: 'sudo sh install.sh' })
})
