import { chmodSync, closeSync, openSync } from 'node:fs'

/** R8. Made before SQLite opens it: the -wal and -shm files beside it get the same mode from SQLite. */
export function ownerOnly(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
}
