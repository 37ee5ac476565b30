import { hash } from 'node:crypto'
import { chance, pick } from './random.ts'

const GB = 1024 ** 3
const dayMs = 86_400_000

const names = [
  ...['ali', 'anna', 'amir', 'ayse', 'boris', 'chen', 'daniel', 'deniz', 'elena', 'emre', 'fatima', 'farid'],
  ...['grigori', 'hana', 'hassan', 'ines', 'ivan', 'jia', 'jose', 'karim', 'katya', 'laila', 'leo', 'lin'],
  ...[
    'lucia',
    'maria',
    'maryam',
    'mehmet',
    'ming',
    'mina',
    'nadia',
    'nikita',
    'noor',
    'olga',
    'omar',
    'pablo',
  ],
  ...['pavel', 'reza', 'sara', 'selin', 'sofia', 'tariq', 'vera', 'wei', 'yara', 'yusuf', 'zahra', 'zeynep'],
]
const surnames = ['', '.k', '.m', '.r', '.s'] as const
const quotas = [0, 20, 50, 100, 200, 400] as const
/** Days from now; 0 = never. Negative ones expired a short time ago. */
const endings = [0, 0, -2, 2, 6, 14, 25, 45, 90] as const
const groups = ['gold', 'silver', 'friends', 'family', ''] as const
const comments = [
  ...(['', '', '', '', '', '', ''] as const),
  ...(['phone and laptop', 'paid in cash', 'asked for a longer plan', 'TV box'] as const),
] as const

/** Numbers of inbounds in the order of `places.ts`. */
const attachments: readonly [number[], ...number[][]] = [[1], [1, 2], [1, 3], [2], [4, 1], [3]]

const idOf = (email: string): string => {
  const text = hash('sha256', `demo ${email}`, 'hex')
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-8${text.slice(17, 20)}-${text.slice(20, 32)}`
}

/** Clients of the demo, the same ones every time; their dates are counted from `now`. */
export function people(count: number, now: number) {
  return Array.from({ length: count }, (_, i) => {
    const email = `${names[i % names.length]}${surnames[Math.floor(i / names.length)] ?? i}`
    const days = pick(endings, email, 'ending')
    return {
      client: {
        email,
        id: idOf(email),
        subId: hash('sha256', `demo subscription ${email}`, 'hex').slice(0, 16),
        enable: chance(email, 'enable') > 0.05,
        totalGB: pick(quotas, email, 'quota') * GB,
        expiryTime: days === 0 ? 0 : now + days * dayMs,
        group: pick(groups, email, 'group'),
        comment: pick(comments, email, 'comment'),
        limitIp: pick([0, 0, 2, 3], email, 'addresses'),
      },
      inboundIds: pick(attachments, email, 'inbounds'),
    }
  })
}
