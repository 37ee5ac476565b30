import { expect, it } from 'vitest'
import type { PlannedNode, UpdatedNode } from '#contract/node-cores-api.ts'
import { followers, left, turnOf, withNode } from './core-update.ts'

const node = (id: number, state: UpdatedNode['state'] = 'waiting') => ({
  ...{ id, name: `n${id}`, from: '26.7.28', reason: '', state },
})
const update = (...nodes: UpdatedNode[]) => ({ stopping: false, nodes })

it('gives the nodes their turn in order, and goes on with one that was begun', () => {
  expect(turnOf(update(node(1, 'done'), node(2), node(3)))?.id).toBe(2)
  expect(turnOf(update(node(1), node(2, 'running'), node(3)))?.id).toBe(2)
  expect(turnOf(update(node(1, 'done')))).toBeUndefined()
})

it('ends at the first failure, and leaves the others', () => {
  const failed = withNode(update(node(1, 'done'), node(2, 'running'), node(3)), 2, { state: 'failed' })
  expect(turnOf(failed)).toBeUndefined()
  expect(failed.nodes.map(({ state }) => state)).toEqual(['done', 'failed', 'left'])
})

it('a stop waits for the node whose turn it is', () => {
  const stopping = { ...update(node(1, 'running'), node(2)), stopping: true }
  expect(left(stopping)).toBe(stopping)
  expect(withNode(stopping, 1, { state: 'done' }).nodes.map(({ state }) => state)).toEqual(['done', 'left'])
})

it('only older cores follow, with an archive that is known there or was confirmed here, and only where nobody loses', () => {
  const planned = (id: number, more: Partial<PlannedNode>): PlannedNode => ({
    ...{ ...node(id), state: 'ready', asset: 'a.zip', sha256: 'a', known: false, losses: [] },
    ...more,
  })
  const plan = [
    planned(1, {}),
    planned(2, { from: '26.9.9' }),
    planned(3, { sha256: 'b' }),
    planned(4, { sha256: 'b', known: true }),
    planned(5, { state: 'unable' }),
    planned(6, { losses: [{ text: '', coded: { code: '', params: {} }, blocks: true, clients: 1 }] }),
    planned(7, { losses: [{ text: '', coded: { code: '', params: {} }, blocks: false, clients: 1 }] }),
  ]
  expect(followers(plan, '26.8.1', ['a']).map(({ id }) => id)).toEqual([1, 4, 7])
})
