export function sharedTmp(): string
