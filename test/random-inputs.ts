import { configureGlobal } from 'fast-check'
import { seed } from './seed.ts'

configureGlobal({ seed })
if (process.env.SLUICE_LONG) console.log(`random inputs: SLUICE_SEED=${seed}`)
