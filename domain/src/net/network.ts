/** Where an address belongs. */
export interface Network {
  /** Two capital letters; blank: unknown. */
  country: string
  /** The number of the provider's network; 0: unknown. */
  asn: number
  /** The name of the provider; blank: unknown. */
  provider: string
}

export const unknownNetwork: Network = { country: '', asn: 0, provider: '' }

/** Under which the callers of a network are counted: its provider if that is known, else its country; blank: unknown. */
export const networkKey = ({ asn, country }: Network): string => (asn > 0 ? `AS${asn}` : country)

/** `TCI (AS58224, IR)`, with what is known. */
export function networkName({ country, asn, provider }: Network): string {
  const facts = [asn > 0 ? `AS${asn}` : '', country].filter((fact) => fact !== '').join(', ')
  if (provider === '') return facts
  return facts === '' ? provider : `${provider} (${facts})`
}
