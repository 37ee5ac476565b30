import type { Preflight } from '#contract/core-preflight.ts'
import type { Block } from '#contract/inbound.ts'
import type { Db } from '../../store/open.ts'
import { testConfig } from '../binary/config-test.ts'
import { createMint } from '../binary/inbound-check.ts'
import { createAffected } from './affected.ts'
import { createApiTrial } from './api-trial.ts'
import { createBreaks } from './breaks.ts'
import { findApps } from './find-apps.ts'
import { createInboundTrial, type TrialDeps } from './inbound-trial.ts'
import { createPreflight, type PreflightDeps, type Versions } from './preflight.ts'
import { createTemplateTrial } from './template-trial.ts'

interface Deps
  extends Omit<TrialDeps, 'mint' | 'apps'>,
    Pick<PreflightDeps, 'desired' | 'wholeText' | 'tryOutbounds'> {
  db: Db
  section: (id: number) => Promise<Block>
  assetFolder: string
  processEnv: NodeJS.ProcessEnv
}

/** Loaded when a version is about to change: the rest of the time nothing of it is in memory. */
export function createPreflightRoom(deps: Deps): (versions: Versions) => Promise<Preflight> {
  const affected = createAffected(deps.db, deps.now)
  return createPreflight({
    ...deps,
    test: (binary, config) => testConfig(binary, config, { assetFolder: deps.assetFolder }),
    tryApi: createApiTrial(deps.startCore),
    tryInbounds: createInboundTrial({
      ...deps,
      mint: () => createMint(deps.now()),
      apps: () => findApps(deps.processEnv),
    }),
    tryTemplate: createTemplateTrial(deps),
    breaks: createBreaks(affected),
    affected,
  })
}
