import fc from 'fast-check'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { seed } from './seed.ts'

const isLong = process.env.SLUICE_LONG === '1'

/**
 * fast-check's parameters: a few runs in `npm test`, two hundred times as many in `npm run test:long`. A
 * failure prints its seed, a long run prints it beforehand; SLUICE_SEED repeats a run.
 */
export function fuzzing(what: string, few: number): { numRuns: number; seed: number } {
  const numRuns = isLong ? few * 200 : few
  if (isLong) console.log(`fuzzing ${what}: ${numRuns} runs, SLUICE_SEED=${seed}`)
  return { numRuns, seed }
}

/** The time limit; long runs get more. */
export const fuzzTimeout = isLong ? 3_600_000 : 120_000

/** Pieces that mean something to one parser or another. */
const pieces = [
  ...[
    '"',
    '\\',
    '\\"',
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '{{',
    '}}',
    '|',
    '<',
    '>',
    "'",
    '`',
    ';',
    '(',
    ')*',
    '$',
    '^',
  ],
  ...[
    '%',
    '%00',
    '%ff',
    '%u',
    '@',
    '#',
    '?',
    '&',
    '=',
    '==',
    '/',
    '//',
    '://',
    '+',
    '-',
    '_',
    '.',
    '..',
    '~',
  ],
  ...[
    ' ',
    '  ',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\0',
    '\u202e',
    '\ufeff',
    '\ud800',
    '\u2028',
    '\u{1f600}',
    'é',
    'ı',
  ],
  ...[
    '0',
    '-1',
    '1',
    '443',
    '65536',
    '1e999',
    '0x7f',
    'null',
    'true',
    '127.0.0.1',
    '[::1]',
    'a.example',
    'localhost',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'tag',
    'protocol',
    'settings',
    'vless://',
    'ss://',
    'vmess://',
    'a',
    'Z',
  ],
  ...[
    '2026/11/15 09:06:14.143427 ',
    'from ',
    'tcp:',
    ' accepted ',
    ' rejected ',
    ' -> ',
    ' >> ',
    ' email: ',
    '[Info] ',
  ],
  ...[
    '[Interface]',
    'PrivateKey = ',
    '[Peer]',
    'EMAIL',
    'DAYS_LEFT',
    'outbounds',
    'rules',
    'geosite:',
    'ext:',
  ],
]

export const piece = fc.constantFrom(...pieces)

/** Text that is almost valid. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: piece },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    ),
    {
      maxLength: 24,
    },
  )
  .map((parts) => parts.join(''))

/** JSON whose keys come from a vocabulary, so that it passes the first checks. */
export function jsonOf(keys: readonly string[]): fc.Arbitrary<unknown> {
  const key = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...keys) }, { weight: 1, arbitrary: piece })
  const leaf = fc.oneof(
    hostileText,
    piece,
    fc.constantFrom(0, -1, 1, 1.5, -0, 65_536, 2 ** 31, -(2 ** 31), 2 ** 53, 1e308, true, false, null),
    fc.integer(),
  )
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map((rows) => Object.fromEntries(rows)),
    ),
  })).value
}

/** The field names of an object schema, if any. */
export function fieldsOf(schema: z.ZodType): string[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
  }
  return Object.keys(json.properties ?? {})
}

/** Runs it; whatever is thrown must have a message for a person. */
export function onlyRefuses(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal || error instanceof z.ZodError) return undefined
    throw error
  }
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage() // of this thread, so that other load does not count
  return (user + system) / 1_000
}

/** The minimum of a few attempts, so that garbage collection does not count. */
function costOf(work: () => void, tries: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < tries; i++) {
    const began = cpuMs()
    work()
    least = Math.min(least, cpuMs() - began)
  }
  return least
}

/** Below this the cost does not matter, and the clock is too coarse for a ratio. */
const noticeableMs = 40

/**
 * The cost of four times the input divided by the cost of the input: about 4 if linear, 16 if quadratic. 0 if
 * even the large one costs next to nothing.
 */
export function growth(work: (n: number) => void, n: number): number {
  const large = costOf(() => work(4 * n), 1)
  if (large < noticeableMs) return 0
  const again = Math.min(
    large,
    costOf(() => work(4 * n), 2),
  )
  if (again < noticeableMs) return 0
  // The clock may tick every 4 ms only: the small one is timed four times in a row, as long as a linear large one.
  const small = costOf(() => {
    for (let i = 0; i < 4; i++) work(n)
  }, 3)
  return (4 * again) / Math.max(small, 0.1)
}

/** Between 4 and 16, nearer to 16 so that noise never fails it. */
export const mostGrowth = 11
