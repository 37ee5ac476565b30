import type { Block } from '#contract/inbound.ts'
import { coded } from '#domain/refusal.ts'
import { isBlock } from '#domain/untyped.ts'
import type { Arrival, ArrivingUser, OldSubscriptions } from '../arrival.ts'
import type { SourceTables } from '../source-tables.ts'
import { rowsOf } from '../source-tables.ts'
import { flagCell, textCell, wordCell } from './cells.ts'
import { clientsOf, groupName } from './clients.ts'
import { type CoreFileTools, readCoreFiles } from './core-file.ts'
import { createFindings, type Findings } from './findings.ts'
import { hostsOf } from './hosts.ts'
import { parseLooseJson } from './loose-json.ts'
import { createNames } from './names.ts'
import { marzbanPeople, pasarguardPeople } from './people.ts'
import { withMethods } from './shadowsocks.ts'

interface MarzbanTools extends CoreFileTools {
  /** SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. */
  readonly sha256: (text: string) => string
}

export interface MarzbanOptions {
  /** Marzban: the text of the core's configuration file, with or without comments. */
  readonly coreConfig?: string | undefined
  /** The path in front of the subscription tokens, with or without slashes; `sub` if absent. */
  readonly subPath?: string | undefined
  /** Inbounds that the other panel leaves alone (`XRAY_EXCLUDE_INBOUND_TAGS`). */
  readonly excludedTags?: readonly string[] | undefined
  /** What `{SERVER_IP}` in its hosts stands for. */
  readonly serverAddress?: string | undefined
}

type Panel = 'marzban' | 'pasarguard'

/** Tables whose rows are read; of the others only the name and the number of rows are needed. */
export const marzbanTables: ReadonlySet<string> = new Set([
  'users',
  'proxies',
  'exclude_inbounds_association',
  'inbounds',
  'groups',
  'users_groups_association',
  'inbounds_groups_association',
  'core_configs',
  'hosts',
  'admins',
  'nodes',
  'jwt',
])

/** Rows that have no counterpart here. */
const leftTables = ['user_templates', 'next_plans', 'user_hwids'] as const

const pathOf = (given: string): string => {
  const inner = given
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('/')
  return inner === '' ? '/' : `/${inner}/`
}

function marzbanConfigs(text: string | undefined, findings: Findings): Block[] {
  if (text === undefined || text.trim() === '') {
    findings.add('changes', '', coded('marzban.no-core-config'))
    return []
  }
  const config = parseLooseJson(text)
  if (isBlock(config)) return [config]
  findings.add('left', '', coded('marzban.core-config-unreadable'))
  return []
}

function pasarguardConfigs(tables: SourceTables, findings: Findings): Block[] {
  return rowsOf(tables, 'core_configs').flatMap((row): Block[] => {
    const name = textCell(row, 'name')
    const kind = wordCell(row, 'type') || 'xray'
    const config = parseLooseJson(textCell(row, 'config'))
    if (kind === 'xray' && isBlock(config)) return [config]
    findings.add('left', name, coded('marzban.core-kind', { kind }))
    return []
  })
}

/** Only administrators with every right: a login of this panel has them all. */
function usersOf(tables: SourceTables, findings: Findings): ArrivingUser[] {
  const users: ArrivingUser[] = []
  for (const row of rowsOf(tables, 'admins')) {
    const username = textCell(row, 'username')
    const passwordHash = textCell(row, 'hashed_password')
    if (!flagCell(row, 'is_sudo'))
      findings.count('left', 'admins', username, (about) => coded('marzban.admin-limited', about))
    else if (username === '' || !/^\$2[abxy]\$\d\d\$.{53}$/.test(passwordHash))
      findings.add('left', username, coded('marzban.admin-password'))
    else if (!users.some((user) => user.username === username)) users.push({ username, passwordHash })
  }
  return users
}

function tellTheRest(tables: SourceTables, findings: Findings): void {
  for (const row of rowsOf(tables, 'nodes')) {
    const name = textCell(row, 'name')
    findings.count('left', 'nodes', name, (about) => coded('marzban.nodes', about))
    const multiplier = Number(row.usage_coefficient ?? 1)
    if (!Number.isFinite(multiplier) || multiplier === 1) continue
    findings.count('note', 'node multipliers', `${name} ${multiplier}`, (about) =>
      coded('marzban.node-multipliers', about),
    )
  }
  for (const table of leftTables) {
    const count = tables.get(table)?.rowCount ?? 0
    if (count > 0) findings.add('left', table, coded('marzban.rows', { count, table }))
  }
}

