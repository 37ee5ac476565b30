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

it('lists a command once that a page and the shell offer', () => {
  const groups = [
    { title: 'Clients', verbs: [{ id: 'shell.clientsNew', label: 'New client', run }] },
    { title: 'Create', verbs: ['New client', 'New inbound'].map((label) => ({ id: label, label, run })) },
  ]
  const found = matchingVerbs(groups, 'new').map(({ title, verbs }) => [title, ...verbs.map(({ id }) => id)])
  expect(found).toEqual([
    ['Clients', 'shell.clientsNew'],
    ['Create', 'New inbound'],
  ])
})
