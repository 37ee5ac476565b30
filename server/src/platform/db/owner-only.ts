import { chmodSync, closeSync, openSync } from 'node:fs'

/** R8. Created before SQLite opens it: SQLite gives the -wal and -shm files the same mode. */
export function ownerOnly(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}
