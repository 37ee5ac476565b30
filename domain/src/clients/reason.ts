import type { Diagnosis, DiagnosisQuestion } from '#contract/health-api.ts'

/** These say what stands in a client's way although it can connect. */
const telling: ReadonlySet<DiagnosisQuestion> = new Set([
  ...(['entries', 'key', 'handshake', 'devices', 'addresses', 'speed', 'subscription'] as const),
])

type Answer = Pick<Diagnosis['answers'][number], 'question' | 'answer' | 'what'>

/** What to say in one sentence: what stops a client, else what stands in its way; undefined if nothing is known. */
export const reasonOf = <A extends Answer>(answers: readonly A[]): A | undefined =>
  answers.find(({ answer }) => answer === 'bad') ??
  answers.find(
    ({ question, answer, what }) => answer === 'warn' && telling.has(question) && what !== 'unchecked',
  )
