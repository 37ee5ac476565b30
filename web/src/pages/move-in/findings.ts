import type { MoveInFinding } from '#contract/move-in-api.ts'

export type FindingKind = MoveInFinding['kind']

/** Those with a card of their own, in the order in which they matter; `changes` stand beside the addresses. */
export const carded = ['left', 'healed', 'note'] as const satisfies readonly FindingKind[]

/** One sentence, and everything that it is said about. */
export interface SaidOnce {
  text: string
  subjects: string[]
}

/** The same sentence about many things is one line with many names. */
export function saidOnce(
  findings: readonly MoveInFinding[],
  kind: FindingKind,
  say: (finding: MoveInFinding) => string,
): SaidOnce[] {
  const lines = new Map<string, SaidOnce>()
  for (const finding of findings) {
    if (finding.kind !== kind) continue
    const text = say(finding)
    const line = lines.get(text) ?? { text, subjects: [] }
    lines.set(text, line)
    if (finding.subject !== '' && !line.subjects.includes(finding.subject))
      line.subjects.push(finding.subject)
  }
  return [...lines.values()]
}
