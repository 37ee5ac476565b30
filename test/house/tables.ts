import { at, isCode, isTest, type Rule, type Source, visit } from './source.ts'

/** The room that writes a table. Others read it, or call a verb of that room in their transaction. */
const owners: Record<string, string> = {
  alert_deliveries: 'notices',
  alert_marks: 'notices',
  alerts: 'notices',
  acme_accounts: 'certificates',
  api_tokens: 'auth',
  audit: 'store/audit',
  audit_clients: 'store/audit',
  caller_hours: 'callers',
  certificate_attempts: 'certificates',
  certificates: 'certificates',
  change_log: 'store/changes',
  client_addresses: 'clients',
  client_apps: 'clients',
  client_devices: 'devices',
  client_groups: 'clients',
  client_inbound_days: 'clients',
  client_inbound_pending: 'clients',
  client_inbound_traffics: 'clients',
  client_inbounds: 'clients',
  client_quota_usage: 'clients',
  client_refusals: 'presence',
  client_tombstones: 'clients',
  client_traffics: 'clients',
  clients: 'clients',
  core_versions: 'core',
  custom_geo_resources: 'geo',
  directory_state: 'directory',
  entry_checks: 'entries',
  entry_days: 'entries',
  finding_mutes: 'health',
  findings: 'health',
  fleet_log: 'fleet',
  health_checks: 'health',
  history_days: 'traffic/history',
  history_fine: 'traffic/history',
  history_folded: 'traffic/history',
  history_hours: 'traffic/history',
  history_names: 'traffic/history',
  history_of_seeders: 'setup',
  host_groups: 'hosts',
  hosts: 'hosts',
  inbound_client_ips: 'clients',
  inbound_days: 'clients',
  inbound_fallbacks: 'inbounds',
  inbounds: 'inbounds',
  instances: 'instance',
  leases: 'instance',
  left_clients: 'fleet',
  node_client_traffics: 'fleet',
  node_former_clients: 'fleet',
  node_cores: 'fleet',
  node_guests: 'fleet',
  node_inbounds: 'fleet',
  nodes: 'fleet',
  online_elsewhere: 'presence',
  old_identities: 'subscriptions',
  old_subscriptions: 'subscriptions',
  outbound_subscriptions: 'outbounds',
  outbound_traffics: 'outbounds',
  place_days: 'traffic/history',
  plans: 'plans',
  probes: 'probes',
  recovery_codes: 'auth',
  schema_migrations: 'store',
  rotation_rules: 'rotation',
  rotations: 'rotation',
  server_caps: 'caps',
  sessions: 'auth',
  settings: 'settings',
  telegram_bots: 'telegram',
  telegram_chats: 'telegram',
  telegram_menus: 'telegram',
  traffic_marks: 'traffic',
  traffic_readings: 'traffic',
  undo_acts: 'undo',
  undo_late: 'clients',
  undo_parts: 'undo',
  used_codes: 'auth',
  users: 'auth',
  webhooks: 'notices',
}

const roomOf = (path: string): string | undefined =>
  /^server\/src\/((?:platform|store)\/[^/]+|traffic\/history|[^/]+)\//.exec(path)?.[1]
const isTable = (name: unknown): name is string => typeof name === 'string' && Object.hasOwn(owners, name)

