import { expect, it } from 'vitest'
import { matchingCommands } from './matching.ts'

const run = () => {}

it('offers what disconnects people last', () => {
  const groups = [
    {
      title: 'Core',
      commands: [{ id: 'core.restart', label: 'Restart core', disconnects: true as const, run }],
    },
    { title: 'Go to', commands: [{ id: 'go.r', label: 'Routing rules', run }] },
  ]
  expect(matchingCommands(groups, 'r').map(({ title }) => title)).toEqual(['Go to', 'Core'])
  expect(matchingCommands(groups, 'rest').map(({ title }) => title)).toEqual(['Core'])
})

it('lists a command once that a page and the shell offer', () => {
  const groups = [
    { title: 'Clients', commands: [{ id: 'shell.clientsNew', label: 'New client', run }] },
    { title: 'Create', commands: ['New client', 'New inbound'].map((label) => ({ id: label, label, run })) },
  ]
  const found = matchingCommands(groups, 'new').map(({ title, commands }) => [
    title,
    ...commands.map(({ id }) => id),
  ])
  expect(found).toEqual([
    ['Clients', 'shell.clientsNew'],
    ['Create', 'New inbound'],
  ])
})
