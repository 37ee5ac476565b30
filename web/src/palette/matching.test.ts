import { expect, it } from 'vitest'
import { matchingVerbs } from './matching.ts'

const run = () => {}

it('offers what disconnects people last', () => {
  const groups = [
    {
      title: 'Core',
      verbs: [{ id: 'core.restart', label: 'Restart core', disconnects: true as const, run }],
    },
    { title: 'Go to', verbs: [{ id: 'go.r', label: 'Routing rules', run }] },
  ]
  expect(matchingVerbs(groups, 'r').map(({ title }) => title)).toEqual(['Go to', 'Core'])
  expect(matchingVerbs(groups, 'rest').map(({ title }) => title)).toEqual(['Core'])
})
