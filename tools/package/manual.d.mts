export function manualOf(text: string, values: { download: string; key: string; version: string }): string
export function downloadOf(updatesFrom: string): string