const statements = new Set(['insertInto', 'updateTable', 'deleteFrom'])
/** Verbs of `setsFor`, whose second argument is the table. */
const setVerbs = new Set(['insert', 'update'])
const raw = /\b(?:insert\s+into|update|delete\s+from)\s+(\w+)/gi
const mayWrite =
  /insertInto|updateTable|deleteFrom|\b(insert|update)\(|\binsert into\b|\bupdate\b|\bdelete from\b/i

interface Node {
  type: string
  start: number
  name?: string
  value?: unknown
  property?: Node
}

/** The table that a call writes: its name, or the node that holds it. */
function targetOf(callee: Node, args: readonly Node[]): Node | undefined {
  const verb = callee.type === 'MemberExpression' ? callee.property?.name : callee.name
  if (statements.has(verb ?? '')) return args[0]
  return setVerbs.has(verb ?? '') && args[0]?.name === 'tx' ? args[1] : undefined
}

function tablesWritten(source: Source): { name: string; start: number }[] {
  const found: { name: string; start: number }[] = []
  const named: { name: string; start: number }[] = []
  const read = new Set<number>()
  let computed: number | undefined
  visit(source, {
    CallExpression: ({ callee, arguments: given }) => {
      // The parser's nodes are a wide union: only the fields of `Node` are looked at.
      const args = given as Node[]
      const target = targetOf(callee as Node, args)
      for (const arg of args) if (arg.type === 'Literal' && arg !== target) read.add(arg.start)
      if (!target) return
      if (isTable(target.value)) found.push({ name: target.value, start: target.start })
      else computed ??= target.start
    },
    Literal: ({ value, start }) => {
      if (isTable(value)) named.push({ name: value, start })
    },
    TemplateElement: ({ value, start }) => {
      for (const [, name] of value.raw.matchAll(raw)) {
        if (isTable(name)) found.push({ name, start })
      }
      if (/\b(insert\s+into|update|delete\s+from)\s*$/i.test(value.raw)) computed ??= start
    },
  })
  // A table that comes from a variable: it may be any that the file names, other than as what it reads.
  const either = computed === undefined ? [] : named.filter(({ start }) => !read.has(start))
  return [...found, ...either]
}

/** Migrations change every table, and the copier fills a whole database that nobody uses yet (ADR 093). */
const wholeDatabase = /^server\/src\/(store\/(migrations|copy)|move-in)\//

const oneWriter: Rule = {
  name: 'one room writes a table',
  finds(source) {
    const room = roomOf(source.path)
    if (!room || !isCode(source) || isTest(source) || !mayWrite.test(source.text)) return []
    if (wholeDatabase.test(source.path)) return []
    return tablesWritten(source)
      .filter(({ name }) => owners[name] !== room)
      .map(({ name, start }) => at(source, start, `writes ${name}, which is ${owners[name]}'s`))
  },
  bad: [
    { path: 'server/src/presence/room.ts', text: 'sql`update client_traffics set last_online = 1`' },
    { path: 'server/src/presence/room.ts', text: 'sql`insert into inbound_client_ips values (1)`' },
    { path: 'server/src/core/a.ts', text: 'sql`DELETE FROM clients where id = 1`' },
    {
      path: 'server/src/subscriptions/fetched.ts',
      text: "sets.update(tx, 'client_traffics', rows, c, 'email')",
    },
    { path: 'server/src/subscriptions/a.ts', text: "insert(tx, 'clients', rows, columns)" },
    { path: 'server/src/auth/a.ts', text: "tx.updateTable('audit').set({})" },
    { path: 'server/src/clients/a.ts', text: "tx.insertInto('inbounds').values({})" },
    { path: 'server/src/clients/a.ts', text: "tx.deleteFrom('sessions').execute()" },
    { path: 'server/src/geo/a.ts', text: "const table = 'plans'\ntx.deleteFrom(table).execute()" },
  ],
  good: [
    { path: 'server/src/clients/a.ts', text: "tx.updateTable('client_traffics').set({})" },
    { path: 'server/src/presence/a.ts', text: "db.selectFrom('clients').selectAll()" },
    { path: 'server/src/inbounds/a.ts', text: 'sql`insert into inbounds select * from clients`' },
    { path: 'server/src/store/migrations/001-to-017.ts', text: "tx.insertInto('settings').values({})" },
    { path: 'server/src/store/copy/a.ts', text: 'sql`delete from clients`' },
    { path: 'server/src/geo/a.ts', text: 'text`install an update first`' },
    { path: 'server/src/move-in/a.ts', text: "tx.insertInto('clients').values({})" },
  ],
}

/** The schema says which tables there are. */
const everyTableHasOne: Rule = {
  name: 'every table has a room that writes it',
  finds(source) {
    if (source.path !== 'server/src/store/schema.ts') return []
    const schema = /export interface Schema \{\n([\s\S]*?)\n\}/.exec(source.text)?.[1] ?? ''
    return [...schema.matchAll(/^ {2}(\w+):/gm)]
      .filter(([, name]) => !isTable(name))
      .map(([, name]) => `${source.path}: who writes ${name}? Add it to test/house/tables.ts`)
  },
  bad: [
    {
      path: 'server/src/store/schema.ts',
      text: 'export interface Schema {\n  orphans: Orphans\n}',
    },
  ],
  good: [
    {
      path: 'server/src/store/schema.ts',
      text: 'export interface Schema {\n  clients: Clients\n}\ninterface Clients {\n  email: string\n}',
    },
  ],
}

export const tableRules = [oneWriter, everyTableHasOne]
