import manifest from '../../../package.json' with { type: 'json' }
import { release } from './release.ts'

export const version: string = release?.version ?? manifest.version
export const licence: string = manifest.license
