import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { clashConfig } from '#domain/subscription/clash.ts'
import type { Rendered } from '#domain/subscription/rendered.ts'
import { singboxConfig } from '#domain/subscription/singbox.ts'
import { freePorts } from './core/client-core.ts'
import { fetchThrough } from './core/dial.ts'
import { megabyte } from './core/origin.ts'
import { programs, type Running, startListening, verdict } from './real-apps/programs.ts'
import { createWorld, variants, type World } from './real-apps/world.ts'

const names = variants.map(({ name }) => name)

describe.skipIf(!programs.core)('what the panel hands out, in the programs that people run', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world?.close())

  describe.skipIf(!programs.mihomo)('mihomo', () => {
    let served: Rendered
    let app: Running
    const door = new Map<string, number>()

    beforeAll(async () => {
      served = clashConfig(world.entries)
      const tags = (parse(served.body) as { proxies: { name: string }[] }).proxies.map(({ name }) => name)
      const ports = await freePorts(tags.length)
      for (const [i, tag] of tags.entries()) door.set(tag, ports[i] ?? 0)
      const listeners = tags.map((name, i) => ({
        name: `door-${i}`,
        type: 'mixed',
        listen: '127.0.0.1',
        port: ports[i],
        proxy: name,
      }))
      const file = world.write('with-doors.yaml', served.body + stringify({ listeners }))
      app = await startListening(programs.mihomo, ['-d', world.folder, '-f', file], ports, world.ca)
    })
    afterAll(() => app?.stop())

    it('accepts the file as it is served', async () => {
      const file = world.write('served.yaml', served.body)
      expect(await verdict(programs.mihomo, ['-t', '-d', world.folder, '-f', file], world.ca)).toBe('')
    })

    it.each(names)('%s', async (name) => {
      const port = door.get(name)
      if (port === undefined) return expect(served.leftOut.map(({ remark }) => remark)).toContain(name)
      expect(await fetchThrough(port, 8_000).catch((e) => `${e}\n${app.words().slice(-2000)}`)).toBe(megabyte)
    })
  })

  describe.skipIf(!programs.singbox)('sing-box', () => {
    let served: Rendered
    let app: Running
    const door = new Map<string, number>()

    beforeAll(async () => {
      served = singboxConfig(world.entries)
      const config = JSON.parse(served.body)
      const tags: string[] = config.outbounds
        .filter((o: { server?: string }) => o.server)
        .map((o: { tag: string }) => o.tag)
      const ports = await freePorts(tags.length)
      for (const [i, tag] of tags.entries()) door.set(tag, ports[i] ?? 0)
      config.inbounds = tags.map((_, i) => ({
        type: 'mixed',
        tag: `door-${i}`,
        listen: '127.0.0.1',
        listen_port: ports[i],
      }))
      config.route.rules.unshift(
        ...tags.map((outbound, i) => ({ inbound: `door-${i}`, action: 'route', outbound })),
      )
      const file = world.write('with-doors.json', JSON.stringify(config))
      app = await startListening(programs.singbox, ['run', '-c', file], ports, world.ca)
    })
    afterAll(() => app?.stop())

    it('accepts the file as it is served', async () => {
      const file = world.write('served.json', served.body)
      expect(await verdict(programs.singbox, ['check', '-c', file], world.ca)).toBe('')
    })

    it.each(names)('%s', async (name) => {
      const port = door.get(name)
      if (port === undefined) return expect(served.leftOut.map(({ remark }) => remark)).toContain(name)
      expect(await fetchThrough(port, 8_000).catch((e) => `${e}\n${app.words().slice(-2000)}`)).toBe(megabyte)
    })
  })
})
