import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Block } from '#contract/inbound.ts'
import { asBlock, asBlocks, textAt } from '#domain/untyped.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { freePorts } from '#test/free-port.ts'
import { programs, type Running, startListening } from './programs.ts'

/** What the program loads: the file that the panel serves, with a loopback proxy for each entry instead of its own. */
type WithDoors = (body: string, names: readonly string[], ports: readonly number[]) => string

interface ServedFormat {
  name: string
  /** Blank if this machine has none. */
  binary: string
  path: string
  file: string
  args(file: string, folder: string): string[]
  withDoors: WithDoors
}

const rest = { listen: '127.0.0.1', settings: { auth: 'noauth' } }

const xray: WithDoors = (body, names, ports) => {
  const configs = asBlocks(JSON.parse(body))
  const outbounds = names.map((name) => {
    const config = configs.find(({ remarks }) => remarks === name)
    return { ...(asBlocks(config?.outbounds)[0] as Block), tag: name } // each has its proxy first
  })
  const inbounds = names.map((name, i) => ({
    tag: `door ${name}`,
    port: ports[i],
    protocol: 'mixed',
    ...rest,
  }))
  const rules = names.map((name) => ({ inboundTag: [`door ${name}`], outboundTag: name }))
  return JSON.stringify({ log: { loglevel: 'warning' }, inbounds, outbounds, routing: { rules } })
}

const mihomo: WithDoors = (body, names, ports) => {
  const listeners = names.map((proxy, i) => ({
    ...{ name: `door-${i}`, type: 'mixed', listen: '127.0.0.1' },
    ...{ port: ports[i], proxy },
  }))
  return `${body}\nlisteners: ${JSON.stringify(listeners)}\n` // JSON is YAML too
}

const singbox: WithDoors = (body, names, ports) => {
  const config = asBlock(JSON.parse(body))
  const route = asBlock(config.route)
  const tags = asBlocks(config.outbounds).map((outbound) => textAt(outbound, 'tag'))
  const door = (name: string) => names.indexOf(name)
  const known = names.filter((name) => tags.includes(name))
  const inbounds = known.map((name) => ({
    ...{ type: 'mixed', tag: `door-${door(name)}`, listen: '127.0.0.1' },
    listen_port: ports[door(name)],
  }))
  const rules = known.map((name) => ({
    ...{ inbound: `door-${door(name)}`, action: 'route' },
    outbound: name,
  }))
  return JSON.stringify({
    ...config,
    inbounds,
    route: { ...route, rules: [...rules, ...asBlocks(route.rules)] },
  })
}

/** The formats of a subscription, each with the program that people open it with. */
export const servedFormats: readonly ServedFormat[] = [
  {
    name: 'xray',
    binary: programs.core,
    path: 'json',
    file: 'xray.json',
    args: (file) => ['run', '-c', file],
    withDoors: xray,
  },
  {
    name: 'mihomo',
    binary: programs.mihomo,
    path: 'clash',
    file: 'app.yaml',
    args: (file, folder) => ['-d', folder, '-f', file],
    withDoors: mihomo,
  },
  {
    name: 'sing-box',
    binary: programs.singbox,
    path: 'singbox',
    file: 'app.json',
    args: (file) => ['run', '-c', file],
    withDoors: singbox,
  },
]

export interface ServedApp extends Running {
  /** A proxy port for each of the names, in order. */
  doors: readonly number[]
}

/** Runs a program on a file as the panel served it. */
export async function openServed(
  format: ServedFormat,
  body: string,
  names: readonly string[],
): Promise<ServedApp> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-served-'))
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    return file
  }
  const doors = await freePorts(names.length)
  const file = write(format.file, format.withDoors(body, names, doors))
  const ca = write('ca.pem', `${testKeys.ca}\n`)
  const app = await startListening(format.binary, format.args(file, folder), doors, ca)
  return {
    ...app,
    doors,
    async stop() {
      await app.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
