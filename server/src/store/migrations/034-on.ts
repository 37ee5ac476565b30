import { mask, redacted, withoutSecrets } from '#domain/secrets/redact.ts'
import { spansOf } from '#domain/wireguard/pool.ts'
import type { Migration } from '../migrate.ts'

const text = "text not null default ''"

const textOr = (initial: string) => `text not null default '${initial}'`

const step = 500
/** A row that was cut has no fields any more: what could be part of a key goes. */
const suspicious = /"(?:key|pass|mldsa65Seed|echServerKeys)":|PRIVATE KEY|:\/\/[^/\s"]*@/

function cleaned(text: string | null): string | null {
  if (text === null) return null
  try {
    const value = JSON.parse(text) as { shortened?: unknown } | null
    const isCut = typeof value?.shortened === 'string' && suspicious.test(value.shortened)
    return JSON.stringify(isCut ? { shortened: mask } : redacted(value))
  } catch {
    return withoutSecrets(text) // not ours
  }
}

export const stepsFrom034: readonly Migration[] = [
  /**
   * A group's shared quota and end: `used` is the sum of its members' counters, kept with every write of a counter.
   * The choices of an IP limit, and what it refused.
   */
  {
    name: '034-group-policies',
    statements: ({ engine, id, int, bool }) => [
      ...['total_gb', 'expiry_time', 'used', 'cut_at', 'limit_ip'].map(
        (column) => `alter table client_groups add column ${column} ${int}`,
      ),
      `alter table client_groups add column ended ${bool('false')}`,
      ...['clients', 'client_groups'].flatMap((table) => [
        `alter table ${table} add column ip_count ${textOr('address')}`,
        `alter table ${table} add column ip_grace ${int}`,
        `alter table ${table} add column when_over_ip ${textOr('cut')}`,
      ]),
      // Members that have not ended yet: those of a group that has ended are found without the others.
      `create index idx_clients_group_live on clients (group_name)
      where group_name <> '' and enable = ${engine === 'sqlite' ? '1' : 'true'} and slowed <> 'ended'`,
      "create index idx_traffic_slowed_ended on client_traffics (email) where slowed = 'ended'",
      `create table client_refusals (${id}, client_id integer not null, at ${int}, place ${text},
      act ${textOr('cut')}, counted ${textOr('address')}, places ${int})`,
      'create index idx_client_refusals_client on client_refusals (client_id, at)',
    ],
  },
  /**
   * What an act on many clients changed, so that it can be undone in one step (ADR 125). `set_at` says when counters were
   * last set by hand or by a renewal: what was counted since is more, and is kept by an undo. Versions of the configuration know
   * the inbounds of their time, so that a rollback restores them (ADR 126).
   */
  {
    name: '035-undo',
    statements: ({ id, int }) => [
      `create table undo_acts (${id}, at ${int}, action ${text}, clients ${int}, size ${int}, undone_at ${int}, made_groups ${text})`,
      `create table undo_parts (act_id integer not null, part integer not null, body ${text}, primary key (act_id, part))`,
      `create table undo_late (email text primary key, act_id integer not null, up ${int}, down ${int})`,
      `alter table audit add column undo_id ${int}`,
      `alter table client_traffics add column set_at ${int}`,
      `alter table core_versions add column inbounds ${text}`,
    ],
  },
  /**
   * The traffic of all clients together gets a name of its own in the history: the total of a day is one row and not a sum
   * over every client. Totals of the days before are summed up once, here.
   */
  {
    name: '036-usage-totals',
    statements: () => [
      `insert into history_names (kind, name)
      select 4, 'clients' where exists (select 1 from history_names where kind = 0)`,
      ...['history_fine', 'history_hours', 'history_days'].map(
        (table) =>
          `insert into ${table} (at, ref, up, down)
          select h.at, (select id from history_names where kind = 4 and name = 'clients'), sum(h.up), sum(h.down)
          from ${table} as h join history_names as n on n.id = h.ref where n.kind = 0 group by h.at`,
      ),
    ],
  },
  /** One-time codes for a login without the authenticator app, hashed. They belong to one two-factor secret. */
  {
    name: '039-recovery-codes',
    statements: () => ['create table recovery_codes (code text primary key, secret text not null)'],
  },
  /**
   * Which calls between two panels of ours a node understands, as it last said: 0 for a panel of another kind, -1 before it
   * has said anything.
   */
  {
    name: '040-node-kind',
    statements: ({ int }) => [`alter table nodes add column fleet ${int.replace('default 0', 'default -1')}`],
  },
  /** What a token may call, and the hash by which the centre that uses a join string is known again; blank before its first use. */
  {
    name: '043-token-scope',
    statements: () => [
      "alter table api_tokens add column scope text not null default 'admin'",
      "alter table api_tokens add column centre text not null default ''",
    ],
  },
  /** Rows of earlier versions show inline TLS keys, seeds, passwords of accounts and passwords inside URLs. */
  {
    name: '044-audit-without-secrets',
    statements: () => [],
    async fill(tx) {
      for (let last = 0; ; ) {
        const rows = await tx
          .selectFrom('audit')
          .select(['id', 'before', 'after'])
          .where('id', '>', last)
          .orderBy('id')
          .limit(step)
          .execute()
        for (const { id, before, after } of rows) {
          const next = { before: cleaned(before), after: cleaned(after) }
          if (next.before !== before || next.after !== after)
            await tx.updateTable('audit').set(next).where('id', '=', id).execute()
        }
        if (rows.length < step) return
        last = rows.at(-1)?.id ?? 0
      }
    },
  },
  /**
   * Which clients an entry of the audit log is about, so that each has its history: an act on many is one entry.
   *
   * A new panel enforces IP limits. One that is in use has a user already; it keeps what it had, which was off unless stored.
   */
  {
    name: '046-history-and-ip-limit',
    statements: () => [
      `create table audit_clients (audit_id integer not null, client_id integer not null, what text not null default '',
      primary key (audit_id, client_id))`,
      'create index idx_audit_clients_client on audit_clients (client_id)',
      `insert into settings (key, value) select 'ipLimitEnable', 'false' where exists (select 1 from users)
      and not exists (select 1 from settings where key = 'ipLimitEnable')`,
    ],
  },
  /**
   * Clients that have used nine tenths of their quota are found without reading all. Names of entries with the remaining
   * quota are no longer the default: a panel in use keeps them.
   */
  {
    name: '047-nearly-spent',
    statements: () => [
      'create index idx_traffic_nearly_spent on client_traffics (email) where total > 0 and (total - up - down) * 10 <= total',
      `insert into settings (key, value) select 'subShowInfo', 'true'
      where exists (select 1 from clients) and not exists (select 1 from settings where key = 'subShowInfo')`,
    ],
  },
  /** A client that was taken off a node stays known there while a call that was given up may still add it (ADR 096). */
  {
    name: '048-late-calls',
    statements: ({ int }) => [
      `alter table node_client_traffics add column unanswered_at ${int}`,
      `alter table node_client_traffics add column gone_at ${int}`,
    ],
  },
  /** What the checks found last, when they looked, and what an operator muted (ADR 119). */
  {
    name: '049-findings',
    statements: ({ int }) => [
      `create table findings (source text not null, id text not null, looked_by text not null, state text not null,
      subject_kind text not null, subject_id text not null default '', subject_name text not null default '',
      cause text not null, action text not null default '', since ${int}, checked_at ${int}, primary key (source, id))`,
      `create table finding_mutes (id text primary key, reason text not null, muted_by text not null, muted_at ${int})`,
      `create table health_checks (source text not null, name text not null, looked_at ${int}, took_ms ${int},
      primary key (source, name))`,
    ],
  },
  /** What the checks as a client found last, and 30 days of them. A blank eye is this server (ADR 119). */
  {
    name: '050-entry-checks',
    statements: ({ int }) => [
      `create table entry_checks (inbound_id integer not null, entry text not null, eye ${text}, position ${int},
      address ${text}, port ${int}, remark ${text}, state text not null, stage ${text}, cause ${text}, latency ${int},
      exit_address ${text}, checked_at ${int}, last_ok_at ${int}, fails ${int}, since ${int},
      primary key (inbound_id, entry, eye))`,
      `create table entry_days (inbound_id integer not null, entry text not null, eye ${text}, day bigint not null,
      good ${int}, failed ${int}, latency ${int}, primary key (inbound_id, entry, eye, day))`,
    ],
  },
  /** Subscriptions may list an entry last that nobody gets through, until two checks in a row were good (ADR 053). */
  {
    name: '051-sunk-entries',
    statements: ({ bool }) => [`alter table entry_checks add column sunk ${bool('false')}`],
  },
  /** Other machines that check the entries: their keys, their calls, and the round that each got last (ADR 119). */
  {
    name: '052-probes',
    statements: ({ id, int, bool }) => [
      `create table probes (${id}, name text not null, country ${text}, provider ${text}, token text not null,
      public_key ${text}, version ${text}, invited_at ${int}, joined_at ${int}, seen_at ${int}, held_at ${int},
      given_at ${int}, sequence ${int}, next ${text}, former_next ${text}, recent ${text}, round ${text}, period ${text},
      offline ${bool('false')})`,
      'create index idx_probes_key on probes (public_key)',
      'create index idx_probes_token on probes (token)',
    ],
  },
  /** What happened between the last good check of an entry and the first failed one, as a sentence (ADR 119). */
  {
    name: '053-node-checks',
    statements: () => [`alter table entry_checks add column changed ${text}`],
  },
  /** Pools and rules by which inbounds rotate, each rotation, and what an inbound serves beside its own values (ADR 144). */
  {
    name: '054-rotation',
    statements: ({ int, id }) => [
      `alter table inbounds add column also_served ${text}`,
      `create table rotation_rules (inbound_id integer primary key, rules text not null, saved_at ${int}, problem ${text},
      problem_at ${int})`,
      `create table rotations (${id}, inbound_id integer not null, cause text not null, former text not null,
      fresh text not null, began_at ${int}, ended_at ${int}, ended_by ${text}, active ${int}, fetched ${int})`,
      'create index idx_rotations_inbound on rotations (inbound_id)',
      'create unique index idx_rotations_running on rotations (inbound_id) where ended_at = 0',
    ],
  },
  /** What the networks of callers did, hour by hour, in sums; the network of the eye that looked at an entry (ADR 119). */
  {
    name: '055-callers',
    statements: ({ int }) => [
      `create table caller_hours (source text not null, hour bigint not null, inbound_id integer not null,
      network text not null, name ${text}, clients ${int}, silent ${int}, fetched ${int}, unused ${int},
      primary key (source, hour, inbound_id, network))`,
      `alter table entry_checks add column asn ${int}`,
    ],
  },
  /** Keys and addresses of clients on WireGuard inbounds, in columns as 3x-ui has them (ADR 145). */
  {
    name: '056-wireguard-clients',
    statements: ({ int }) => [
      ...['wg_private_key', 'wg_public_key', 'wg_pre_shared_key', 'wg_allowed_ips'].map(
        (column) => `alter table clients add column ${column} ${text}`,
      ),
      `alter table clients add column wg_keep_alive ${int}`,
      "create index idx_clients_wireguard on clients (wg_public_key) where wg_public_key <> ''",
    ],
  },
  /** Updates of the core on nodes, one after the other, asked for at the centre (ADR 081). */
  {
    name: '057-node-cores',
    statements: ({ id, int, bool }) => [
      `create table node_cores (${id}, version text not null, cause text not null, began_at ${int}, ended_at ${int},
      stopping ${bool('false')}, confirmed text not null, nodes text not null)`,
      'create unique index idx_node_cores_running on node_cores (ended_at) where ended_at = 0',
    ],
  },
  /** The addresses of clients on WireGuard inbounds, one row each, in the order of the addresses (ADR 145). */
  {
    name: '058-client-addresses',
    statements: () => [
      `create table client_addresses (low text not null, high text not null, client_id integer not null,
      primary key (low, high, client_id))`,
      'create index idx_client_addresses_client on client_addresses (client_id)',
      'create index idx_client_addresses_wide on client_addresses (low, high) where low <> high',
    ],
    async fill(tx) {
      const clients = tx
        .selectFrom('clients')
        .select(['id', 'wg_allowed_ips'])
        .where('wg_allowed_ips', '<>', '')
      for (const { id, wg_allowed_ips } of await clients.execute())
        for (const span of spansOf(wg_allowed_ips.split(',')))
          await tx
            .insertInto('client_addresses')
            .values({ client_id: id, ...span })
            .execute()
    },
  },
  /** What a byte counts on an inbound or a node, and the bytes of each client on each inbound (ADR 146). */
  {
    name: '059-traffic-per-inbound',
    statements: ({ engine, int }) => {
      const factor = `${engine === 'sqlite' ? 'real' : 'double precision'} not null default 1`
      const sums = `up ${int}, down ${int}, charged ${int}`
      return [
        `alter table inbounds add column multiplier ${factor}`,
        `alter table nodes add column multiplier ${factor}`,
        `alter table client_traffics add column up_rest ${int}`,
        `alter table client_traffics add column down_rest ${int}`,
        `create table client_inbound_traffics (client_id integer not null, inbound_id integer not null, ${sums},
      primary key (client_id, inbound_id))`,
        `create table client_inbound_days (day bigint not null, client_id integer not null, inbound_id integer not null,
      ${sums}, primary key (day, client_id, inbound_id))`,
        'create index idx_client_inbound_days_client on client_inbound_days (client_id, day)',
        `create table client_inbound_pending (id ${engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated by default as identity primary key'},
      day bigint not null, bytes text not null)`,
      ]
    },
  },
]
