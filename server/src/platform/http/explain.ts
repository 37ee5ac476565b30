import type { z } from 'zod'

/** Turns a schema error into one sentence that names the field. */
export function explain(error: z.ZodError): { message: string; field: string | undefined } {
  const issue = error.issues[0]
  if (!issue) return { message: 'The request is not valid.', field: undefined }
  const field = issue.path.map(String).join('.') || undefined
  const text = describe(issue)
  if (!field) return { message: `The request body is not valid: ${text}.`, field }
  return { message: text.startsWith(`${field} `) ? `${text}.` : `${field}: ${text}.`, field }
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') {
    const inner = issue.errors[0]?.[0]
    if (inner) return describe(inner)
  }
  return issue.message.replace(/^Invalid input: /, '').replace(/\.$/, '')
}
