import type { MoveInResult } from '#contract/move-in-api.ts'
import type { Actor } from '../platform/http/caller.ts'

/** What a file is, by its first bytes and its tables. */
export type FileKind = 'ours' | '3x-ui' | 'marzban' | 'pasarguard' | 'other-sqlite' | 'not-sqlite'

/** What other rooms may ask of this one. */
export interface FileImport {
  /** Reads the header and the names of the tables. Never throws for a strange file, and never changes it. */
  kindOfFile(path: string): Promise<FileKind>
  /**
   * Imports a database of another panel with the default options, as 3x-ui's `importDB` does: everything on a panel
   * without inbounds and clients; without settings, template and users on one in use. The file stays as it is. If an
   * address, a base path or a certificate changed, the listeners reopen shortly after this promise. `sessionId` is the
   * caller's session (`caller.sessionId`), which stays valid when users are replaced.
   */
  importFile(path: string, actor: Actor, sessionId?: string): Promise<MoveInResult>
}
