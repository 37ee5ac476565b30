import type { Block } from '#contract/inbound.ts'
import { settingRows } from '#contract/settings/rows.ts'
import { compareVersions } from '#domain/core-config/core-version.ts'
import { type OtherCore, otherCores } from '#domain/core-config/preflight-apps.ts'
import { securityOf } from '#domain/inbounds/stream.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { shareLink } from '#domain/links/link.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { clashConfig } from '#domain/subscription/clash.ts'
import type { Abilities } from '#domain/subscription/dialling.ts'
import { type JsonSettings, jsonConfigs } from '#domain/subscription/json.ts'
import type { LeftEntry } from '#domain/subscription/rendered.ts'
import { singboxConfig } from '#domain/subscription/singbox.ts'
import { asBlocks, blockAt } from '#domain/untyped.ts'
import { PINNED_VERSION } from '#server/core/binary/binary-version.ts'
import { freePorts } from '#test/free-port.ts'
import { programs, type Running, startListening, verdict } from './programs.ts'
import type { World } from './world.ts'

/** A client program that runs on the served file, with a loopback proxy for every entry. */
export interface App extends Running {
  /** By the name of the entry. */
  doors: ReadonlyMap<string, number>
  leftOut: readonly LeftEntry[]
}

/** A format, and the program that opens it. */
export interface Format {
  name: string
  binary: string
  /** The program's error for the file as it is served; blank if it accepts it. */
  check(world: World): Promise<string>
  open(world: World): Promise<App>
}

const doorsFor = async (names: readonly string[]) => {
  const ports = await freePorts(names.length)
  return new Map(names.map((name, i) => [name, ports[i] ?? 0]))
}

async function run(binary: string, args: string[], world: World, more: Omit<App, keyof Running>) {
  const app = await startListening(binary, args, [...more.doors.values()], world.ca)
  return { ...app, ...more }
}

/** Its own interface needs privileges that a test must not ask for: proxy ports replace it. */
async function openWith(core: OtherCore, world: World): Promise<App> {
  const { file, render, args } = otherCores[core]
  const app = await (core === 'mihomo' ? clash : singbox).abilities(world)
  const { text, doors, leftOut } = render(world.entries, await freePorts(world.entries.length), app)
  const binary = core === 'mihomo' ? programs.mihomo : programs.singbox
  return run(binary, args(world.write(file, text), world.folder), world, { doors, leftOut })
}

/** A file for a program, which tells what it knows by what it accepts. */
interface OtherFormat extends Format {
  verdict(world: World, app: Abilities): Promise<string>
  abilities(world: World): Promise<Abilities>
}

function otherFormat(format: Pick<OtherFormat, 'name' | 'binary' | 'open' | 'verdict'>): OtherFormat {
  async function abilities(world: World): Promise<Abilities> {
    const entries = world.entries.filter(({ remark }) => remark === 'hysteria-gecko')
    return { gecko: (await format.verdict({ ...world, entries }, { gecko: true })) === '' }
  }
  return {
    ...format,
    abilities,
    check: async (world) => format.verdict(world, await abilities(world)),
  }
}

const clash = otherFormat({
  name: 'the Clash file in mihomo',
  binary: programs.mihomo,
  verdict(world, app) {
    const file = world.write('served.yaml', clashConfig(world.entries, app).body)
    return verdict(programs.mihomo, ['-t', '-d', world.folder, '-f', file], world.ca)
  },
  open: (world) => openWith('mihomo', world),
})

const singbox = otherFormat({
  name: 'the sing-box file in sing-box',
  binary: programs.singbox,
  verdict(world, app) {
    // The module with its WireGuard is not on the module servers, so this build has none.
    const entries = world.entries.filter(({ access }) => access.protocol !== 'wireguard')
    const file = world.write('served.json', singboxConfig(entries, app).body)
    return verdict(programs.singbox, ['check', '-c', file], world.ca)
  },
  open: (world) => openWith('sing-box', world),
})

type Outbounds = ReadonlyMap<string, Block>

