import manifest from '../../../package.json' with { type: 'json' }
import { ownRelease } from './release/own.ts'

export const version: string = ownRelease?.version ?? manifest.version
export const licence: string = manifest.license
