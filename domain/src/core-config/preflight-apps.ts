import type { Advertised } from '#domain/links/advertised.ts'
import type { AppCore } from '#domain/subscription/app-family.ts'
import { clashConfig } from '#domain/subscription/clash.ts'
import type { Abilities } from '#domain/subscription/dialling.ts'
import type { LeftEntry } from '#domain/subscription/rendered.ts'
import { singboxConfig } from '#domain/subscription/singbox.ts'
import { asBlock, asBlocks, textAt } from '#domain/untyped.ts'

/** A subscription file with a loopback proxy for every entry, instead of the app's own interface. */
interface WithDoors {
  text: string
  /** By the name of the entry. */
  doors: ReadonlyMap<string, number>
  leftOut: readonly LeftEntry[]
}

/** Entries have names of their own. */
type Render = (entries: readonly Advertised[], ports: readonly number[], app?: Abilities) => WithDoors

const doorsFor = (
  entries: readonly Advertised[],
  leftOut: readonly LeftEntry[],
  ports: readonly number[],
): Map<string, number> => {
  const left = new Set(leftOut.map(({ remark }) => remark))
  const names = entries.map(({ remark }) => remark).filter((remark) => !left.has(remark))
  return new Map(names.map((name, i) => [name, ports[i] ?? 0]))
}

const mihomo: Render = (entries, ports, app) => {
  const { body, leftOut } = clashConfig(entries, app)
  const doors = doorsFor(entries, leftOut, ports)
  const listeners = [...doors].map(([proxy, port], i) => ({
    ...{ name: `door-${i}`, type: 'mixed', listen: '127.0.0.1' },
    ...{ port, proxy },
  }))
  // JSON is YAML too.
  return { text: `${body}\nlisteners: ${JSON.stringify(listeners)}\n`, doors, leftOut }
}

/** Tunnels are left out: a build of sing-box without WireGuard would refuse the whole file, and nothing would be tried. */
const singbox: Render = (entries, ports, app) => {
  const isTunnel = ({ access }: Advertised) => access.protocol === 'wireguard'
  const { body, leftOut } = singboxConfig(
    entries.filter((entry) => !isTunnel(entry)),
    app,
  )
  const config = asBlock(JSON.parse(body))
  const tunnels = entries.filter(isTunnel).map(({ remark }) => ({ remark, reason: 'a tunnel is not tried' }))
  const route = asBlock(config.route)
  const dialling = asBlocks(config.outbounds).filter((outbound) => 'server' in outbound)
  const doors = new Map(dialling.map((outbound, i) => [textAt(outbound, 'tag'), ports[i] ?? 0]))
  const inbounds = [...doors].map(([, port], i) => ({
    ...{ type: 'mixed', tag: `door-${i}`, listen: '127.0.0.1' },
    listen_port: port,
  }))
  const rules = [...doors].map(([outbound], i) => ({ inbound: `door-${i}`, action: 'route', outbound }))
  const opened = { ...config, inbounds, route: { ...route, rules: [...rules, ...asBlocks(route.rules)] } }
  return { text: JSON.stringify(opened), doors, leftOut: [...leftOut, ...tunnels] }
}

export type OtherCore = Exclude<AppCore, 'xray' | 'other'>

/** Programs other than Xray that apps connect with: their file, and how they are started with it. */
export const otherCores: Record<
  OtherCore,
  { file: string; render: Render; args: (file: string, folder: string) => string[] }
> = {
  mihomo: { file: 'app.yaml', render: mihomo, args: (file, folder) => ['-d', folder, '-f', file] },
  'sing-box': { file: 'app.json', render: singbox, args: (file) => ['run', '-c', file] },
}
