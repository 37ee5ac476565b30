import { mask, redacted, withoutSecrets } from '#domain/secrets/redact.ts'
import type { Migration } from '../migrate.ts'

const step = 500
/** A row that was cut has no fields any more: what could be part of a key goes. */
const suspicious = /"(?:key|pass|mldsa65Seed|echServerKeys)":|PRIVATE KEY|:\/\/[^/\s"]*@/

function cleaned(text: string | null): string | null {
  if (text === null) return null
  try {
    const value = JSON.parse(text) as { shortened?: unknown } | null
    const isCut = typeof value?.shortened === 'string' && suspicious.test(value.shortened)
    return JSON.stringify(isCut ? { shortened: mask } : redacted(value))
  } catch {
    return withoutSecrets(text) // not ours
  }
}

/** Rows of earlier versions show inline TLS keys, seeds, passwords of accounts and passwords inside URLs. */
export const auditWithoutSecrets: Migration = {
  name: '044-audit-without-secrets',
  statements: () => [],
  async fill(tx) {
    for (let last = 0; ; ) {
      const rows = await tx
        .selectFrom('audit')
        .select(['id', 'before', 'after'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(step)
        .execute()
      for (const { id, before, after } of rows) {
        const next = { before: cleaned(before), after: cleaned(after) }
        if (next.before !== before || next.after !== after)
          await tx.updateTable('audit').set(next).where('id', '=', id).execute()
      }
      if (rows.length < step) return
      last = rows.at(-1)?.id ?? 0
    }
  },
}
