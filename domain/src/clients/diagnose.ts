/** Input for diagnosing a client that cannot connect. */
export interface Case {
  enable: boolean
  /** The panel has ended it: for its own quota or expiry, or for those of its group. */
  ended: boolean
  expiryTime: number
  quota: number
  used: number
  online: boolean
  /** Milliseconds; 0 = never. */
  lastOnline: number
  inbounds: readonly { enable: boolean }[]
  coreRuns: boolean
}

const questions = ['core', 'enabled', 'quota', 'time', 'inbounds', 'seen'] as const
type Question = (typeof questions)[number]
type Answer = 'good' | 'warn' | 'bad'

export interface Finding {
  question: Question
  answer: Answer
  /** Selects the question's message. */
  what: string
}

const nearlyUsed = 0.9

function quota({ quota: total, used }: Case): [Answer, string] {
  if (total === 0) return ['good', 'unlimited']
  if (used >= total) return ['bad', 'used']
  return used >= total * nearlyUsed ? ['warn', 'nearly'] : ['good', 'left']
}

function time({ expiryTime }: Case, now: number): [Answer, string] {
  if (expiryTime < 0) return ['good', 'delayed']
  if (expiryTime === 0) return ['good', 'never']
  return expiryTime <= now ? ['bad', 'over'] : ['good', 'left']
}

function inbounds({ inbounds: all }: Case): [Answer, string] {
  if (all.length === 0) return ['bad', 'none']
  const on = all.filter((i) => i.enable).length
  if (on === 0) return ['bad', 'off']
  return on < all.length ? ['warn', 'some'] : ['good', 'on']
}

function seen({ online, lastOnline }: Case): [Answer, string] {
  if (online) return ['good', 'now']
  return lastOnline > 0 ? ['good', 'before'] : ['warn', 'never']
}

/** A client that the panel switched off is not disabled by a person: the reason is its quota, its expiry or its group. */
function enabled(c: Case, now: number): [Answer, string] {
  const isOver = quota(c)[1] === 'used' || time(c, now)[1] === 'over'
  if (isOver && c.ended) return ['good', 'on']
  if (c.ended) return ['bad', 'group']
  return c.enable ? ['good', 'on'] : ['bad', 'off']
}

/** Ordered as a person would check; the first bad finding is the cause. */
export function diagnose(client: Case, now: number): Finding[] {
  const answers: Record<Question, [Answer, string]> = {
    core: client.coreRuns ? ['good', 'runs'] : ['bad', 'stopped'],
    enabled: enabled(client, now),
    quota: quota(client),
    time: time(client, now),
    inbounds: inbounds(client),
    seen: seen(client),
  }
  return questions.map((question) => {
    const [answer, what] = answers[question]
    return { question, answer, what }
  })
}