function oldUrls(
  panel: Panel,
  { tables, options, findings }: { tables: SourceTables; options: MarzbanOptions; findings: Findings },
): OldSubscriptions[] {
  const path = pathOf(options.subPath || 'sub')
  const secrets = new Set(rowsOf(tables, 'jwt').map((row) => textCell(row, 'secret_key')))
  secrets.delete('')
  if (secrets.size === 0) findings.add('changes', '', coded('marzban.no-secret'))
  else findings.add('note', path, coded('marzban.urls', { path }))
  return [...secrets].map((secret) => ({ kind: panel, secret, path }))
}

function read(panel: Panel, tables: SourceTables, options: MarzbanOptions, tools: MarzbanTools): Arrival {
  const findings = createFindings()
  const configs =
    panel === 'marzban' ? marzbanConfigs(options.coreConfig, findings) : pasarguardConfigs(tables, findings)
  const { sha256 } = tools
  const core = readCoreFiles(configs, { excludedTags: options.excludedTags ?? [], tools, findings })
  const people = (panel === 'marzban' ? marzbanPeople : pasarguardPeople)(tables, core)
  const inbounds = withMethods(core.inbounds, people, findings)
  const byTag = new Map(inbounds.map((inbound) => [inbound.tag, inbound]))
  const oldSubscriptions = oldUrls(panel, { tables, options, findings })
  const secret = oldSubscriptions[0]?.secret ?? ''
  const names = createNames(people, findings)
  const clients = people.flatMap((person) =>
    clientsOf(person, { inbounds: byTag, secret, sha256, names, findings }),
  )
  const hosts = hostsOf(rowsOf(tables, 'hosts'), {
    inbounds: byTag,
    serverAddress: options.serverAddress ?? '',
    sha256,
    findings,
  })
  const users = usersOf(tables, findings)
  tellTheRest(tables, findings)
  const groups = rowsOf(tables, 'groups').map((row) => groupName(textCell(row, 'name')))
  return {
    panel,
    version: '',
    inbounds: inbounds.map(({ arriving }) => arriving),
    clients,
    groups: [...new Set(groups)].filter((name) => name !== ''),
    fallbacks: core.fallbacks,
    hosts,
    nodes: [],
    outboundTraffics: [],
    outboundSubscriptions: [],
    geoResources: [],
    users,
    tokens: [],
    settings: {},
    template: core.template,
    oldSubscriptions,
    findings: findings.all(),
  }
}

/** Reads the rows of a Marzban database. Never throws: what cannot be read is in the findings. */
export const readMarzban = (tables: SourceTables, options: MarzbanOptions, tools: MarzbanTools): Arrival =>
  read('marzban', tables, options, tools)

/** The same for PasarGuard, a fork of it. Its core configurations are in the database. */
export const readPasarguard = (tables: SourceTables, options: MarzbanOptions, tools: MarzbanTools): Arrival =>
  read('pasarguard', tables, options, tools)

function valueIn(line: string): string {
  const text = line.trim()
  const [, quote, inside] = /^(["'])(.*)\1$/s.exec(text) ?? []
  return quote === undefined ? (text.split(/\s#/)[0] ?? '').trim() : (inside ?? '')
}

/** What the `.env` file of the other panel says: `NAME = "value"` per line; the last line of a name counts. */
export function readMarzbanEnv(text: string): Pick<MarzbanOptions, 'subPath' | 'excludedTags'> {
  const values = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s*(?:export\s+)?([A-Z_][A-Z0-9_]*)\s*=(.*)$/i.exec(line) ?? []
    if (name !== undefined && value !== undefined) values.set(name, valueIn(value))
  }
  const subPath = values.get('XRAY_SUBSCRIPTION_PATH') || values.get('SUBSCRIPTION_PATH')
  const excluded = values.get('XRAY_EXCLUDE_INBOUND_TAGS') ?? ''
  return { ...(subPath && { subPath }), excludedTags: excluded.split(/\s+/).filter((tag) => tag !== '') }
}
