/** What one counter moved since it was last stored. `name` is an email or a tag; `kind` keeps equal names apart. */
export interface Delta {
  kind: 'client' | 'inbound' | 'outbound'
  name: string
  up: number
  down: number
}
