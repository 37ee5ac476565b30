import { byName, type InheritedField, inheritedFields } from '#contract/clients/fields.ts'
import type { Limits, Slowed } from '#contract/limits.ts'
import { noLimits } from './fields.ts'

export interface Layers {
  client: Limits
  group?: Limits | undefined
  plan?: Limits | undefined
}

/** What counts for a client: its own value, else its group's, else its plan's. */
export function effectiveLimits({ client, group = noLimits, plan = noLimits }: Layers): Limits {
  const layers = [client, group, plan]
  const nearest = <K extends InheritedField>(name: K): Limits[K] => {
    const unset = noLimits[name]
    return (
      layers.find((layer) => (unset === 0 ? Number(layer[name]) > 0 : layer[name] !== unset))?.[name] ?? unset
    )
  }
  return byName(inheritedFields, nearest) as Limits // name by name
}

/** Bits per second of a slowed-down client if no slow speed is set. */
export const usualSlowSpeed = 1_000_000

/** A speed from this value on means no limit: the form stores it for "No limit" in a group that has one. */
export const unlimitedSpeed = 100_000_000_000

/** Bits per second; 0 is no limit. */
export type Speeds = Record<'down' | 'up', number>

const lower = (a: number, b: number): number => (a === 0 ? b : b === 0 ? a : Math.min(a, b))
const orNone = (speed: number): number => (speed >= unlimitedSpeed ? 0 : speed)

/** The speed that a slow client has, 0 if it is not slow. */
const slowSpeedOf = (limits: Limits, slowed: Slowed | 'ip'): number => {
  if (slowed === 'ended' || slowed === 'ip') return limits.slowSpeed || usualSlowSpeed
  return slowed === 'day' ? limits.fairUseSpeed || usualSlowSpeed : 0
}

/** Whether an inbound's speed applies to a client, by direction. */
export type Inherits = Record<keyof Speeds, boolean>

/**
 * The speeds of a client over all its connections together, and where an inbound's speed applies instead: only if
 * neither client, group nor plan sets one. A very high own speed means no limit and overrides the inbound's. `ip`: it
 * uses too many addresses.
 */
export function speedsOf(limits: Limits, slowed: Slowed | 'ip'): { own: Speeds; inherits: Inherits } {
  const slow = slowSpeedOf(limits, slowed)
  return {
    own: { down: lower(orNone(limits.speedDown), slow), up: lower(orNone(limits.speedUp), slow) },
    inherits: { down: limits.speedDown === 0 && slow === 0, up: limits.speedUp === 0 && slow === 0 },
  }
}

export const isPastFairUse = ({ fairUse }: Pick<Limits, 'fairUse'>, used: number): boolean =>
  fairUse > 0 && used >= fairUse
