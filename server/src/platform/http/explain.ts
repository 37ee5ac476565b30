import type { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'

/** Turns a schema's complaint into a refusal that names the field. */
export function explain(error: z.ZodError): Refusal {
  const issue = error.issues[0]
  if (!issue) return new Refusal('input.unreadable')
  const field = issue.path.map(String).join('.')
  const reason = describe(issue)
  return field === ''
    ? new Refusal('input.body-invalid', { reason })
    : new Refusal('input.invalid', { reason }, field)
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') {
    const inner = issue.errors[0]?.[0]
    if (inner) return describe(inner)
  }
  return issue.message.replace(/^Invalid input: /, '').replace(/\.$/, '')
}
