const word = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every (\d+(\.\d+)?(ms|s|m|h))+)$/

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const days = 'sun mon tue wed thu fri sat'.split(' ')

interface Field {
  min: number
  max: number
  names?: readonly string[]
}
const second: Field = { min: 0, max: 59 }
const fields: readonly Field[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: months },
  { min: 0, max: 7, names: days },
]

function numberOf(text: string, { min, names }: Field): number {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const at = names?.indexOf(text.toLowerCase()) ?? -1
  return at < 0 ? Number.NaN : at + min
}

/** `*`, `?`, a value or a range, each perhaps with a step. */
function fits(part: string, field: Field): boolean {
  const [range = '', step, ...more] = part.split('/')
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d{0,2}$/.test(step))) return false
  if (step !== undefined && Number(step) > field.max) return false
  if (range === '*' || range === '?') return true
  const ends = range.split('-')
  const [from = Number.NaN, to = from] = ends.map((end) => numberOf(end, field))
  return ends.length <= 2 && from >= field.min && to <= field.max && from <= to
}

/** `@daily`, `@every 90m`, or five fields, or six that begin with the second. */
export function isCron(text: string): boolean {
  if (word.test(text)) return true
  const given = text.split(/ +/)
  if (given.length !== 5 && given.length !== 6) return false
  const wanted = given.length === 6 ? [second, ...fields] : fields
  return wanted.every((field, i) => (given[i] ?? '').split(',').every((part) => fits(part, field)))
}
