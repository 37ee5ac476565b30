import manifest from '../../../package.json' with { type: 'json' }

export const version: string = manifest.version
export const licence: string = manifest.license
