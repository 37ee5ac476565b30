export interface ArchiveFile {
  path: string
  mode?: number
  bytes: Buffer
}
export function writeArchive(
  target: string,
  folder: string,
  files: readonly ArchiveFile[],
  options: { time: number; fast: boolean },
): Promise<void>
