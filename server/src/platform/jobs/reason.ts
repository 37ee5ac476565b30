import { withoutSecrets } from '#domain/secrets/redact.ts'

const longest = 300

/** Why something failed, for a page: one line without secrets (R17). */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [line = ''] = message.trim().split('\n', 1)
  return withoutSecrets(line.slice(0, longest)) || 'It failed without a word.'
}
