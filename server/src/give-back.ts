/**
 * Starting leaves garbage, code that never runs again and a cache of compilations: some 20 MB that an idle panel is in no
 * hurry to collect (decision 006). Twice, because the core comes up when the panel is ready already.
 */
export function giveBackSoon(): void {
  for (const ms of [3_000, 8_000]) setTimeout(giveBack, ms).unref()
}

const giveBack = () => void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
