import type { Slowed } from '#contract/limits.ts'
import type { SpeedNow, Terms } from '#contract/terms.ts'
import { effectiveLimits, type Layers, type Speeds, speedsOf } from './effective.ts'

const keys = { down: 'speedDown', up: 'speedUp' } as const
type Way = keyof typeof keys

/** If neither client, group nor plan sets a speed: that of its inbounds, if it is the same on all of them. */
function ofInbounds(way: Way, inbounds: readonly Speeds[]): SpeedNow {
  const speeds = new Set(inbounds.map((speed) => speed[way]))
  const [speed = 0] = speeds
  if (speeds.size > 1) return { speed: 0, reason: 'inbounds' }
  return { speed, reason: speed > 0 ? 'inbound' : '' }
}

/**
 * The terms that a client is shown: its speed now with the reason, and what happens at its quota or expiry and past its
 * allowance of the day. `inbounds` are the speeds of its inbounds; `ip`: it uses too many addresses.
 */
export function termsOf(layers: Layers, slowed: Slowed | 'ip', inbounds: readonly Speeds[]): Terms {
  const limits = effectiveLimits(layers)
  const [now, usual] = [speedsOf(limits, slowed), speedsOf(limits, '')]
  const nearest = (way: Way) =>
    (['client', 'group', 'plan'] as const).find((layer) => (layers[layer]?.[keys[way]] ?? 0) > 0)
  const told = (way: Way): SpeedNow => {
    if (now.inherits[way]) return ofInbounds(way, inbounds)
    const speed = now.own[way]
    if (speed === 0) return { speed, reason: '' }
    return { speed, reason: speed === usual.own[way] ? (nearest(way) ?? '') : slowed }
  }
  return {
    down: told('down'),
    up: told('up'),
    endSpeed: limits.whenEnded === 'slow' ? speedsOf(limits, 'ended').own.down : 0,
    fairUse: limits.fairUse,
    fairUseSpeed: limits.fairUse > 0 ? speedsOf(limits, 'day').own.down : 0,
  }
}
