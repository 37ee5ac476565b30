import { type ReleaseEntry, ReleaseList } from '#contract/updates.ts'
import { Refusal } from '#domain/refusal.ts'
import type { CallOptions } from '../platform/egress/call.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import { verifySigned } from './minisign.ts'

const listBytes = 1024 * 1024
const signatureBytes = 8 * 1024

/** A list as it was fetched; kept as it is, so that its signature can be checked again. */
export interface SignedText {
  url: string
  text: string
  signature: string
}

/** The signature lies beside the list. */
function signatureUrl(url: string): string {
  const beside = new URL(url)
  beside.pathname += '.minisig'
  return beside.href
}

export async function fetchList(
  egress: Pick<Egress, 'safeFetch'>,
  url: string,
  options: Pick<CallOptions, 'allowPrivateAddress' | 'signal'>,
): Promise<SignedText> {
  const ask = { ...options, expectStatus: [200] }
  const list = await egress.safeFetch(url, { ...ask, maxBytes: listBytes })
  const signature = await egress.safeFetch(signatureUrl(url), { ...ask, maxBytes: signatureBytes })
  return { url, text: list.text(), signature: signature.text() }
}

/** Minisign writes the time into the trusted comment; without one, the newest release dates the list. */
function signedAtOf(comment: string, releases: readonly ReleaseEntry[]): number {
  const [, stamp] = /(?:^|\s)timestamp:(\d{1,12})(?:\s|$)/.exec(comment) ?? []
  if (stamp !== undefined) return Number(stamp)
  return Math.max(0, ...releases.map(({ date }) => Math.floor(Date.parse(date) / 1_000) || 0))
}

/** The content of a list that one of the keys has signed, and when, in seconds. */
export function readList({ text, signature }: SignedText, keys: readonly string[]) {
  const comment = verifySigned(Buffer.from(text), signature, keys)
  try {
    const { releases } = ReleaseList.parse(JSON.parse(text))
    return { releases, signedAt: signedAtOf(comment, releases) }
  } catch {
    throw new Refusal('update.list-unreadable')
  }
}
