import { mkdtemp, rm } from 'node:fs/promises'
import { type NetworkInterfaceInfo, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Status } from '#contract/status.ts'
import { createHost, publicIp } from './host.ts'
import { figuresOf } from './room.ts'

// Only the fields that publicIp reads.
const entry = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo
const HostFigures = Status.omit({
  xray: true,
  panelVersion: true,
  panelGuid: true,
  fleet: true,
  clientIO: true,
})

describe('host', () => {
  it('reads this machine into figures that fit the contract', async () => {
    const host = createHost({ dataFolder: tmpdir() })
    const first = await host.read()
    const figures = figuresOf(first, await host.read())
    expect(HostFigures.parse(figures)).toEqual(figures)
    expect(figures.logicalPro).toBeGreaterThan(0)
    expect(figures.cpuCores).toBeGreaterThan(0)
    expect(figures.disk.total).toBeGreaterThan(figures.disk.current)
    expect(figures.mem.total).toBeGreaterThan(0)
    expect(figures.appStats.mem).toBeGreaterThan(1e6)
  })

  it('still returns every key if /proc, /sys and the data folder are missing', async () => {
    const root = await mkdtemp(join(tmpdir(), 'sluice-host-'))
    try {
      const host = createHost({ dataFolder: join(root, 'gone'), root, interfaces: () => ({}) })
      const figures = figuresOf(await host.read(), await host.read())
      expect(HostFigures.parse(figures)).toEqual(figures)
      expect(figures).toMatchObject({
        cpu: 0,
        disk: { current: 0, total: 0 },
        publicIP: { ipv4: 'N/A', ipv6: 'N/A' },
      })
    } finally {
      await rm(root, { recursive: true })
    }
  })

  it('takes the public address from its own interfaces, and only a routable one', () => {
    const hidden = [
      '127.0.0.1',
      '10.0.0.2',
      '100.64.1.1',
      '169.254.1.1',
      '192.168.1.2',
      '::1',
      'fe80::1',
      'fd00::1',
    ]
    const lan = hidden.map((address) => entry(address))
    expect(publicIp({ eth0: lan })).toEqual({ ipv4: 'N/A', ipv6: 'N/A' })
    expect(publicIp({ eth0: [...lan, entry('8.8.4.4'), entry('2a01:4f8::1')], eth1: undefined })).toEqual({
      ipv4: '8.8.4.4',
      ipv6: '2a01:4f8::1',
    })
    expect(publicIp({ lo: [entry('8.8.4.4', true)] }).ipv4).toBe('N/A')
  })
})
