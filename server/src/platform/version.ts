import manifest from '../../../package.json' with { type: 'json' }
import { ownVersion } from './release/own.ts'

export const version: string = ownVersion ?? manifest.version
export const licence: string = manifest.license
