import type { MoveInBusyPort, MoveInFinding, MoveInKind, MoveInPlan } from '#contract/move-in-api.ts'

const names: Record<MoveInKind, string> = {
  inbounds: 'inbounds',
  clients: 'clients',
  attachments: 'clients on inbounds',
  groups: 'client groups',
  fallbacks: 'fallbacks',
  hosts: 'advertised addresses',
  nodes: 'nodes',
  outboundSubscriptions: 'outbound subscriptions',
  outboundTraffics: 'outbound counters',
  geoResources: 'geo files',
  tokens: 'API tokens',
  users: 'logins',
  settings: 'settings',
  template: "the core's template",
  oldSubscriptions: 'secrets of old subscription URLs',
}
const widest = Math.max(...Object.values(names).map((name) => name.length))

const kinds: readonly [MoveInFinding['kind'], string][] = [
  ['left', 'Does not come'],
  ['changes', 'Changes for somebody'],
  ['healed', 'Comes, changed so that it works here'],
  ['note', 'Good to know'],
]

const column = (value: string | number) => String(value).padStart(9)

function table({ sections }: MoveInPlan): string[] {
  const row = (name: string, ...cells: readonly (string | number)[]) =>
    `  ${name.padEnd(widest)}${cells.map(column).join('')}`
  return [
    row('', 'comes', 'here', 'left'),
    ...sections.map(({ kind, come, here, left }) => row(names[kind], come, here, left)),
  ]
}

function effects({ effect, options }: MoveInPlan): string[] {
  const { panel, subscriptions, logins, twoFactor } = effect
  const word = (on: boolean) => (on ? 'on' : 'off')
  const pairs: [string, string, string][] = [
    ['Panel', panel.from, panel.to],
    ['Subscriptions', subscriptions.from, subscriptions.to],
    ['Logins', logins.from.join(', '), logins.to.join(', ')],
    ['Two-factor login', word(twoFactor.from), word(twoFactor.to)],
  ]
  const lines = pairs.map(([name, from, to]) =>
    from === to ? `  ${name}: ${to || 'none'}, as now` : `  ${name}: ${from || 'none'} -> ${to || 'none'}`,
  )
  const kept = 'Settings, template and logins of this panel stay; --settings takes those of the source.'
  return ['', 'Afterwards', ...lines, ...(options.takeSettings ? [] : [`  ${kept}`])]
}

const holder = ({ program, pid }: MoveInBusyPort) =>
  pid > 0 ? `${program || 'a program'} (process ${pid})` : 'another program'
const whose = ({ what, tag }: MoveInBusyPort) => (what === 'inbound' ? `the inbound ${tag}` : `the ${what}`)

function ports({ busyPorts }: MoveInPlan): string[] {
  if (busyPorts.length === 0) return []
  const lines = busyPorts.map((busy) => `  ${busy.port} for ${whose(busy)}: held by ${holder(busy)}`)
  return ['', 'Ports that are still in use. Free them before the panel starts:', ...lines]
}

function findings({ findings: all, findingsTotal }: MoveInPlan): string[] {
  const lines = kinds.flatMap(([kind, title]) => {
    const some = all.filter((one) => one.kind === kind)
    if (some.length === 0) return []
    const said = some.map((one) => `  ${one.subject === '' ? '' : `${one.subject}: `}${one.said}`)
    return ['', title, ...said]
  })
  return findingsTotal > all.length ? [...lines, `  ... and ${findingsTotal - all.length} more`] : lines
}

/** A plan as text for a terminal. */
export function planLines(plan: MoveInPlan): string[] {
  const { panel, version, fileName, fresh, nothingToDo } = plan
  const head = `${fileName}: ${panel}${version === '' ? '' : ` ${version}`}, into ${fresh ? 'an empty panel' : 'a panel in use'}`
  const end = nothingToDo ? ['', 'Everything is already here: nothing to do.'] : []
  return [head, '', ...table(plan), ...effects(plan), ...ports(plan), ...findings(plan), ...end]
}

/** Nothing of the other panel is stopped here: the operator decides when. */
export const takeOverLines: readonly string[] = [
  '',
  'To take over, stop the other panel and its core, then start this one:',
  '  systemctl stop x-ui',
  '  systemctl disable x-ui',
]
