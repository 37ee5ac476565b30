/** What one counter moved by since it was last stored. `name` is an email or a tag; kinds never collide (E: inbound and outbound tags). */
export interface Delta {
  kind: 'client' | 'inbound' | 'outbound'
  name: string
  up: number
  down: number
}
