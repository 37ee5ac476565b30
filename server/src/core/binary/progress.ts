/** Progress of an install, for the terminal and the UI. */
export interface Progress {
  step: 'download' | 'verify' | 'unpack' | 'build' | 'copy' | 'done'
  percent?: number
  message: string
}
export type Report = (progress: Progress) => void
