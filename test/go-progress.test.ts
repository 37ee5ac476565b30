import { expect, it } from 'vitest'
import { createGoProgress } from '../tools/go-progress.mjs'

it('says every ten seconds how far a build is, and at its end how long it took', () => {
  const lines: string[] = []
  let now = 0
  const progress = createGoProgress(
    'sing-box',
    (line) => void lines.push(line),
    () => now,
  )
  for (let module = 0; module < 24; module++) {
    now += 1_000
    progress.fetching(`go: downloading example.com/m${module} v1.0.0`)
    progress.fetching('example.com/a')
  }
  progress.found('go: downloading example.com/m v1.0.0\na\nb\nc\nd\n')
  for (const name of ['a', 'b', '', 'c', 'd', 'e']) {
    now += 6_000
    progress.compiling(name)
  }
  progress.done()
  expect(lines).toEqual([
    '  sing-box: fetching modules, 10 so far, 10 s',
    '  sing-box: fetching modules, 20 so far, 20 s',
    '  sing-box: 1 of 4 packages, 30 s',
    '  sing-box: 3 of 4 packages, 48 s',
    '  sing-box: 4 of 4 packages, 60 s',
    '  sing-box: built in 60 s',
  ])
})
