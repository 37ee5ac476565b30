export function addRelease(file: string, release: object): void
