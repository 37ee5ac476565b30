import type { Finding, Health } from '#contract/health-api.ts'

/** More are on the page Health. */
export const MOST = 8

/**
 * The findings that Home lists, the worst first: what is bad or may become so, and clients that run out. While a core is
 * being installed, its absence is no finding.
 */
export const needsIn = ({ findings }: Pick<Health, 'findings'>, isInstalling: boolean): Finding[] =>
  findings.filter(
    ({ id, state, subject, muted }) =>
      !muted &&
      !(isInstalling && id === 'core') &&
      (state === 'bad' || state === 'warn' || (state === 'note' && subject.kind === 'clients')),
  )
