import { expect, it } from 'vitest'
import type { CoreConfig } from '#domain/core-config/build.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { PortClaim } from '#domain/inbounds/port.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import type { Connected } from '../reconcile/link.ts'
import { createNotOpen } from '../reconcile/not-open.ts'
import { createRestartGuard } from './restart-guard.ts'

const source = (id: number, more: Partial<SectionSource> = {}): SectionSource => ({
  ...cellInbound({ protocol: 'vless', network: 'tcp', security: 'none' }, { port: 4000 + id }),
  id,
  tag: `in-${id}`,
  remark: `no ${id}`,
  listen: '127.0.0.1',
  ...more,
})
const configOf = (sources: readonly SectionSource[]): CoreConfig => ({
  inbounds: sources.map(({ tag, protocol, listen, port, settings, streamSettings }) => ({
    tag,
    protocol,
    listen: listen || '0.0.0.0',
    port,
    settings,
    streamSettings,
  })),
  outbounds: [],
  routing: { rules: [] },
})
const refusal = (reason: string) => Refusal.of(coded('core.said', { reason }))
const byId = (sources: readonly SectionSource[]) => new Map(sources.map((s) => [s.id, s]))

/** The core runs `running`; `taken` are listen addresses held by other programs. */
function guardOf(
  running: readonly SectionSource[],
  wanted: readonly SectionSource[],
  taken: string[],
  gone: string[] = [],
) {
  const asked: number[] = []
  const whyNot = async ({ port, listen }: Pick<PortClaim, 'port' | 'listen'>) => {
    asked.push(port - 4000)
    return [...taken, ...gone].includes(listen) ? refusal(`${listen} is taken.`) : undefined
  }
  const whyNotAt = async (listen: string) =>
    gone.includes(listen) ? refusal(`${listen} is not here.`) : undefined
  const bindable = { whyNot, whyNotAt }
  const events = { notify: () => {}, inbounds: () => {} }
  const notOpen = createNotOpen({ bindable, events })
  const core = { config: configOf(running), inbounds: byId(wanted.length > 0 ? wanted : running) }
  const link = { answering: () => core as unknown as Connected } // only what is used
  const guard = createRestartGuard({
    ...{ link, notOpen, bindable, assetFolder: '/nowhere' },
    provider: { version: () => '26.7.28' },
  })
  const next = { config: configOf(wanted), inbounds: byId(wanted) }
  return { guard, next, asked, notOpen }
}

it('ports that the core already holds are not checked, all others are', async () => {
  const running = [source(1), source(2, { listen: '' })]
  const wanted = [...running, source(3), source(4, { enable: false }), source(5, { nodeId: 9 })]
  const { guard, next, asked } = guardOf(running, wanted, [])
  expect(await guard.toLeaveOut(next.inbounds)).toEqual([])
  expect(asked).toEqual([3])
})

it('an inbound that does not run and cannot be opened is left out, and the restart continues', async () => {
  const running = [source(1)]
  const { guard, next } = guardOf(running, [...running, source(2, { listen: '127.0.0.9' })], ['127.0.0.9'])
  const leftOut = await guard.toLeaveOut(next.inbounds)
  expect(leftOut).toEqual(['in-2'])
  await expect(guard.refuseLoss('/nowhere/core', '{}', next, leftOut)).resolves.toBeUndefined()
})

it('a running inbound that would be lost is named, and the restart refused', async () => {
  const { guard, next } = guardOf([source(1)], [source(1, { listen: '127.0.0.9' })], ['127.0.0.9'])
  const leftOut = await guard.toLeaveOut(next.inbounds)
  expect(leftOut).toEqual(['in-1'])
  await expect(guard.refuseLoss('/nowhere/core', '{}', next, leftOut)).rejects.toThrow(
    "Inbound 'no 1' (#1) runs now and would be lost: 127.0.0.9 is taken.",
  )
})

it('a running inbound whose address the machine has lost is named, and the restart refused', async () => {
  const lost = source(1, { listen: '198.51.100.7' })
  const { guard, next } = guardOf([lost, source(2)], [lost, source(2)], [], ['198.51.100.7'])
  const leftOut = await guard.toLeaveOut(next.inbounds)
  expect(leftOut).toEqual(['in-1'])
  await expect(guard.refuseLoss('/nowhere/core', '{}', next, leftOut)).rejects.toThrow(
    "Inbound 'no 1' (#1) runs now and would be lost: 198.51.100.7 is taken.",
  )
})

it.each([
  ['cannot be opened', ['127.0.0.9'], [], '127.0.0.9 is taken.'],
  ['has an address that is not here', [], ['127.0.0.9'], '127.0.0.9 is not here.'],
])('a restart is refused if an inbound of the template %s', async (_, taken, gone, reason) => {
  const { guard, next } = guardOf([source(1)], [source(1)], taken, gone)
  const written = { tag: 'door', protocol: 'mixed', listen: '127.0.0.9', port: 1080, settings: {} } as const
  const config = { ...next.config, inbounds: [...next.config.inbounds, written] }
  await expect(guard.refuseLoss('/nowhere/core', '{}', { ...next, config }, [])).rejects.toThrow(
    `The inbound 'door' of the template cannot be opened: ${reason}`,
  )
})

it('the state of an inbound lasts until the core opens it, or it is no longer wanted', async () => {
  const told: unknown[] = []
  const notOpen = createNotOpen({
    bindable: {
      whyNot: async ({ port }) => (port === 4001 ? refusal('nginx is there.') : undefined),
      whyNotAt: async () => undefined,
    },
    events: { notify: ({ code }) => told.push(code), inbounds: () => told.push('inbounds') },
  })
  const step = (tag: string) => ({ op: 'addInbound' as const, section: { tag } })
  notOpen.expect([source(1), source(2)])
  await notOpen.outcome(step('in-1'), 'address already in use')
  await notOpen.outcome(step('in-1'), 'address already in use')
  await notOpen.outcome(step('in-2'), 'no such file')
  expect(notOpen.list()).toMatchObject([
    { id: 1, tag: 'in-1', remark: 'no 1', reason: 'nginx is there.' },
    { id: 2, tag: 'in-2', remark: 'no 2', reason: 'no such file' },
  ])
  await notOpen.outcome(step('in-1'))
  notOpen.expect([source(1), source(2, { enable: false })])
  expect(notOpen.list()).toEqual([])
  const closed = ['inbound.not-open', 'inbounds']
  expect(told).toEqual([...closed, ...closed, 'inbounds', 'inbounds'])
})
