export const containerFiles: string[]
export function imagesIn(text: string): string[]
export function pinned(text: string, digests: Record<string, string>): string
