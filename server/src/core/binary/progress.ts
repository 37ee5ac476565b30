/** What an install says while it goes on: for the terminal and the UI alike. */
export interface Progress {
  step: 'download' | 'verify' | 'unpack' | 'build' | 'copy' | 'done'
  percent?: number
  message: string
}
export type Report = (progress: Progress) => void
