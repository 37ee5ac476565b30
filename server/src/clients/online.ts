/** Who is online. The clients room names it; `presence/online.ts` joins what the core, other instances and nodes say. */
export interface OnlineClients {
  emails(): readonly string[]
  has(email: string): boolean
}
