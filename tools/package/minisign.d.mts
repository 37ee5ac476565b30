import type { KeyObject } from 'node:crypto'

export interface SecretKey {
  id: Buffer
  key: KeyObject
  publicKey: string
}
export function scryptParameters(opsLimit: number, memLimit: number): { N: number; r: number; p: number }
export function readSecretKey(file: string, password?: string): SecretKey
export function sign(key: SecretKey, hash: Buffer, comment: string): string
