/** p50 in milliseconds of 3x-ui 3.6.0 with 100,000 clients on a machine with 2 cores, measured with the same calls. */
export const incumbent = {
  add: 2_063,
  update: 3_289,
  toggle: 4_378,
  attach: 2_211,
  detach: 1_144,
  delete: 1_492,
  get: 1.7,
  page: 58,
  search: 268,
  'clients/list': 6_460,
  'inbounds/list': 6_869,
  memoryMb: 1_926,
  coreUp: 16_500,
}

export interface Row {
  what: string
  /** The baseline: 1,000 clients, or SQLite alone. */
  base: string
  ours: string
  ratio?: number
  most?: number
  incumbent?: number
  /** Required speed-up over 3x-ui. */
  ahead?: number
  oursMs?: number
}

const number = (n: number) =>
  n >= 100 ? n.toLocaleString('en', { maximumFractionDigits: 0 }) : n.toFixed(n >= 10 ? 1 : 2)
export const ms = (n: number) => `${number(n)} ms`
export const mb = (n: number) => `${number(n)} MB`

function cells(row: Row): { text: string; passes: boolean } {
  const { ratio, most, incumbent: theirs, ahead, oursMs } = row
  const lead = theirs !== undefined && oursMs ? theirs / oursMs : undefined
  const passes =
    (ratio === undefined || most === undefined || ratio <= most) &&
    (lead === undefined || ahead === undefined || lead >= ahead)
  const ours = [
    row.what,
    row.base,
    row.ours,
    ratio === undefined ? '' : `${ratio.toFixed(2)}x`,
    most === undefined ? '' : `<= ${most}x`,
    theirs === undefined ? '' : ms(theirs),
    lead === undefined ? '' : `${number(lead)}x`,
    ahead === undefined ? '' : `>= ${ahead}x`,
    passes ? 'pass' : 'FAIL',
  ]
  return { text: `| ${ours.join(' | ')} |`, passes }
}

export const print = (rows: readonly Row[], size: number): boolean =>
  table(rows, '1,000 clients, or bare SQLite', `${size.toLocaleString('en')} clients`)

export function table(rows: readonly Row[], base = 'compared with', ours = 'ours'): boolean {
  console.log(`| What | ${base} | ${ours} | ratio | target | incumbent | ahead | target | |`)
  console.log('|---|---|---|---|---|---|---|---|---|')
  const all = rows.map(cells)
  for (const { text } of all) console.log(text)
  return all.every(({ passes }) => passes)
}
