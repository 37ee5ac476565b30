import type { z } from 'zod'
import { codedIssue } from '#domain/invalid-input.ts'
import { Refusal } from '#domain/refusal.ts'

/** Turns a schema error into one sentence that names the field. */
export function explain(error: z.ZodError): Refusal {
  const issue = error.issues[0]
  if (!issue) return new Refusal('input.unreadable')
  const field = issue.path.map(String).join('.')
  const reason = codedIssue(issue)
  return field === '' ? new Refusal('input.body-invalid', { reason }) : Refusal.of(reason, field)
}
