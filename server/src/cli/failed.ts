import { Refusal } from '#domain/refusal.ts'

/** A refusal prints its sentence; only unexpected errors print a stack. */
export function failed(error: unknown): never {
  const said = error instanceof Refusal ? error.message : error instanceof Error ? error.stack : error
  process.stderr.write(`${said}\n`)
  process.exit(1)
}
