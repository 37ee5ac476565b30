/** What can be done to each kind of object. Acts on many clients (`clients`) have one entry for all of them. */
export const acts = {
  backup: ['add', 'delete'],
  balancer: ['override'],
  certificate: ['add', 'renew', 'failed', 'issue', 'revoke', 'del'],
  client: [
    'add',
    'update',
    'del',
    'attach',
    'detach',
    'resetTraffic',
    'updateTraffic',
    'clearIps',
    'externalLinks',
    'kick',
    'resetQuota',
    'forgetDevice',
    'forgetDevices',
    'revokeDevice',
    'blockDevice',
    'unblockDevice',
  ],
  clients: [
    'create',
    'attach',
    'detach',
    'adjust',
    'enable',
    'disable',
    'resetTraffic',
    'resetAllTraffics',
    'renew',
    'del',
    'delDepleted',
    'delOrphans',
    'limits',
    'spentElsewhere',
    'undo',
  ],
  cap: ['save', 'hold'],
  clock: ['accept'],
  core: ['stop', 'restart', 'install', 'rollBack'],
  finding: ['fix', 'mute', 'unmute'],
  geo: ['add', 'update', 'delete', 'download'],
  group: ['create', 'update', 'rename', 'delete', 'add', 'remove', 'inbounds'],
  hosts: ['add', 'update', 'del', 'enable', 'disable', 'reorder'],
  inbound: ['add', 'update', 'del', 'delAllClients', 'fallbacks', 'resetTraffic'],
  inbounds: ['add', 'del', 'resetAllTraffics', 'periodicReset', 'limits', 'undo'],
  node: ['add', 'update', 'setEnable', 'del', 'adopt', 'cores'],
  notice: ['test', 'replay'],
  outbound: ['resetTraffic'],
  outboundSub: ['add', 'update', 'del', 'move'],
  panel: ['backup', 'import', 'install', 'restart', 'restore', 'update'],
  plan: ['add', 'update', 'del', 'apply', 'inbounds'],
  probe: ['invite', 'join', 'update', 'hold', 'del'],
  rotation: ['rules', 'start', 'retire', 'undo'],
  session: ['login', 'logout', 'refused', 'end'],
  settings: ['update'],
  setup: ['done'],
  token: ['create', 'delete', 'enable', 'disable'],
  user: ['create', 'credentials', 'recoveryCodes'],
  webhook: ['add', 'update', 'del'],
} as const

type Acts = typeof acts

/**
 * Everything that the audit log can name. The server can write no other act, and the web app has a sentence for each
 * (ADR 061).
 */
export type Act = { [Kind in keyof Acts]: `${Kind}.${Acts[Kind][number]}` }[keyof Acts]

/** Acts that can be undone. The undo room keeps what they changed, and nothing of other acts. */
export type UndoableAct = Extract<
  Act,
  | `clients.${Exclude<Acts['clients'][number], 'limits' | 'spentElsewhere' | 'undo'>}`
  | `group.${'add' | 'remove' | 'inbounds'}`
  | 'plan.inbounds'
  | `inbound.${'delAllClients' | 'resetTraffic'}`
  | 'inbounds.resetAllTraffics'
>