/** One core for many outbounds: each has a proxy port that leads only to it. */
const coreConfig = (outbounds: Outbounds, doors: ReadonlyMap<string, number>): Block => ({
  log: { loglevel: 'warning' },
  inbounds: [...doors].map(([name, port]) => ({
    tag: `door ${name}`,
    listen: '127.0.0.1',
    port,
    protocol: 'mixed',
    settings: { auth: 'noauth', udp: true },
  })),
  outbounds: [...outbounds].map(([name, outbound]) => ({ ...outbound, tag: name })),
  routing: {
    rules: [...doors.keys()].map((name) => ({ inboundTag: [`door ${name}`], outboundTag: name })),
  },
})

async function openCore(core: string, world: World, given: Outbounds, adapt: Adapt): Promise<App> {
  const outbounds = new Map([...given].map(([name, outbound]) => [name, adapt(outbound)]))
  const doors = await doorsFor([...outbounds.keys()])
  const file = world.write('core-doors.json', JSON.stringify(coreConfig(outbounds, doors)))
  return run(core, ['run', '-c', file], world, { doors, leftOut: [] })
}

const coreVerdict = (core: string, world: World, config: Block): Promise<string> =>
  verdict(core, ['run', '-test', '-c', world.write('core.json', JSON.stringify(config))], world.ca)

const noSettings: JsonSettings = {
  subJsonFragment: settingRows.subJsonFragment.default,
  subJsonNoises: settingRows.subJsonNoises.default,
  subJsonMux: settingRows.subJsonMux.default,
  subJsonRules: settingRows.subJsonRules.default,
  subJsonFinalMask: settingRows.subJsonFinalMask.default,
  subJsonAlwaysArray: settingRows.subJsonAlwaysArray.default,
}

const proxyOf = ({ remarks, outbounds }: Block): [string, Block] => [
  String(remarks),
  asBlocks(outbounds)[0] ?? {},
]

type Adapt = (outbound: Block) => Block

const trustingSystem: Adapt = (outbound) => {
  const stream = blockAt(outbound, 'streamSettings')
  if (securityOf(stream) !== 'tls') return outbound
  const tlsSettings = { ...blockAt(stream, 'tlsSettings'), useSystemCA: true }
  return { ...outbound, streamSettings: { ...stream, tlsSettings } }
}

const json = (core: string, adapt: Adapt): Format => ({
  name: 'the JSON subscription in the core',
  binary: core,
  /** They differ in their first outbound: one of them is loaded as it is, and then all of these at once. */
  async check(world) {
    const configs = jsonConfigs(world.entries, noSettings)
    const proxies = coreConfig(new Map(configs.map(proxyOf)), new Map())
    return (await coreVerdict(core, world, configs[0] ?? {})) || coreVerdict(core, world, proxies)
  },
  open: (world) => openCore(core, world, new Map(jsonConfigs(world.entries, noSettings).map(proxyOf)), adapt),
})

const vmess = 'vmess://'
const textOf = (link: string): string =>
  link.startsWith(vmess)
    ? Object.values(JSON.parse(Buffer.from(link.slice(vmess.length), 'base64').toString())).join('')
    : decodeURIComponent(link)

/** A link with a control character, or of kilobytes, is refused by the importer on purpose. */
const isOdd = (link: string): boolean => /\p{Cc}/u.test(textOf(link)) || link.length > 4_000

/** Reads links back with the importer of outbounds. */
function linked(entry: Advertised): [string, Block][] {
  const link = shareLink(entry)
  const parsed = parseShareLink(link)
  if (parsed.ok) return [[entry.remark, parsed.outbound]]
  if (isOdd(link)) return []
  throw new Error(`${entry.remark}: ${JSON.stringify(parsed)}`)
}

const links = (core: string, adapt: Adapt): Format => ({
  name: 'share links, imported into the core',
  binary: core,
  check: (world) => coreVerdict(core, world, coreConfig(new Map(world.entries.flatMap(linked)), new Map())),
  open: (world) => openCore(core, world, new Map(world.entries.flatMap(linked)), adapt),
})

/** Complete files, also if there is nothing to dial. */
export const files: readonly Format[] = [clash, singbox]
/** With this Xray on the client's side; newer ones trust the system's authorities, like that of these tests, only if told to. */
export const formatsWith = (core: string, version = PINNED_VERSION): readonly Format[] => {
  const adapt: Adapt = compareVersions(version, '26.10.10') < 0 ? (outbound) => outbound : trustingSystem
  return [...files, json(core, adapt), links(core, adapt)]
}
