import { expect, it } from 'vitest'
import { inEnglish } from '#domain/refusal.ts'
import { changesIn, type PastAct, type Turn } from './changes.ts'

const turn: Turn = { from: 1_000, to: 2_000_000, inboundIds: [3, 7], node: undefined }
const act = (action: string, more: Partial<PastAct> = {}): PastAct => ({
  ...{ at: 60_000, action, by: 'admin', object: '', after: '' },
  ...more,
})
const said = (acts: PastAct[], { of = turn, started }: { of?: Turn; started?: number } = {}) => {
  const found = changesIn(of, acts, started)
  return found && inEnglish(found)
}

it('only what happened in that time, to this inbound or its master', () => {
  const edit = (object: string, at = 60_000) => act('inbound.update', { object, at })
  expect(said([edit('3 in-443', 1_000), edit('33 in-1'), edit('3 in-443', 2_000_001)])).toBeUndefined()
  expect(said([edit('7 in-80')])).toBe('The inbound was edited by admin at 1970-01-01 00:01.')
})

it.each<[PastAct, string]>([
  [act('settings.update', { after: '{"template":{}}' }), "The core's configuration was edited by admin"],
  [act('settings.update', { after: '{"shortened":"{\\"publicHost\\":' }), 'Settings were saved by admin'],
  [act('core.install', { object: 'v26.7.28, SHA-256 ab' }), 'The core was changed to version 26.7.28'],
  [act('core.rollBack', { object: 'v26.7.28 to 26.5.1' }), 'The core was changed to version 26.5.1'],
  [act('panel.install', { object: '1.4.0' }), 'The panel was changed to version 1.4.0'],
  [act('certificate.issue', { object: '2 a.example,b.example' }), 'The certificate for a.example,b.example'],
  [act('hosts.del'), 'Hosts were edited by admin'],
])('%j', (one, words) => {
  expect(said([one])).toContain(words)
})

it('the start of the core counts, unless a new version says the same', () => {
  expect(said([], { started: 120_000 })).toBe('The core was started at 1970-01-01 00:02.')
  expect(said([], { started: 500 })).toBeUndefined()
  expect(said([act('core.install', { object: 'v1.2.3' })], { started: 120_000 })).not.toContain('started')
})

it('an inbound on a node: the core and the files of this server do not count', () => {
  const of = { ...turn, node: 5 }
  const acts = [act('core.install', { object: 'v1' }), act('geo.update'), act('certificate.issue')]
  expect(said(acts, { of, started: 120_000 })).toBeUndefined()
  expect(
    said([act('node.update', { object: '5 paris' }), act('node.update', { object: '6 x' })], { of }),
  ).toBe('The node was edited by admin at 1970-01-01 00:01.')
})

it('the last four, in the order in which they happened, and each kind once', () => {
  const kinds = ['hosts.add', 'geo.update', 'panel.restore', 'inbound.update', 'panel.install', 'hosts.del']
  const acts = kinds.map((kind, i) => act(kind, { at: (i + 1) * 60_000, object: '3 x' }))
  const words = said(acts.toReversed())
  expect(words?.split('; ')).toHaveLength(4)
  expect(words).toMatch(/^A backup was restored .*Hosts were edited by admin at 1970-01-01 00:06\.$/)
})
